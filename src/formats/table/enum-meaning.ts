import type { Location } from "../../model.ts";
import { get, itemsOf, type ObjectTree, type Tree, textOf } from "../../text/tree.ts";
import type { Emit } from "../format.ts";
import { locationOf } from "./read.ts";
import type { TableRules } from "./rules.ts";
import { shortened, words } from "./written.ts";

/** What a value of a column stands for, as the contract says. */
interface Meaning {
  readonly text: string;
  readonly at: Location;
}

export type Meanings = ReadonlyMap<string, Meaning>;

/** Members and custom properties that explain values by a mapping, or by a list beside the values. */
const explaining =
  /^(?:x-)?(?:codes?|codelist|(?:code|enum|value|status)[ _-]?(?:map|mapping|list|labels?|names?|meanings?|descriptions?))$/i;

/** Whether a member of that name explains values, where it is more than a text. */
export function explains(name: string): boolean {
  return explaining.test(name);
}

/**
 * What a column's values mean: labels and descriptions of the standard's preview (3.2, `enum[]`), and code maps that
 * contracts keep in custom properties or in members of their own.
 */
export function meaningsOf(path: string, item: ObjectTree): Meanings {
  const meanings = new Map<string, Meaning>();
  const add = (value: string | undefined, texts: readonly (string | undefined)[], at: Tree) => {
    const text = texts.filter((one) => one !== undefined && one !== "").join(": ");
    if (value !== undefined && text !== "") meanings.set(value, { text, at: locationOf(path, at) });
  };
  const values = itemsOf(get(item, "enum"));
  const mapping = (tree: Tree) => {
    if (tree.kind === "object")
      for (const [value, member] of tree.members) add(value, [textOf(member.value)], member.value);
    for (const [index, one] of itemsOf(tree).entries()) add(textOf(values[index]), [textOf(one)], one);
  };
  for (const [name, member] of item.members)
    if (name !== "enum" && explaining.test(name) && member.value.kind !== "string") mapping(member.value);
  for (const property of itemsOf(get(item, "customProperties"))) {
    const value = get(property, "value");
    if (value?.kind === "object" && explaining.test(textOf(get(property, "property")) ?? "")) mapping(value);
  }
  for (const one of values)
    add(textOf(get(one, "value")), [textOf(get(one, "label")), textOf(get(one, "description"))], one);
  return meanings;
}

interface Place {
  readonly element: string;
  readonly of: string;
  readonly at: Location;
  readonly emit: Emit<TableRules>;
  /** The values that either side lists: what a value means that comes or goes with the list is no news beside it. */
  readonly was?: ReadonlySet<string>;
  readonly is?: ReadonlySet<string>;
}

/** Compares what the same values mean on both sides. Another wording of the same letters is silent. */
export function diffMeanings(base: Meanings = new Map(), head: Meanings = new Map(), place: Place): void {
  const { was = new Set(), is = new Set() } = place;
  const listedAlike = (value: string) => was.has(value) === is.has(value);
  const values = [...new Set([...base.keys(), ...head.keys()])].filter(
    (value) => listedAlike(value) && words(base.get(value)?.text ?? "") !== words(head.get(value)?.text ?? ""),
  );
  // a whole map that appears, or goes, is one thing to tell
  const [whole] = [base, head].filter(({ size }) => size === 0);
  if (whole !== undefined && values.length > 1) tellMap(base, head, values, place);
  else for (const value of values) tellMeaning(value, base.get(value), head.get(value), place);
}

function tellMap(base: Meanings, head: Meanings, values: readonly string[], { element, of, at, emit }: Place): void {
  const side = (meanings: Meanings) =>
    meanings.size === 0
      ? null
      : { means: Object.fromEntries(values.map((value) => [value, meanings.get(value)?.text])) };
  const listed = values.map((value) => `${value} ${(head.get(value) ?? base.get(value))?.text ?? ""}`).join(", ");
  const [first] = head.values();
  emit("enum-meaning-changed", {
    element,
    before: side(base),
    after: side(head),
    message: `what values of ${of} mean is ${head.size === 0 ? "no longer said" : "said now"} (${shortened(listed)})`,
    location: first?.at ?? at,
    breaks: [],
  });
}

function tellMeaning(
  value: string,
  before: Meaning | undefined,
  after: Meaning | undefined,
  { element, of, at, emit }: Place,
): void {
  const told = (meaning: Meaning | undefined) => (meaning === undefined ? null : { means: meaning.text, value });
  const said = ({ text }: Meaning) => JSON.stringify(shortened(text, 80));
  const what =
    before === undefined
      ? `is said to mean ${said(after as Meaning)}`
      : after === undefined
        ? `is no longer said to mean ${said(before)}`
        : `meant ${said(before)}, now ${said(after)}`;
  emit("enum-meaning-changed", {
    element,
    before: told(before),
    after: told(after),
    message: `value ${JSON.stringify(shortened(value, 60))} of ${of} ${what}`,
    location: after?.at ?? at,
    basis: "suspected",
    // a meaning that is said, or left out, need not be another one
    ...((before === undefined || after === undefined) && { breaks: [], basis: "rule" as const }),
  });
}
