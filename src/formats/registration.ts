import { isSecret, withoutSecrets } from "../text/secrets.ts";
import { locate, propertiesIn, type Section, type Surroundings } from "../text/surroundings.ts";
import { get, textOf, textsOf } from "../text/tree.ts";
import { changeOf } from "./change.ts";
import { advanced } from "./lineage.ts";
import { type Around, registrationRules } from "./registration-rules.ts";
import { ruleChanges, unbridged } from "./rule-set.ts";
import { tagChanges } from "./tags.ts";

/**
 * What changed around a schema. `decided`: something changed that may decide of what is no literal, so that it may have
 * changed though it is written as before. `group`: the property by which the registry tells lineages apart.
 */
export function aroundChanges(
  contract: string,
  element: string,
  base: Surroundings,
  head: Surroundings,
  decided: boolean,
  group?: string,
): readonly ReturnType<typeof changeOf>[] {
  const findings = [
    ...tags(base, head),
    ...ruleChanges(base, head),
    ...properties(base, head),
    ...migrations(base, head, group),
    ...unknown(base, head, decided),
  ];
  return findings.map(({ rule, before, after, message, location, ...how }) => {
    const { breaks, advice } = registrationRules[rule];
    const basis = how.basis ?? "rule";
    const said = { element, before, after, message, advice, location, basis };
    const change = changeOf(contract, `registry/${rule}`, { ...said, breaks: how.breaks ?? breaks });
    // an answer holds for the very values, shown or not
    return { ...change, before: shown(before), after: shown(after), message: withoutSecrets(message) };
  });
}

/** What people may read of it: rules take parameters such as the keys of what encrypts. */
function shown(side: Around["before"]): Around["before"] {
  return typeof side === "string" ? withoutSecrets(side) : side;
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
    const [from, to] = [before, after].map((value) =>
      value === null ? "nothing" : isSecret(name) ? "(not shown)" : value,
    );
    const message = `the property ${name} goes from ${from} to ${to}`;
    const sides = { before: `${name}=${before ?? ""}`, after: `${name}=${after ?? ""}` };
    yield { rule: "property-changed", ...sides, message, location };
  }
}

/** A value that moves on needs rules that lead there and back. */
function* migrations(base: Surroundings, head: Surroundings, group: string | undefined): Generator<Around> {
  if (group === undefined) return;
  const [before, after] = [base, head].map((one) => propertiesIn(one).get(group) ?? "") as [string, string];
  if (!advanced(before, after)) return;
  const { up, down } = unbridged(head);
  if (!up && !down) return;
  const lacking = [
    ...(up ? [`to ${group} ${after} (mode UPGRADE): its readers meet data of ${before} as it was written`] : []),
    ...(down ? [`back to ${group} ${before} (mode DOWNGRADE): its readers meet data of ${after} as it is`] : []),
  ];
  yield {
    rule: "migration-missing",
    before: `${group}=${before}`,
    after: `${group}=${after}`,
    message: `no migration rule leads ${lacking.join(", nor ")}`,
    location: head.ruleSet === undefined ? head.at : locate(head.ruleSet, head.ruleSet.tree),
    breaks: [...(up ? (["backward"] as const) : []), ...(down ? (["forward"] as const) : [])],
  };
}
