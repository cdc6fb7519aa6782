import { type Tree, textOf } from "../../text/tree.ts";

/** A value as one text: members in order of their names, scalars as they were written. */
export function canonical(tree: Tree): string {
  return asText(tree, (items) => items);
}

/** The same where the order of lists means nothing. */
export function unordered(tree: Tree): string {
  return asText(tree, (items) => items.toSorted());
}

function asText(tree: Tree, order: (items: readonly string[]) => readonly string[]): string {
  switch (tree.kind) {
    case "array":
      return `[${order(tree.items.map((item) => asText(item, order))).join(", ")}]`;
    case "object":
      return `{${[...tree.members]
        .map(([name, { value }]) => `${name}: ${asText(value, order)}`)
        .sort()
        .join(", ")}}`;
    default:
      return textOf(tree) ?? "null";
  }
}

/** Prose without letters' case, punctuation and white space: what differs in these alone is no other promise. */
export function words(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%<>=+*/-]+/gu, " ")
    .trim();
}

/** A text short enough for one sentence. */
export function shortened(text: string, most = 120): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
