import { type Group, type Item, isSymbol, isWord } from "./tokens.ts";

/** What joins two queries into one. */
export const setOperators = ["union", "intersect", "except", "minus"];
/** Whether brackets hold a query. */
export function isQuery({ items }: Group): boolean {
  const [first] = items;
  if (first?.kind === "group") return isQuery(first) || items.some((item) => isWord(item, ...setOperators));
  return isWord(first, "select", "with");
}

/** `WITH [RECURSIVE] a AS (...), b (x) AS (...)`, wherever it stands in the statement. */
export function expressionsIn(items: readonly Item[]) {
  const names: string[] = [];
  const bodies: Group[] = [];
  let recursive = false;
  for (const [index, item] of items.entries()) {
    if (isWord(item, "with") && isWord(items[index + 1], "recursive")) recursive = true;
    if (item.kind !== "group") continue;
    let at = index - 1;
    while (isWord(items[at], "materialized", "not")) at--;
    if (!isWord(items[at], "as")) continue;
    at--;
    if (items[at]?.kind === "group") at--;
    const name = items[at];
    const before = items[at - 1];
    if ((name?.kind !== "word" && name?.kind !== "name") || !isQuery(item)) continue;
    if (!isWord(before, "with", "recursive") && !isSymbol(before, ",")) continue;
    names.push(name.text.toLowerCase());
    bodies.push(item);
  }
  return { names, bodies, recursive };
}
