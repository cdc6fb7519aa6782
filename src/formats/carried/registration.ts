import type { Options } from "../../model.ts";
import { jsonAt } from "../../text/excerpt.ts";
import { get, itemsOf, type Place, type Tree, textOf, textsOf, Unreadable } from "../../text/tree.ts";
import type { AroundFinding, CarrierDefinition, Opened } from "../carrier.ts";
import type { Source } from "../format.ts";
import { perTree } from "../per-tree.ts";
import { tagChanges } from "../tags.ts";
import { readDocument } from "./documents.ts";
import { modeFor } from "./payload.ts";
import { registrationRules } from "./registration-rules.ts";

const named = /\.subject\.json$/i;

/**
 * A schema as it is registered: `{schemaType, schema, references, metadata, ruleSet}`, the body of a registry's request or
 * answer, in a file called `<subject>.subject.json` or with a `schemaType`.
 */
export const registration: CarrierDefinition = {
  name: "schema-registry",
  family: "registry",
  rules: registrationRules,
  globs: ["**/*.json"],
  claims: (path, text) => named.test(path) || (/"schemaType"[ \t]*:/.test(text) && /"schema"[ \t\r\n]*:/.test(text)),
  references(path, text, tree) {
    const known = setOf(tree);
    const subjects = [...text.matchAll(/"subject"[ \t]*:[ \t]*"([^"\\]{1,500})"/g)].map(([, subject]) =>
      beside(path, subject ?? ""),
    );
    return [...new Set(subjects)].filter((other) => other !== path && known.has(other)).sort();
  },
  unwrap(path, text, files) {
    const body = readDocument(path, text);
    const schema = get(body, "schema");
    if (schema === undefined || (!named.test(path) && textOf(get(body, "schemaType")) === undefined)) {
      if (named.test(path)) throw new Unreadable("`schema` is missing", { path, line: body.line, column: body.column });
      return [];
    }
    // other people call things of their own a schemaType, but not a file `.subject.json`
    if (!named.test(path) && languageOf(body) === undefined) return [];
    const subject = textOf(get(body, "subject")) ?? (path.split("/").at(-1) ?? path).replace(named, "");
    const { line, column } = schema;
    return [
      {
        part: "",
        names: [subject, path],
        version: undefined,
        mode: modeFor(languageOf(body), undefined),
        also: topicsOf(subject),
        ...(subject.endsWith("-key") && { key: true as const }),
        at: { line, column },
        open: () => opened(path, body, schema, files),
      },
    ];
  },
  around: (base, head) => [...tags(base, head), ...rules(base, head), ...properties(base, head)],
};

const setOf = perTree((tree) => new Set(tree));

function beside(path: string, subject: string): string {
  return [...path.split("/").slice(0, -1), `${subject}.subject.json`].join("/");
}

function topicsOf(subject: string): readonly string[] {
  const topic = /^(.+)-(?:value|key)$/.exec(subject)?.[1];
  return topic === undefined ? [] : [topic];
}

function languageOf(body: Tree): "avro" | "protobuf" | "json-schema" | undefined {
  const type = (textOf(get(body, "schemaType")) ?? "AVRO").toUpperCase();
  return type === "AVRO" ? "avro" : type === "PROTOBUF" ? "protobuf" : type === "JSON" ? "json-schema" : undefined;
}

const endings = { avro: ".avsc", protobuf: ".proto", "json-schema": ".schema.json" } as const;

function opened(path: string, body: Tree, schema: Tree, files: ReadonlyMap<string, string>): Opened {
  const language = languageOf(body);
  const { line, column } = get(body, "schemaType") ?? body;
  if (language === undefined)
    throw new Unreadable(`a schemaType of ${textOf(get(body, "schemaType"))} is not known`, { path, line, column });
  const entry = `${path}${endings[language]}`;
  const inner = new Map([[entry, schemaText(schema)]]);
  for (const reference of itemsOf(get(body, "references"))) {
    const [name, subject] = [textOf(get(reference, "name")), textOf(get(reference, "subject"))];
    const text = subject === undefined ? undefined : files.get(beside(path, subject));
    const referred = text === undefined ? undefined : get(readDocument(beside(path, subject ?? ""), text), "schema");
    if (name === undefined || referred === undefined) {
      const place = { path, line: reference.line, column: reference.column };
      throw new Unreadable(
        `the referenced subject ${subject ?? "(none)"} is not at hand as a file beside this one`,
        place,
      );
    }
    inner.set(
      name.includes("/") || name.endsWith(endings[language]) ? name : `${name}${endings[language]}`,
      schemaText(referred),
    );
  }
  const options: Options = language === "json-schema" ? { draft: "07" } : {};
  return { format: language, source: { entry, part: "", files: inner }, options, real: new Map() };
}

/** A schema stands there as a text, or as the value itself. */
function schemaText(schema: Tree): string {
  return schema.kind === "string" ? schema.value : jsonAt(schema);
}

function asWritten(tree: Tree): unknown {
  if (tree.kind === "array") return tree.items.map(asWritten);
  if (tree.kind !== "object") return tree.kind === "null" ? null : tree.value;
  return Object.fromEntries([...tree.members].map(([key, { value }]) => [key, asWritten(value)]));
}

function bodyOf(source: Source): Tree {
  return readDocument(source.entry, source.files.get(source.entry) ?? "");
}

function* tags(base: Source, head: Source): Generator<AroundFinding> {
  const [was, is] = [tagsIn(bodyOf(base)), tagsIn(bodyOf(head))];
  const { line, column } = get(bodyOf(head), "metadata") ?? bodyOf(head);
  for (const path of new Set([...was.keys(), ...is.keys()])) {
    const [before, after] = [was.get(path), is.get(path)];
    for (const { rule, tag, basis } of tagChanges(before?.tags ?? [], after?.tags ?? [])) {
      const of = `the tag ${tag} of ${path}`;
      const added = rule === "tag-added";
      const sides = added ? { before: null, after: of } : { before: of, after: null };
      yield { rule, ...sides, message: `${of} is ${added ? "new" : "gone"}`, at: after?.at ?? { line, column }, basis };
    }
  }
}

/** By the paths that they stand at, `**.ssn`. */
function tagsIn(body: Tree): ReadonlyMap<string, { readonly tags: readonly string[]; readonly at: Place }> {
  const tagged = get(get(body, "metadata"), "tags");
  if (tagged?.kind !== "object") return new Map();
  return new Map([...tagged.members].map(([path, { at, value }]) => [path, { tags: textsOf(value), at }]));
}

function* properties(base: Source, head: Source): Generator<AroundFinding> {
  const of = (source: Source) => get(get(bodyOf(source), "metadata"), "properties");
  const [was, is] = [of(base), of(head)];
  const names = new Set([was, is].flatMap((one) => (one?.kind === "object" ? [...one.members.keys()] : [])));
  for (const name of names) {
    const [before, after] = [textOf(get(was, name)) ?? null, textOf(get(is, name)) ?? null];
    if (before === after) continue;
    const { line, column } = get(is, name) ?? is ?? bodyOf(head);
    const message = `the property ${name} goes from ${before ?? "nothing"} to ${after ?? "nothing"}`;
    yield {
      rule: "property-changed",
      before: `${name}=${before ?? ""}`,
      after: `${name}=${after ?? ""}`,
      message,
      at: { line, column },
    };
  }
}

/** A rule of a rule set, with the registry's defaults filled in. */
interface ContractRule {
  readonly migration: boolean;
  readonly name: string;
  readonly mode: string;
  readonly kind: string;
  readonly onFailure: string;
  /** Everything that decides what it does. */
  readonly does: string;
  readonly at: Place;
}

function rulesIn(body: Tree): ReadonlyMap<string, ContractRule> {
  const found = new Map<string, ContractRule>();
  for (const section of ["migrationRules", "domainRules", "encodingRules"])
    for (const rule of itemsOf(get(get(body, "ruleSet"), section))) {
      const said = (key: string, otherwise = "") => textOf(get(rule, key)) ?? otherwise;
      if (said("disabled") === "true") continue;
      const name = said("name");
      const migration = section === "migrationRules";
      const mode = said("mode", migration ? "UPDOWN" : "WRITEREAD").toUpperCase();
      const kind = said("kind", "TRANSFORM").toUpperCase();
      const { line, column } = rule;
      const params = asWritten(get(rule, "params") ?? { kind: "null", raw: "null", line, column });
      const does = JSON.stringify([
        mode,
        kind,
        said("type"),
        said("expr"),
        textsOf(get(rule, "tags")).toSorted(),
        params,
      ]);
      const onFailure = said("onFailure", "ERROR").toUpperCase();
      found.set(`${section} ${name}`, { migration, name, mode, kind, onFailure, does, at: { line, column } });
    }
  return found;
}

function* rules(base: Source, head: Source): Generator<AroundFinding> {
  const [was, is] = [rulesIn(bodyOf(base)), rulesIn(bodyOf(head))];
  for (const [key, rule] of is) {
    const before = was.get(key);
    if (before === undefined) yield added(rule);
    else yield* changed(before, rule);
  }
  const { line, column } = get(bodyOf(head), "ruleSet") ?? bodyOf(head);
  for (const [key, rule] of was) if (!is.has(key)) yield removed(rule, { line, column });
}

const both = ["backward", "forward"] as const;

/** What is only written under a condition breaks no reader; what changes on the way breaks those who do not change it back. */
function added({ migration, name, mode, kind, does, at }: ContractRule): AroundFinding {
  const common = { before: null, after: does, at };
  if (migration) return { ...common, rule: "migration-added", message: `the migration rule ${name} is new` };
  const breaks = kind === "TRANSFORM" ? both : mode === "WRITE" ? [] : (["backward"] as const);
  return { ...common, rule: "rule-added", message: `the rule ${name} is new, or no longer disabled`, breaks };
}

function removed({ migration, name, mode, kind, does }: ContractRule, at: Place): AroundFinding {
  const common = { before: does, after: null, at };
  if (migration) {
    const breaks = mode === "UPGRADE" ? (["backward"] as const) : mode === "DOWNGRADE" ? (["forward"] as const) : both;
    return { ...common, rule: "migration-removed", message: `the migration rule ${name} is gone, or disabled`, breaks };
  }
  const breaks = kind === "TRANSFORM" ? both : (["forward"] as const);
  return { ...common, rule: "rule-removed", message: `the rule ${name} is gone, or disabled`, breaks };
}

function* changed(before: ContractRule, after: ContractRule): Generator<AroundFinding> {
  const { migration, name, at } = after;
  if (before.does !== after.does) {
    const [rule, what] = migration ? ["migration-changed", "migration rule"] : ["rule-changed", "rule"];
    const message = `the ${what} ${name} says something else now`;
    yield { rule, before: before.does, after: after.does, message, at, basis: "not-analysed" };
  }
  if (before.onFailure === after.onFailure) return;
  const passes = (onFailure: string) => onFailure.split(",").some((one) => one.trim() === "NONE");
  const [was, is] = [passes(before.onFailure), passes(after.onFailure)];
  if (was === is) return;
  const message = `what does not meet the rule ${name} ${is ? "is passed on" : "is refused"}: onFailure ${before.onFailure} -> ${after.onFailure}`;
  yield {
    rule: is ? "failure-ignored" : "failure-enforced",
    before: before.onFailure,
    after: after.onFailure,
    message,
    at,
  };
}
