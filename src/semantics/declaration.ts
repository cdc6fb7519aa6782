import type { DeclaredFacts, Location, MeaningClass, Problem } from "../model.ts";
import { Checked, type Mapping, take } from "../text/checked.ts";
import { type Place, type Tree, Unreadable } from "../text/tree.ts";
import { readYaml } from "../text/yaml.ts";
import { classes, classNames } from "./classes.ts";

/** Where declarations lie. */
export const declarationGlobs = [".contracts/changes/*.{yml,yaml}"];

/** One file under `.contracts/changes/`: what one pull request says about the meaning of one dataset. */
export interface Declaration {
  /** By any of its names. */
  readonly dataset: string;
  readonly at: Location;
  readonly changes: readonly DeclaredChange[];
  readonly attested: readonly Attestation[];
}

/** A field as the file names it; empty for the whole dataset. */
interface Named {
  readonly name: string;
  readonly at: Location;
}

export interface DeclaredChange extends DeclaredFacts {
  readonly class: MeaningClass;
  readonly fields: readonly Named[];
  readonly from: string;
  readonly to: string;
  /** Of the classes that may go two ways: which one, as the class calls it. */
  readonly way: string | undefined;
  readonly at: Location;
}

/** The author states that only the wording of a field changed. */
export interface Attestation {
  readonly field: Named;
  readonly reason: string;
}

/** So many entries of one file are read; an honest one has a handful. */
const maxEntries = 500;
const ways = [...new Set(Object.values(classes).flatMap(({ ways = [] }) => ways))];
const keys = [
  "class",
  "fields",
  "dataset",
  "direction",
  "from",
  "to",
  "effective",
  "history",
  "reason",
  "evidence",
  "migration",
];

/** Reads one declaration. What is wrong with it is a Problem with its place and key, and then it counts for nothing. */
export function readDeclaration(
  path: string,
  text: string,
): { readonly declaration?: Declaration; readonly problems: readonly Problem[] } {
  const checked = new Checked(path);
  let tree: Tree;
  try {
    tree = readYaml(path, text);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { problems: [{ at: error.at, message: error.message, severity: "failure" }] };
  }
  const at = (place: Place): Location => ({ path, line: place.line, column: place.column });
  if (tree.kind !== "object") {
    checked.complain(tree, "a declaration is a mapping with `apiVersion: contract-change/v1`, `dataset` and `changes`");
    return { problems: checked.problems };
  }
  const file = checked.mapping(tree, "", ["apiVersion", "dataset", "changes", "no_semantic_change"]);
  needed(file, tree, "apiVersion", checked.oneOf("contract-change/v1"));
  const dataset = needed(file, tree, "dataset", checked.text());
  const lists = ["changes", "no_semantic_change"].map((key) => take(file, key, entries(checked)) ?? []);
  const [changes = [], attested = []] = lists;
  if (changes.length === 0 && attested.length === 0 && checked.problems.length === 0)
    checked.complain(tree, "neither `changes` nor `no_semantic_change` says anything");
  const declaration: Declaration = {
    dataset: dataset ?? "",
    at: at(file.members.get("dataset") ?? tree),
    changes: changes.map((entry, index) => changeOf(checked, entry, `changes[${index}]`, at)).filter(isThere),
    attested: attested
      .map((entry, index) => attestationOf(checked, entry, `no_semantic_change[${index}]`, at))
      .filter(isThere),
  };
  return checked.problems.length > 0 ? { problems: checked.problems } : { declaration, problems: [] };
}

type At = (place: Place) => Location;

function changeOf(checked: Checked, tree: Tree, key: string, at: At): DeclaredChange | undefined {
  const entry = checked.mapping(tree, key, keys);
  const name = needed(entry, tree, "class", checked.oneOf(...classNames));
  const fields = fieldsOf(checked, entry, tree, key, at);
  const from = needed(entry, tree, "from", checked.text(unfilled));
  const to = needed(entry, tree, "to", checked.text(unfilled));
  const effective = needed(entry, tree, "effective", checked.text(notADay));
  const history = needed(entry, tree, "history", checked.oneOf("restated", "not_restated", "not_applicable"));
  const reason = needed(entry, tree, "reason", checked.text(unfilled));
  const way = wayOf(checked, entry, name);
  const evidence = take(entry, "evidence", checked.list(checked.text())) ?? [];
  const migration = take(entry, "migration", checked.text());
  if (name === undefined || from === undefined || to === undefined) return undefined;
  return { class: name, fields, from, to, way, effective, history, reason, evidence, migration, at: at(tree) };
}

function wayOf(checked: Checked, entry: Mapping, name: MeaningClass | undefined): string | undefined {
  const given = entry.members.get("direction");
  const possible = name === undefined ? undefined : classes[name].ways;
  if (given === undefined || name === undefined) return undefined;
  if (possible === undefined)
    return checked.complain(given, `\`${entry.prefix}direction\` says nothing about the class ${name}: leave it out`);
  const way = take(entry, "direction", checked.oneOf(...ways));
  if (way === undefined || possible.includes(way)) return way;
  return checked.complain(
    given,
    `\`${entry.prefix}direction\` of ${name} must be one of ${possible.join(", ")}; found \`${way}\``,
  );
}

function attestationOf(checked: Checked, tree: Tree, key: string, at: At): Attestation | undefined {
  const entry = checked.mapping(tree, key, ["field", "dataset", "reason"]);
  const reason = needed(entry, tree, "reason", checked.text(unfilled));
  const whole = wholeOf(checked, entry, "field", tree);
  const field = whole ? { name: "", at: at(tree) } : named(checked, entry.members.get("field"), `${key}.field`, at);
  return reason === undefined || field === undefined ? undefined : { field, reason };
}

function fieldsOf(checked: Checked, entry: Mapping, tree: Tree, key: string, at: At): readonly Named[] {
  if (wholeOf(checked, entry, "fields", tree)) return [{ name: "", at: at(tree) }];
  const list = entry.members.get("fields");
  if (list === undefined) return [];
  const fields =
    take(
      entry,
      "fields",
      checked.list((item, itemKey) => named(checked, item, itemKey, at)),
    ) ?? [];
  if (fields.length === 0 && list.kind === "array")
    checked.complain(list, `\`${key}.fields\` is empty: name a field, or say \`dataset: true\``);
  return fields;
}

function named(checked: Checked, tree: Tree | undefined, key: string, at: At): Named | undefined {
  const name = tree && checked.text()(tree, key);
  return tree === undefined || name === undefined ? undefined : { name, at: at(tree) };
}

/** Whether the entry is about the whole dataset: then it names no field, else it must. */
function wholeOf(checked: Checked, entry: Mapping, other: string, tree: Tree): boolean {
  const whole = take(entry, "dataset", checked.boolean) === true;
  const names = entry.members.has(other);
  if (whole === names)
    checked.complain(
      tree,
      `\`${entry.prefix.slice(0, -1)}\` needs ${whole ? "only " : ""}one of \`${other}\` and \`dataset: true\``,
    );
  return whole;
}

/** A key that must be there. */
function needed<T>(
  mapping: Mapping,
  tree: Tree,
  name: string,
  how: (tree: Tree, key: string) => T | undefined,
): T | undefined {
  const value = mapping.members.get(name);
  if (value !== undefined && value.kind !== "null") return how(value, `${mapping.prefix}${name}`);
  return mapping.checked.complain(value ?? tree, `\`${mapping.prefix}${name}\` is missing`);
}

function entries(checked: Checked) {
  return (tree: Tree, key: string): readonly Tree[] | undefined => {
    if (tree.kind === "null") return [];
    if (tree.kind !== "array") return checked.complain(tree, `\`${key}\` must be a list`);
    if (tree.items.length > maxEntries) return checked.complain(tree, `\`${key}\` has more than ${maxEntries} entries`);
    return tree.items;
  };
}

/** The snippet that the check offers has `...` where a person must say something. */
function unfilled(text: string): string | undefined {
  return /^[.…\s]+$/.test(text) ? "is not filled in" : undefined;
}

function notADay(text: string): string | undefined {
  const day =
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;
  return day.test(text) ? undefined : "must be a day or a time, as in 2026-12-01 or 2026-12-01T00:00:00Z";
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined;
}
