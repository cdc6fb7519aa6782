import { nameAt } from "./names.ts";
import { type Group, type Item, isSymbol, isWord, statementsIn } from "./tokens.ts";
import { isQuery } from "./with.ts";

/** What kind of statement a block is, and where its expressions begin: names before that are written to, or are no columns. */
export interface Shape {
  readonly verb: "select" | "delete" | "update" | "merge" | undefined;
  readonly start: number;
}

const verbs = ["delete", "update", "merge"] as const;

export function shapeOf(items: readonly Item[]): Shape {
  const begins = isWord(items[0], "with", ...verbs);
  const at = items.findIndex((item) => isWord(item, "select", ...(begins ? verbs : [])));
  const verb = verbs.find((word) => isWord(items[at], word)) ?? (at < 0 ? undefined : "select");
  if (verb !== "delete") return { verb, start: Math.max(0, at) + (verb === "select" || verb === undefined ? 0 : 1) };
  // `DELETE a FROM a JOIN b`: which rows go is said first
  const from = items.findIndex((item, index) => index > at && isWord(item, "from"));
  return { verb, start: from < 0 ? at + 1 : from };
}

/** `COPY t (a, b) TO`, `TABLE t`, `CREATE TABLE n CLONE t`: a table that is read as it stands, or some of its columns. */
export function readWhole(items: readonly Item[]) {
  const [first] = items;
  let at = -1;
  if (isWord(first, "copy", "table") && !isWord(items[1], "into")) at = 1;
  else if (isWord(first, "create") && items.slice(0, 6).some((item) => isWord(item, "table")))
    at = items.findIndex((item, index) => index > 1 && isWord(item, "clone", "copy", "like")) + 1;
  const list = isWord(first, "create") ? items.find((item) => item.kind === "group") : undefined;
  if (at <= 0 && list?.kind === "group" && isWord(list.items[0], "like"))
    return { named: nameAt(list.items, 1), columns: undefined };
  const named = at > 0 ? nameAt(items, at) : undefined;
  const next = items[named?.end ?? 0];
  const columns = isWord(first, "copy") && next?.kind === "group" ? next : undefined;
  return { named, columns };
}

/** `COPY t FROM`, `COPY INTO t`: a table that is filled from files. */
export function isFilled(items: readonly Item[]): boolean {
  if (!isWord(items[0], "copy")) return false;
  return !items.some((item, index) => isWord(item, "to") || (index > 0 && item.kind === "group" && isQuery(item)));
}

/** Behind which version or part of a table is read: `VERSION AS OF 3`, `AT (...)`, `TABLESAMPLE (...)`. */
export function afterSample(items: readonly Item[], at: number): number {
  const next = items[at + 1];
  if (isWord(items[at], "version", "timestamp") && isWord(next, "as") && isWord(items[at + 2], "of"))
    return items[at + 4]?.kind === "group" ? at + 5 : at + 4;
  if (isWord(items[at], "at", "before", "tablesample", "sample")) {
    if (next?.kind === "group") return at + 2;
    if (next?.kind === "word" && items[at + 2]?.kind === "group") return at + 3;
  }
  return at;
}

/** Whether a clause makes rows of others and may give them a name: `PIVOT (...) p`. */
export function makesAliases(items: readonly Item[]): boolean {
  return items.some((item) =>
    isWord(item, "pivot", "unpivot", "match_recognize", "changes", "tablesample", "sample", "version", "of"),
  );
}

const running = ["unload", "execute", "exec", "call", "do", "begin"];
const routines = ["function", "procedure", "proc", "task"];

/** Whether texts in a statement are run as queries: `UNLOAD ('SELECT ...')`, the body of a function. */
export function runsTexts(items: readonly Item[]): boolean {
  if (isWord(items[0], ...running)) return true;
  return isWord(items[0], "create") && items.slice(0, 6).some((item) => isWord(item, ...routines));
}

/** The statements in a text that is run. */
export function statementsOfText(item: Item): readonly (readonly Item[])[] {
  const spoken = item.kind === "string" && /\b(?:from|join|using)\b/i.test(item.text);
  return spoken ? statementsIn(item.text.replaceAll("''", "'")).statements : [];
}

/** What `SET` gives a new value to: `a`, `t.a`, `(a, b)`; the place behind it, or `at` where nothing is set there. */
export function afterWritten(items: readonly Item[], at: number): number {
  const item = items[at];
  const named = item?.kind === "group" ? undefined : nameAt(items, at);
  const end = item?.kind === "group" ? at + 1 : (named?.end ?? at);
  return isSymbol(items[end], "=") ? end : at;
}

/** Words of `MERGE` that are no columns: `WHEN NOT MATCHED BY SOURCE THEN UPDATE`. */
export function isMergeWord(items: readonly Item[], at: number): boolean {
  const [item, before] = [items[at], items[at - 1]];
  if (isWord(item, "matched")) return isWord(before, "when", "not");
  if (isWord(item, "by")) return isWord(before, "matched");
  if (isWord(item, "source", "target")) return isWord(before, "by");
  return isWord(item, "update", "insert", "delete") && isWord(before, "then");
}

/** `UPDATE SET *`, `INSERT *`, `INSERT ROW`: every column of what is merged. */
export function mergesWhole(items: readonly Item[], at: number): boolean {
  const [item, before] = [items[at], items[at - 1]];
  return (isSymbol(item, "*") && isWord(before, "set", "insert")) || (isWord(item, "row") && isWord(before, "insert"));
}

/** The columns that `INSERT (a, b)` in a `MERGE` writes. */
export function isInsertList(items: readonly Item[], at: number): items is readonly Group[] {
  return items[at]?.kind === "group" && isWord(items[at - 1], "insert");
}

/** `flatten(input => a)`: the name of an argument, not of a column. */
export function namesArgument(items: readonly Item[], end: number): boolean {
  const [equals, greater] = [items[end], items[end + 1]];
  return isSymbol(equals, "=") && isSymbol(greater, ">") && greater?.start === (equals?.start ?? 0) + 1;
}
