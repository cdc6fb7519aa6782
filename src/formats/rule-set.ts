import type { Location } from "../model.ts";
import { locate, type Section, type Surroundings } from "../text/surroundings.ts";
import { get, itemsOf, type Tree, textOf, textsOf } from "../text/tree.ts";
import type { Around } from "./registration-rules.ts";

/** A rule of a rule set, with the registry's defaults filled in. */
interface ContractRule {
  readonly section: string;
  readonly migration: boolean;
  readonly name: string;
  readonly mode: string;
  readonly kind: string;
  readonly onFailure: string;
  /** Everything that decides what it does. */
  readonly does: string;
  readonly location: Location;
}

const sections = ["migrationRules", "domainRules", "encodingRules"] as const;

/** Confluent Schema Registry, Data Contracts: the rules that are not disabled, in their order. */
function rulesIn(ruleSet: Section | undefined): ReadonlyMap<string, ContractRule> {
  const found = new Map<string, ContractRule>();
  if (ruleSet === undefined) return found;
  for (const section of sections) {
    const rules = itemsOf(get(ruleSet.tree, section));
    for (const [index, rule] of rules.entries()) {
      const said = (key: string, otherwise = "") => textOf(get(rule, key)) ?? otherwise;
      if (said("disabled") === "true") continue;
      const name = said("name");
      const migration = section === "migrationRules";
      const mode = said("mode", migration ? "UPDOWN" : "WRITEREAD").toUpperCase();
      const kind = said("kind", "TRANSFORM").toUpperCase();
      const { line, column } = rule;
      const params = asWritten(get(rule, "params") ?? { kind: "null", raw: "null", line, column });
      const tagged = textsOf(get(rule, "tags")).toSorted();
      const onSuccess = said("onSuccess", "NONE").toUpperCase();
      const more = /^NONE(?:,NONE)?$/.test(onSuccess) ? [] : [onSuccess];
      const does = JSON.stringify([mode, kind, said("type"), said("expr"), tagged, params, ...more]);
      const onFailure = said("onFailure", "ERROR").toUpperCase();
      // a registry refuses two of one name: none of them is lost here
      const key = `${section} ${name}`;
      found.set(found.has(key) ? `${key} ${index}` : key, {
        ...{ section, migration, name, mode, kind, onFailure, does },
        location: locate(ruleSet, rule),
      });
    }
  }
  return found;
}

function asWritten(tree: Tree): unknown {
  if (tree.kind === "array") return tree.items.map(asWritten);
  if (tree.kind !== "object") return tree.kind === "null" ? null : tree.value;
  return Object.fromEntries([...tree.members].map(([key, { value }]) => [key, asWritten(value)]));
}

/** What changed in the rule set around a schema. */
export function* ruleChanges(base: Surroundings, head: Surroundings): Generator<Around> {
  const [was, is] = [rulesIn(base.ruleSet), rulesIn(head.ruleSet)];
  for (const [key, rule] of is) {
    const before = was.get(key);
    if (before === undefined) yield added(rule);
    else yield* changed(before, rule);
  }
  const otherwise = head.ruleSet === undefined ? head.at : locate(head.ruleSet, head.ruleSet.tree);
  for (const [key, rule] of was) if (!is.has(key)) yield removed(rule, otherwise);
  yield* reordered(was, is, otherwise);
  yield* enabled(base, head, otherwise);
}

type Rules = ReadonlyMap<string, ContractRule>;

/** Rules run one after the other: what a transform does depends on what ran before it. */
function* reordered(was: Rules, is: Rules, location: Location): Generator<Around> {
  for (const section of sections) {
    const order = (rules: Rules, others: Rules) =>
      [...rules].filter(([key, rule]) => rule.section === section && others.has(key)).map(([, rule]) => rule);
    const [from, to] = [order(was, is), order(is, was)];
    const [before, after] = [from, to].map((rules) => rules.map(({ name }) => name).join(", ")) as [string, string];
    if (before === after || !to.some(({ kind }) => kind === "TRANSFORM")) continue;
    const rule = section === "migrationRules" ? "migration-changed" : "rule-changed";
    const message = `the rules run in another order: ${before} -> ${after}`;
    yield { rule, before, after, message, location, basis: "not-analysed" };
  }
}

/** From when on the rules hold. */
function* enabled(base: Surroundings, head: Surroundings, location: Location): Generator<Around> {
  const [before, after] = [enabledAt(base), enabledAt(head)];
  if (before === after) return;
  const message = `the rules hold from ${after || "at once"}, where it was ${before || "at once"}`;
  yield { rule: "rule-changed", before: `enableAt=${before}`, after: `enableAt=${after}`, message, location };
}

function enabledAt({ ruleSet }: Surroundings): string {
  return textOf(get(ruleSet?.tree, "enableAt")) ?? "";
}

/** Whether no rule that holds already brings data up to this version's group (`up`), or down from it. */
export function unbridged(head: Surroundings): { readonly up: boolean; readonly down: boolean } {
  const rules = enabledAt(head) === "" ? [...rulesIn(head.ruleSet).values()] : [];
  const lacks = (mode: string) =>
    !rules.some((rule) => rule.migration && rule.kind === "TRANSFORM" && [mode, "UPDOWN"].includes(rule.mode));
  return { up: lacks("UPGRADE"), down: lacks("DOWNGRADE") };
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
  const [rule, what] = migration
    ? (["migration-changed", "migration rule"] as const)
    : (["rule-changed", "rule"] as const);
  if (before.does !== after.does) {
    const message = `the ${what} ${name} says something else now`;
    yield { rule, before: before.does, after: after.does, message, location, basis: "not-analysed" };
  }
  const [was, is] = [actionsOf(before), actionsOf(after)];
  const sides = { before: before.onFailure, after: after.onFailure, location };
  const turned = `onFailure ${before.onFailure} -> ${after.onFailure}`;
  if (was.join() !== is.join() && [...was, ...is].some((action) => !["NONE", "ERROR", "DLQ"].includes(action))) {
    const message = `what becomes of what does not meet the ${what} ${name} is not known: ${turned}`;
    yield { ...sides, rule, message, basis: "not-analysed" };
    return;
  }
  if (is.some((action, index) => action === "NONE" && was[index] !== "NONE"))
    yield { ...sides, rule: "failure-ignored", message: `what does not meet the rule ${name} is passed on: ${turned}` };
  if (is.some((action, index) => action !== "NONE" && was[index] === "NONE"))
    yield { ...sides, rule: "failure-enforced", message: `what does not meet the rule ${name} is refused: ${turned}` };
}

/** What follows when written and when read (up and down), by the one word for both or the pair. */
function actionsOf({ onFailure }: ContractRule): readonly [string, string] {
  const [first = "", second = first] = onFailure.split(",").map((one) => one.trim());
  return [first, second];
}
