import type { Location } from "../model.ts";
import { readJson } from "../text/json.ts";
import { get, type Place, type Tree, textOf, Unreadable } from "../text/tree.ts";
import { readYaml } from "../text/yaml.ts";
import { adoption } from "./adoption.ts";
import { dcsDocument } from "./dcs.ts";
import { odcsDocument } from "./odcs.ts";
import type { Generation } from "./odcs-parts.ts";
import { odcs2Document } from "./odcs-v2.ts";
import type { Shape } from "./shape.ts";

/** What is wrong with a contract document, or missing from it. */
export interface Lint {
  /** `schema`: the standard forbids it. `form`: it only asks for another form. `preview`: the version is not released. */
  readonly rule: LintRule;
  readonly severity: "error" | "warning" | "notice";
  readonly at: Location;
  /** From the top of the document: `schema[0].properties[2].name`; empty for the whole. */
  readonly key: string;
  readonly message: string;
}

type LintRule =
  | "unreadable"
  | "schema"
  | "form"
  | "preview"
  | "adoption/owner"
  | "adoption/freshness"
  | "adoption/quality"
  | "adoption/mode";

/** What is said of a contract beside its document. */
export interface Beside {
  /** The configuration names its owners. */
  readonly owned: boolean;
  /** The configuration names its mode. */
  readonly moded: boolean;
}

/** Wrong values beyond this many are not worth more words. */
const maxFindings = 1_000;

/**
 * Reads a contract document (Open Data Contract Standard 2.2, 3.0, 3.1, the preview of 3.2; Data Contract Specification) and
 * tells what its standard's schema refuses, as errors, and what the checklist of adoption misses, as warnings. Undefined for
 * any other document.
 */
export function lintDocument(path: string, text: string, beside: Beside): readonly Lint[] | undefined {
  let tree: Tree;
  try {
    tree = path.endsWith(".json") ? readJson(path, text) : readYaml(path, text);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return [{ rule: "unreadable", severity: "error", at: error.at, key: "", message: error.message }];
  }
  const standard = standardOf(tree);
  if (standard === undefined) return undefined;
  const found: Lint[] = [];
  const tell =
    (rule: LintRule, severity: Lint["severity"]) =>
    ({ line, column }: Place, key: string, message: string): void => {
      const whole = key === "" ? `the document ${message}` : `\`${key}\` ${message}`;
      if (found.length < maxFindings) found.push({ rule, severity, at: { path, line, column }, key, message: whole });
    };
  if ("refused" in standard) tell("schema", "error")(standard.at, standard.key, standard.refused);
  else {
    if (standard.preview !== undefined) tell("preview", "notice")(standard.at, "apiVersion", standard.preview);
    standard.shape(tree, "", { error: tell("schema", "error"), warn: tell("form", "warning") });
    for (const { item, at, message } of adoption(tree, standard.kind, beside))
      found.push({
        rule: `adoption/${item}`,
        severity: "warning",
        at: { path, line: at.line, column: at.column },
        key: "",
        message,
      });
  }
  return found;
}

/** Which standard a document claims, and what it asks. */
type Standard =
  | { readonly kind: Kind; readonly shape: Shape; readonly at: Place; readonly preview?: string }
  | { readonly refused: string; readonly key: string; readonly at: Place };

export type Kind = "odcs" | "odcs-2" | "dcs";

const generations: ReadonlyMap<Generation, Shape> = new Map(
  (["3.0", "3.1", "3.2"] as const).map((generation) => [generation, odcsDocument(generation)]),
);

function standardOf(tree: Tree): Standard | undefined {
  const specification = get(tree, "dataContractSpecification");
  if (specification !== undefined) return { kind: "dcs", shape: dcsDocument, at: specification };
  if (textOf(get(tree, "kind")) !== "DataContract") return undefined;
  const said = get(tree, "apiVersion");
  const [at, version] = [said ?? tree, textOf(said) ?? ""];
  if (said === undefined) return { refused: "is missing: which version of the standard it is", key: "apiVersion", at };
  if (/^v2\.2\.[0-2]$/.test(version)) return { kind: "odcs-2", shape: odcs2Document, at };
  const generation = releases.get(version);
  const shape = generation && generations.get(generation);
  if (shape === undefined) {
    const known = ["v2.2.0", "v2.2.1", "v2.2.2", ...releases.keys()].join(", ");
    return { refused: `must be one of ${known}`, key: "apiVersion", at };
  }
  if (generation !== "3.2") return { kind: "odcs", shape, at };
  const preview =
    "v3.2.0 is not released: the document is held against the draft of its schema, which may still change";
  return { kind: "odcs", shape, at, preview };
}

const releases: ReadonlyMap<string, Generation> = new Map([
  ["v3.0.0", "3.0"],
  ["v3.0.1", "3.0"],
  ["v3.0.2", "3.0"],
  ["v3.1.0", "3.1"],
  ["v3.2.0", "3.2"],
]);
