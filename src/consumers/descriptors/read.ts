import type { Consumer, Pin } from "../../model.ts";
import { isoMinutes } from "../../text/duration.ts";
import { mayHold } from "../../text/spoken.ts";
import { get, itemsOf, type ObjectTree, type Tree, textOf, Unreadable } from "../../text/tree.ts";
import { readYamlDocuments } from "../../text/yaml.ts";
import { fieldOf } from "./fields.ts";

/** What all descriptors share: required texts, pins, lists of fields, each refused with its place and key. */

/** The classes of meaning that a consumer may rely on. */
const meanings = [
  "entity",
  "grain",
  "population",
  "calculation",
  "unit",
  "timezone",
  "precision",
  "ordering",
  "delete_behaviour",
  "lateness",
  "null_meaning",
  "confidentiality",
  "key",
  "identifier_scope",
] as const;

/** The mappings among a file's YAML documents. @throws Unreadable */
export function documentsOf(path: string, text: string): readonly ObjectTree[] {
  return readYamlDocuments(path, text).filter((tree) => tree.kind === "object");
}

/** Whether a text may hold documents whose `apiVersion` begins so, whatever the case: a typing error must not hide them. */
export function speaksOf(text: string, prefix: string): boolean {
  return mayHold(text, prefix);
}

/** The documents whose `apiVersion` begins so, and what it is; the key and the beginning in any case. @throws Unreadable */
export function versionedDocuments(
  path: string,
  text: string,
  prefix: string,
): readonly { readonly document: ObjectTree; readonly apiVersion: string; readonly at: Tree }[] {
  const versioned = (document: ObjectTree) => {
    const at = apiVersionOf(document);
    const apiVersion = textOf(at)?.trim() ?? "";
    return at !== undefined && apiVersion.toLowerCase().startsWith(prefix) ? [{ document, apiVersion, at }] : [];
  };
  return readYamlDocuments(path, text).flatMap((tree) => {
    if (tree.kind === "object") return versioned(tree);
    const listed = itemsOf(tree).find((item) => item.kind === "object" && versioned(item).length > 0);
    return listed === undefined
      ? []
      : refuse(path, listed, "a list of descriptors is not understood: part them by lines of `---`");
  });
}

function apiVersionOf(document: ObjectTree): Tree | undefined {
  const exact = get(document, "apiVersion");
  if (exact !== undefined) return exact;
  for (const [key, { value }] of document.members) if (/^api[-_]?version$/i.test(key)) return value;
  return undefined;
}

/** @throws Unreadable */
export function refuse(path: string, tree: Tree, message: string): never {
  throw new Unreadable(message, { path, line: tree.line, column: tree.column });
}

/** A name under a key that must be there. @throws Unreadable */
export function required(path: string, parent: Tree, key: string, fullKey: string): string {
  const tree = get(parent, key);
  const text = textOf(tree)?.trim();
  if (text !== undefined && text !== "") return text;
  const wrong = tree === undefined || tree.kind === "null" || text === "" ? "is missing" : "must be a text";
  return refuse(path, tree ?? parent, `\`${fullKey}\` ${wrong}`);
}

/** An exact version, as written. @throws Unreadable */
export function versionOf(path: string, tree: Tree | undefined, fullKey: string): string | undefined {
  if (tree === undefined || tree.kind === "null") return undefined;
  const text = tree.kind === "string" || tree.kind === "number" ? textOf(tree)?.trim() : undefined;
  return text === undefined || text === "" ? refuse(path, tree, `\`${fullKey}\` must be a version`) : text;
}

/** A version or a range of versions. @throws Unreadable */
export function pinOf(path: string, tree: Tree | undefined, fullKey: string): Pin {
  if (tree?.kind !== "object") return versionOf(path, tree, fullKey);
  const min = versionOf(path, get(tree, "min"), `${fullKey}.min`);
  const max = versionOf(path, get(tree, "max"), `${fullKey}.max`);
  if (min === undefined || max === undefined)
    return refuse(path, tree, `\`${fullKey}\` as a range needs \`min\` and \`max\``);
  return { min, max };
}

/** The elements it reads; undefined where it does not say. @throws Unreadable */
export function fieldsOf(path: string, tree: Tree | undefined, fullKey: string): Consumer["reads"] | undefined {
  const names = namesOf(path, tree, fullKey);
  if (names === undefined) return undefined;
  if (names.some((name) => name === "*" || name === "**")) return "everything";
  if (names.length === 0)
    return refuse(path, tree as Tree, `\`${fullKey}\` is empty: leave it out where everything is read`);
  return names.map(fieldOf);
}

/** The classes of meaning it relies on; everything where it does not say. @throws Unreadable */
export function reliesOnOf(path: string, tree: Tree | undefined, fullKey: string): Consumer["reliesOn"] {
  const names = namesOf(path, tree, fullKey);
  const known: readonly string[] = meanings;
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined)
    return refuse(
      path,
      tree as Tree,
      `\`${fullKey}\` holds an unknown class of meaning; known are ${meanings.join(", ")}`,
    );
  return names ?? "everything";
}

/** The minutes within which it needs the data, where it says; what is no ISO 8601 duration counts as at once. */
export function freshnessOf(tree: Tree | undefined): { readonly freshness?: number } {
  if (tree === undefined || tree.kind === "null") return {};
  return { freshness: isoMinutes(textOf(tree)?.trim() ?? "") ?? 0 };
}

/** @throws Unreadable */
export function criticalityOf(path: string, tree: Tree | undefined, fullKey: string): Consumer["criticality"] {
  if (tree === undefined || tree.kind === "null") return "medium";
  const found = criticalities.find((word) => word === textOf(tree)?.toLowerCase());
  return found ?? refuse(path, tree, `\`${fullKey}\` must be one of ${criticalities.join(", ")}`);
}

/** @throws Unreadable */
export function flagOf(path: string, tree: Tree | undefined, fullKey: string): boolean {
  if (tree === undefined || tree.kind === "null") return false;
  return tree.kind === "boolean" ? tree.value : refuse(path, tree, `\`${fullKey}\` must be true or false`);
}

const criticalities = ["low", "medium", "high", "regulatory"] as const;

function namesOf(path: string, tree: Tree | undefined, fullKey: string): readonly string[] | undefined {
  if (tree === undefined || tree.kind === "null") return undefined;
  const items = tree.kind === "array" ? tree.items : [tree];
  return items.map((item) => {
    const name = textOf(item)?.trim();
    return name === undefined || name === "" ? refuse(path, item, `\`${fullKey}\` must be a list of names`) : name;
  });
}

/** What holds of a reader whose descriptor says neither which version it reads nor which fields. */
export const unpinned = {
  domain: "",
  version: undefined,
  reads: "everything",
  reliesOn: "everything",
  replays: false,
  strict: false,
  criticality: "medium",
  confidence: "unversioned",
} as const satisfies Partial<Consumer>;

/** Where a domain is reached, as its descriptor says it: its first words, one after the other. */
export function contactOf(...said: readonly (Tree | undefined)[]): { readonly contact?: string } {
  const words = said.map((tree) => textOf(tree)?.trim() ?? "").filter((word) => word !== "");
  return words.length === 0 ? {} : { contact: words.join(" ").slice(0, longestContact) };
}

const longestContact = 200;
