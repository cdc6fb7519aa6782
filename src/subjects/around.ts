import type { Around, Subject } from "./subject.ts";

/** What one file says of the surroundings of one subject, which it may name several times; undefined where it says nothing. */
export function aroundOfAll(subjects: readonly Subject[]): Around | undefined {
  const said = subjects.flatMap(({ around }) => (around === undefined ? [] : [around]));
  const [first] = said;
  if (first === undefined) return undefined;
  const metadata = said.find((one) => one.metadata !== undefined)?.metadata;
  const ruleSet = said.find((one) => one.ruleSet !== undefined)?.ruleSet;
  const files = Object.assign({}, ...said.map((one) => one.files).toReversed());
  const unknown = [...new Set(said.flatMap((one) => one.unknown))];
  return { at: first.at, ...(metadata && { metadata }), ...(ruleSet && { ruleSet }), files, unknown };
}
