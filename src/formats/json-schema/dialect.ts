/** The drafts in force, oldest first. */
const drafts = ["04", "06", "07", "2019-09", "2020-12"] as const;
export type Draft = (typeof drafts)[number];

/** Whether a draft is this one or a later one. */
export const since = (draft: Draft, from: Draft): boolean => drafts.indexOf(draft) >= drafts.indexOf(from);

/** The draft that `$schema` or a configured name means; undefined where it is none of these. */
export function draftOf(name: string): Draft | undefined {
  const plain = name
    .replace(/#$/, "")
    .replace(/\/schema$/, "")
    .toLowerCase();
  const match = /(?:^|draft[-/]?|\/)(2020-12|2019-09|0?[467])$/.exec(plain);
  const found = match?.[1];
  if (found === undefined) return undefined;
  const draft = found.length === 1 ? `0${found}` : found;
  return drafts.find((one) => one === draft);
}

/** Where a keyword holds schemas: one, a list, or a map of them. */
export type Holds = "schema" | "schemas" | "map" | "schema-or-schemas" | "map-or-names";

/** The keywords that hold schemas, with the drafts that know them. */
const applicators: readonly (readonly [keyword: string, holds: Holds, from: Draft, to: Draft])[] = [
  ["properties", "map", "04", "2020-12"],
  ["patternProperties", "map", "04", "2020-12"],
  ["additionalProperties", "schema", "04", "2020-12"],
  ["propertyNames", "schema", "06", "2020-12"],
  ["unevaluatedProperties", "schema", "2019-09", "2020-12"],
  ["items", "schema-or-schemas", "04", "2019-09"],
  ["items", "schema", "2020-12", "2020-12"],
  ["prefixItems", "schemas", "2020-12", "2020-12"],
  ["additionalItems", "schema", "04", "2019-09"],
  ["unevaluatedItems", "schema", "2019-09", "2020-12"],
  ["contains", "schema", "06", "2020-12"],
  ["allOf", "schemas", "04", "2020-12"],
  ["anyOf", "schemas", "04", "2020-12"],
  ["oneOf", "schemas", "04", "2020-12"],
  ["not", "schema", "04", "2020-12"],
  ["if", "schema", "07", "2020-12"],
  ["then", "schema", "07", "2020-12"],
  ["else", "schema", "07", "2020-12"],
  ["dependencies", "map-or-names", "04", "07"],
  ["dependentSchemas", "map", "2019-09", "2020-12"],
  ["definitions", "map", "04", "2020-12"],
  ["$defs", "map", "2019-09", "2020-12"],
];

const byDraft = new Map(
  drafts.map((draft) => [
    draft,
    new Map(
      applicators
        .filter(([, , from, to]) => since(draft, from) && since(to, draft))
        .map(([keyword, holds]) => [keyword, holds]),
    ),
  ]),
);

/** How the keyword holds schemas in this draft; undefined where the draft does not know it. */
export const holdsSchemas = (draft: Draft, keyword: string): Holds | undefined => byDraft.get(draft)?.get(keyword);
