import { type Journal, type Mark, remember, type State } from "./state.ts";
import type { Cursor } from "./tokens.ts";

const opening = ["TRANSACTION", "WORK", "ISOLATION", "READ", "DEFERRABLE", "NOT"];

/** `BEGIN` with nothing of a block behind it, or `START TRANSACTION`, taken. */
export function takeBegin(cursor: Cursor): boolean {
  if (cursor.skip("START", "TRANSACTION")) return true;
  while (cursor.skip("BEGIN")) if (cursor.next === undefined || opening.some((word) => cursor.sees(word))) return true;
  return false;
}

export function begin(state: State): void {
  state.journal ??= { before: [], start: { updates: 0, path: state.path }, marks: new Map() };
}

/** Whether a statement ends a transaction or marks a place in it; what was rolled back is as it was. */
export function ends(state: State, cursor: Cursor): boolean {
  const { journal } = state;
  const named = () => cursor.next?.text.toLowerCase() ?? "";
  if (cursor.skip("SAVEPOINT")) {
    journal?.marks.set(named(), { updates: journal.before.length, path: state.path });
    return true;
  }
  if (cursor.skip("COMMIT") || (cursor.sees("END") && journal !== undefined)) {
    state.journal = undefined;
    return true;
  }
  if (!cursor.skip("ROLLBACK") && !cursor.skip("ABORT")) return false;
  cursor.skip("WORK") || cursor.skip("TRANSACTION");
  const part = cursor.skip("TO");
  if (part) cursor.skip("SAVEPOINT");
  if (journal !== undefined) takeBack(state, journal, (part ? journal.marks.get(named()) : undefined) ?? journal.start);
  if (!part) state.journal = undefined;
  return true;
}

function takeBack(state: State, journal: Journal, { updates, path }: Mark): void {
  state.journal = undefined;
  for (const [name, known] of journal.before.splice(updates).reverse()) remember(state, name, known);
  state.journal = journal;
  state.path = path;
}
