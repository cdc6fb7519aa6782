import type { Options } from "../../model.ts";
import { readJson } from "../../text/json.ts";
import { type Tree, Unreadable } from "../../text/tree.ts";
import { readYaml } from "../../text/yaml.ts";
import type { Source } from "../format.ts";
import { check } from "./check.ts";
import { type Draft, draftOf } from "./dialect.ts";
import { Documents } from "./documents.ts";
import { metaSchema } from "./meta-schemas.ts";
import { withNullable } from "./nullable.ts";

/** One side: its root schemas by path, and everything they can refer to. */
export interface Schema {
  readonly documents: Documents;
  /** Several only where no root was named. */
  readonly roots: ReadonlyMap<string, Tree>;
  readonly assertFormats: boolean;
  /** The texts as they came, to know unchanged ones. */
  readonly texts: ReadonlyMap<string, string>;
  readonly draft: Draft;
}

/** Texts that are read when it is known on which side they stand: either side may have a draft of its own. */
export interface Sides {
  readonly as: (side: "base" | "head") => Schema;
}

export function readSchemaText(path: string, text: string): Tree {
  const yaml = /\.ya?ml$/i.test(path) || (!/\.json$/i.test(path) && !/^[\ufeff\s]*[{["\-0-9tfn]/.test(text));
  return yaml ? readYaml(path, text) : readJson(path, text);
}

/** The draft of texts that do not name theirs. */
function fallbackDraft(options: Options, side: "base" | "head"): Draft {
  const { draft } = options;
  const name = typeof draft === "object" ? draft[side] : draft;
  if (name === undefined || typeof name === "boolean") return "07";
  const found = draftOf(name);
  if (found === undefined) throw new Unreadable(`no such draft of JSON Schema: ${name}`, { path: "" });
  return found;
}

/** @throws Unreadable */
export function parseSide(source: Source, options: Options, side: "base" | "head"): Schema {
  const draft = fallbackDraft(options, side);
  const trees = new Map<string, Tree>();
  const { dialect } = options;
  const spoken = typeof dialect === "object" ? dialect[side] : dialect;
  for (const [path, text] of source.files) {
    const tree = readSchemaText(path, text);
    trees.set(path, spoken === "openapi-3.0" ? withNullable(tree) : tree);
  }
  const documents = new Documents(trees, draft, metaSchema);
  const roots = new Map<string, Tree>();
  const paths = source.entry !== "" && trees.has(source.entry) ? [source.entry] : [...trees.keys()];
  for (const path of paths) roots.set(path, trees.get(path) as Tree);
  for (const [path, tree] of trees) check(documents, tree, path);
  return { documents, roots, assertFormats: options.formatAssertion === true, texts: source.files, draft };
}
