import type { Location } from "../model.ts";
import type { Section, Surroundings } from "../text/surroundings.ts";
import { get, itemsOf, type Tree, textOf, textsOf } from "../text/tree.ts";
import { changeOf } from "./change.ts";
import type { Finding } from "./format.ts";
import { registrationRules } from "./registration-rules.ts";
import { tagChanges } from "./tags.ts";

type Around = Omit<Finding, "element" | "location" | "witnesses" | "announced"> & {
  readonly rule: keyof typeof registrationRules;
  readonly location: Location;
};

/**
 * What changed around a schema. `decided`: something changed that may decide of what is no literal, so that it may have
 * changed though it is written as before.
 */
export function aroundChanges(
  contract: string,
  element: string,
  base: Surroundings,
  head: Surroundings,
  decided: boolean,
): readonly ReturnType<typeof changeOf>[] {
  const findings = [
    ...tags(base, head),
    ...rules(base, head),
    ...properties(base, head),
    ...unknown(base, head, decided),
  ];
  return findings.map(({ rule, before, after, message, location, ...how }) => {
    const { breaks, advice } = registrationRules[rule];
    const basis = how.basis ?? "rule";
    const said = { element, before, after, message, advice, location, basis };
    return changeOf(contract, `registry/${rule}`, { ...said, breaks: how.breaks ?? breaks });
  });
}

function locate({ path }: Section, { line, column }: { readonly line: number; readonly column: number }): Location {
  return { path, line, column };
}

function* unknown(base: Surroundings, head: Surroundings, decided: boolean): Generator<Around> {
  const common = { rule: "not-analysed", location: head.at, basis: "not-analysed" } as const;
  const [before, after] = [base, head].map(({ unknown }) => unknown.join("; ")) as [string, string];
  if (before !== after || (decided && after !== "")) {
    const message = `what is registered is computed, which is never evaluated: ${after || before}`;
    yield { ...common, before, after, message };
  }
  const [from, to] = [base.elsewhere ?? null, head.elsewhere ?? null];
  if (from === to) return;
  const message = `the schema that is registered stood in ${from ?? "this file"} and stands in ${to ?? "this file"} now: the two are not compared`;
  yield { ...common, before: from, after: to, message };
}

function* tags(base: Surroundings, head: Surroundings): Generator<Around> {
  const [was, is] = [tagsIn(base.metadata), tagsIn(head.metadata)];
  const otherwise = head.metadata === undefined ? head.at : locate(head.metadata, head.metadata.tree);
  for (const path of new Set([...was.keys(), ...is.keys()])) {
    const [before, after] = [was.get(path), is.get(path)];
    for (const { rule, tag, basis } of tagChanges(before?.tags ?? [], after?.tags ?? [])) {
      const of = `the tag ${tag} of ${path}`;
      const added = rule === "tag-added";
      const sides = added ? { before: null, after: of } : { before: of, after: null };
      yield { rule, ...sides, message: `${of} is ${added ? "new" : "gone"}`, location: after?.at ?? otherwise, basis };
    }
  }
}

/** By the paths that they stand at, `**.ssn`. */
function tagsIn(metadata: Section | undefined) {
  const tagged = get(metadata?.tree, "tags");
  if (metadata === undefined || tagged?.kind !== "object") return new Map<string, never>();
  return new Map(
    [...tagged.members].map(([path, { at, value }]) => [path, { tags: textsOf(value), at: locate(metadata, at) }]),
  );
}

function* properties(base: Surroundings, head: Surroundings): Generator<Around> {
  const [was, is] = [get(base.metadata?.tree, "properties"), get(head.metadata?.tree, "properties")];
  const names = new Set([was, is].flatMap((one) => (one?.kind === "object" ? [...one.members.keys()] : [])));
  for (const name of names) {
    const [before, after] = [textOf(get(was, name)) ?? null, textOf(get(is, name)) ?? null];
    if (before === after) continue;
    const place = get(is, name) ?? is ?? head.metadata?.tree;
    const location = head.metadata === undefined || place === undefined ? head.at : locate(head.metadata, place);
    const message = `the property ${name} goes from ${before ?? "nothing"} to ${after ?? "nothing"}`;
    const sides = { before: `${name}=${before ?? ""}`, after: `${name}=${after ?? ""}` };
    yield { rule: "property-changed", ...sides, message, location };
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
  readonly location: Location;
}

function rulesIn(ruleSet: Section | undefined): ReadonlyMap<string, ContractRule> {
  const found = new Map<string, ContractRule>();
  if (ruleSet === undefined) return found;
  for (const section of ["migrationRules", "domainRules", "encodingRules"])
    for (const rule of itemsOf(get(ruleSet.tree, section))) {
      const said = (key: string, otherwise = "") => textOf(get(rule, key)) ?? otherwise;
      if (said("disabled") === "true") continue;
      const name = said("name");
      const migration = section === "migrationRules";
      const mode = said("mode", migration ? "UPDOWN" : "WRITEREAD").toUpperCase();
      const kind = said("kind", "TRANSFORM").toUpperCase();
      const { line, column } = rule;
      const params = asWritten(get(rule, "params") ?? { kind: "null", raw: "null", line, column });
      const tagged = textsOf(get(rule, "tags")).toSorted();
      const does = JSON.stringify([mode, kind, said("type"), said("expr"), tagged, params]);
      const onFailure = said("onFailure", "ERROR").toUpperCase();
      found.set(`${section} ${name}`, {
        migration,
        name,
        mode,
        kind,
        onFailure,
        does,
        location: locate(ruleSet, rule),
      });
    }
  return found;
}

function asWritten(tree: Tree): unknown {
  if (tree.kind === "array") return tree.items.map(asWritten);
  if (tree.kind !== "object") return tree.kind === "null" ? null : tree.value;
  return Object.fromEntries([...tree.members].map(([key, { value }]) => [key, asWritten(value)]));
}

function* rules(base: Surroundings, head: Surroundings): Generator<Around> {
  const [was, is] = [rulesIn(base.ruleSet), rulesIn(head.ruleSet)];
  for (const [key, rule] of is) {
    const before = was.get(key);
    if (before === undefined) yield added(rule);
    else yield* changed(before, rule);
  }
  const otherwise = head.ruleSet === undefined ? head.at : locate(head.ruleSet, head.ruleSet.tree);
  for (const [key, rule] of was) if (!is.has(key)) yield removed(rule, otherwise);
}

const both = ["backward", "forward"] as const;

/** What is only written under a condition breaks no reader; what changes on the way breaks those who do not change it back. */
function added({ migration, name, mode, kind, does, location }: ContractRule): Around {
  const common = { before: null, after: does, location };
  if (migration) return { ...common, rule: "migration-added", message: `the migration rule ${name} is new` };
  const breaks = kind === "TRANSFORM" ? both : mode === "WRITE" ? [] : (["backward"] as const);
  return { ...common, rule: "rule-added", message: `the rule ${name} is new, or no longer disabled`, breaks };
}

function removed({ migration, name, mode, kind, does }: ContractRule, location: Location): Around {
  const common = { before: does, after: null, location };
  if (migration) {
    const breaks = mode === "UPGRADE" ? (["backward"] as const) : mode === "DOWNGRADE" ? (["forward"] as const) : both;
    return { ...common, rule: "migration-removed", message: `the migration rule ${name} is gone, or disabled`, breaks };
  }
  const breaks = kind === "TRANSFORM" ? both : (["forward"] as const);
  return { ...common, rule: "rule-removed", message: `the rule ${name} is gone, or disabled`, breaks };
}

function* changed(before: ContractRule, after: ContractRule): Generator<Around> {
  const { migration, name, location } = after;
  if (before.does !== after.does) {
    const [rule, what] = migration
      ? (["migration-changed", "migration rule"] as const)
      : (["rule-changed", "rule"] as const);
    const message = `the ${what} ${name} says something else now`;
    yield { rule, before: before.does, after: after.does, message, location, basis: "not-analysed" };
  }
  if (before.onFailure === after.onFailure) return;
  const passes = (onFailure: string) => onFailure.split(",").some((one) => one.trim() === "NONE");
  const [was, is] = [passes(before.onFailure), passes(after.onFailure)];
  if (was === is) return;
  const message = `what does not meet the rule ${name} ${is ? "is passed on" : "is refused"}: onFailure ${before.onFailure} -> ${after.onFailure}`;
  const rule = is ? "failure-ignored" : "failure-enforced";
  yield { rule, before: before.onFailure, after: after.onFailure, message, location };
}
