import { remember, type State } from "./sql-state.ts";
import type { Cursor } from "./sql-tokens.ts";

/** PostgreSQL and Redshift alone take back what statements did to tables. */
const opening = ["TRANSACTION", "WORK", "ISOLATION", "READ", "DEFERRABLE", "NOT"];

/** `BEGIN` with nothing of a block behind it, or `START TRANSACTION`, taken. */
export function takeBegin(cursor: Cursor): boolean {
  if (cursor.skip("START", "TRANSACTION")) return true;
  while (cursor.skip("BEGIN")) if (cursor.next === undefined || opening.some((word) => cursor.sees(word))) return true;
  return false;
}

export function begin(state: State): void {
  state.journal ??= { before: [], marks: new Map() };
}

/** Whether a statement ends a transaction or marks a place in it; what was rolled back is as it was. */
export function ends(state: State, cursor: Cursor): boolean {
  if (cursor.skip("SAVEPOINT")) {
    state.journal?.marks.set(cursor.next?.text.toLowerCase() ?? "", state.journal.before.length);
    return true;
  }
  if (cursor.skip("COMMIT") || (cursor.sees("END") && state.journal !== undefined)) {
    state.journal = undefined;
    return true;
  }
  if (!cursor.skip("ROLLBACK") && !cursor.skip("ABORT")) return false;
  cursor.skip("WORK") || cursor.skip("TRANSACTION");
  if (cursor.skip("TO")) {
    cursor.skip("SAVEPOINT");
    takeBack(state, state.journal?.marks.get(cursor.next?.text.toLowerCase() ?? "") ?? 0);
    return true;
  }
  takeBack(state, 0);
  state.journal = undefined;
  return true;
}

function takeBack(state: State, to: number): void {
  const before = state.journal?.before.splice(to) ?? [];
  const journal = state.journal;
  state.journal = undefined;
  for (const [name, known] of before.reverse()) remember(state, name, known);
  state.journal = journal;
}
