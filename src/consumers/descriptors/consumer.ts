import { get, type ObjectTree, type Tree, textOf, textsOf } from "../../text/tree.ts";
import { isReachable } from "../owners.ts";
import type { DeclaredConsumer, Descriptor } from "./descriptor.ts";
import {
  contactOf,
  criticalityOf,
  fieldsOf,
  flagOf,
  freshnessOf,
  pinOf,
  refuse,
  reliesOnOf,
  required,
  speaksOf,
  versionedDocuments,
} from "./read.ts";

/**
 * Our own descriptor, `contract-consumer/v1`: one consumer and the contracts it reads. Without `fields` it reads everything.
 * An exact version is a pin that has to move with the contract; a range or no version is not.
 */
export const consumer: Descriptor = {
  kind: "contract-consumer",
  globs: ["**/*.{yml,yaml}"],
  claims: (_path, text) => speaksOf(text, prefix),
  read: (path, text) =>
    versionedDocuments(path, text, prefix).flatMap(({ document, apiVersion, at }) => {
      if (apiVersion.slice(prefix.length) === "v1") return registration(path, document);
      return refuse(path, at, `unknown \`apiVersion\` ${apiVersion}; known is contract-consumer/v1`);
    }),
};

const prefix = "contract-consumer/";

function registration(path: string, document: ObjectTree): readonly DeclaredConsumer[] {
  const name = required(path, document, "consumer", "consumer");
  const owners = ownersOf(get(document, "owner"));
  const criticality = criticalityOf(path, get(document, "criticality"), "criticality");
  const expires = dayOf(path, get(document, "expires"), "expires");
  dayOf(path, get(document, "attested"), "attested");
  const reads = get(document, "reads");
  if (reads?.kind !== "array") return refuse(path, reads ?? document, "`reads` must be a list of what it reads");
  const shared = fixturesOf(path, get(document, "fixtures"), "fixtures");
  if (shared.length > 0 && reads.items.length > 1)
    refuse(
      path,
      get(document, "fixtures") ?? document,
      "`fixtures` must stand under the one of `reads` that they are of",
    );
  return reads.items.map((item, index) => {
    const key = `reads[${index}]`;
    const fixtures = [...shared, ...fixturesOf(path, get(item, "fixtures"), `${key}.fixtures`)];
    const version = pinOf(path, get(item, "version"), `${key}.version`);
    return {
      domain: textOf(get(document, "domain"))?.trim() ?? "",
      name,
      contract: contractOf(path, item, key),
      owners,
      ...contactOf(get(document, "contact")),
      version,
      reads: fieldsOf(path, get(item, "fields"), `${key}.fields`) ?? "everything",
      reliesOn: reliesOnOf(path, get(item, "relies_on"), `${key}.relies_on`),
      ...freshnessOf(get(item, "freshness_sla")),
      replays: flagOf(path, get(item, "replay"), `${key}.replay`),
      strict: typeof version === "string",
      criticality,
      confidence: version === undefined ? "unversioned" : "declared",
      ...(expires === undefined ? {} : { expires }),
      ...(fixtures.length > 0 && { fixtures }),
      kind: `${prefix}v1`,
      evidence: { path, line: item.line, column: item.column },
    };
  });
}

/** Paths from the root of the descriptor's own repository. */
function fixturesOf(path: string, tree: Tree | undefined, key: string): readonly string[] {
  if (tree === undefined || tree.kind === "null") return [];
  const paths = tree.kind === "array" ? tree.items : [tree];
  return paths.map((item) => {
    const text = item.kind === "string" ? item.value.trim().replace(/^\.\//, "") : "";
    if (/\.(?:json|ndjson)$/.test(text) && !text.startsWith("/") && !text.split("/").includes("..")) return text;
    return refuse(path, item, `\`${key}\` must be paths of .json or .ndjson files in this repository`);
  });
}

/** By whichever of its names. */
function contractOf(path: string, item: Tree, key: string): string {
  const given = ["dataset", "contract", "subject"].filter((name) => get(item, name) !== undefined);
  const [name] = given;
  if (name === undefined || given.length > 1)
    return refuse(path, item, `\`${key}\` needs one of \`dataset\`, \`contract\` and \`subject\``);
  return required(path, item, name, `${key}.${name}`);
}

/** Logins and teams where there are any, else addresses. The `@`, which YAML makes people quote, may be left out. */
function ownersOf(owner: Tree | undefined): readonly string[] {
  const named = textsOf(get(owner, "github")).map((text) => text.trim());
  const github = named.map((text) => (isReachable(`@${text}`) ? `@${text}` : text));
  const others = owner?.kind === "object" ? textsOf(get(owner, "email")) : textsOf(owner);
  return (github.length > 0 ? github : others.map((text) => text.trim())).filter((text) => text !== "");
}

function dayOf(path: string, tree: Tree | undefined, key: string): string | undefined {
  if (tree === undefined || tree.kind === "null") return undefined;
  const text = textOf(tree) ?? "";
  const [, month = 0, day = 0] = /^[0-9]{4}-([0-9]{2})-([0-9]{2})$/.exec(text)?.map(Number) ?? [];
  const real = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return real ? text : refuse(path, tree, `\`${key}\` must be a day, as in 2027-04-01`);
}
