import fc from "fast-check";

const drafts = ["04", "06", "07", "2019-09", "2020-12"] as const;
export type Draft = (typeof drafts)[number];
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type JsonSchema = Json;

const names = fc.constantFrom("a", "b", "ab", "c");
const scalars: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, "", "a", "b", "ab", "aab", "😀", "\n"),
  fc.integer({ min: -3, max: 8 }),
  fc.constantFrom(0.5, 1.5, -0.5),
);

/** Documents out of few names and values, so that they meet what the schemas speak of. */
export const documents: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const address: Readonly<Record<Draft, string>> = {
  "04": "http://json-schema.org/draft-04/schema#",
  "06": "http://json-schema.org/draft-06/schema#",
  "07": "http://json-schema.org/draft-07/schema#",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};

type Keywords = { readonly [keyword: string]: Json };

/** Schemas of a draft, of one to three keywords at each level, references to two definitions included. */
function schemas(draft: Draft): fc.Arbitrary<Keywords> {
  const modern = draft === "2019-09" || draft === "2020-12";
  const definitions = modern ? "$defs" : "definitions";
  const count = fc.integer({ min: 0, max: 3 });
  const flag = (keyword: string): fc.Arbitrary<Keywords> => fc.boolean().map((value) => ({ [keyword]: value }));
  const { schema } = fc.letrec<{ schema: JsonSchema; keyword: Keywords }>((tie) => {
    const inner = tie("schema");
    const one = (keyword: string, value: fc.Arbitrary<Json>) => value.map((given): Keywords => ({ [keyword]: given }));
    const list = (keyword: string) => one(keyword, fc.array(inner, { minLength: 1, maxLength: 3 }));
    const map = (keyword: string, key: fc.Arbitrary<string>) =>
      one(keyword, fc.dictionary(key, inner, { minKeys: 1, maxKeys: 2, noNullPrototype: true }));
    const patterns = fc.constantFrom("^a", "b$", "a", "^[ab]$", "", "^(?!a)", ".");
    const types = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");
    const leaves: fc.Arbitrary<Keywords>[] = [
      one("type", types),
      one("type", fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
      one(
        "enum",
        fc.uniqueArray(documents, { minLength: 1, maxLength: 3, selector: (value) => JSON.stringify(value) }),
      ),
      ...["minimum", "maximum"].map((keyword) => one(keyword, fc.integer({ min: -2, max: 6 }))),
      one("multipleOf", fc.constantFrom(0.5, 1, 2, 3)),
      ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"].map((keyword) =>
        one(keyword, count),
      ),
      one("pattern", patterns),
      flag("uniqueItems"),
      one("required", fc.uniqueArray(names, { minLength: 1, maxLength: 2 })),
      fc.constantFrom<Keywords>({ $ref: `#/${definitions}/x` }, { $ref: `#/${definitions}/y` }),
    ];
    if (draft === "04")
      leaves.push(fc.integer({ min: -2, max: 6 }).map((minimum) => ({ minimum, exclusiveMinimum: true })));
    else {
      leaves.push(one("const", documents));
      leaves.push(one("exclusiveMinimum", fc.integer({ min: -2, max: 6 })));
    }
    const nested: fc.Arbitrary<Keywords>[] = [
      map("properties", names),
      map("patternProperties", patterns),
      one("additionalProperties", inner),
      one("items", inner),
      list("allOf"),
      list("anyOf"),
      list("oneOf"),
      one("not", inner),
    ];
    if (draft === "2020-12") nested.push(list("prefixItems"));
    else {
      nested.push(list("items"));
      nested.push(
        fc.tuple(fc.array(inner, { minLength: 1, maxLength: 2 }), inner).map(([items, additionalItems]) => ({
          items,
          additionalItems,
        })),
      );
    }
    if (draft !== "04") {
      nested.push(one("contains", inner));
      nested.push(one("propertyNames", inner));
    }
    if (draft === "07" || modern)
      nested.push(
        fc.tuple(inner, inner, inner).map(([condition, then, otherwise]) => ({
          if: condition,
          then,
          else: otherwise,
        })),
      );
    if (modern) {
      nested.push(
        fc.tuple(inner, count, count).map(([contains, minContains, maxContains]) => ({
          contains,
          minContains,
          maxContains,
        })),
      );
      nested.push(one("unevaluatedProperties", inner), one("unevaluatedItems", inner));
      nested.push(map("dependentSchemas", names));
      nested.push(
        one(
          "dependentRequired",
          fc.dictionary(names, fc.array(names, { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true }),
        ),
      );
    } else nested.push(map("dependencies", names));
    const booleans: fc.Arbitrary<JsonSchema> = draft === "04" ? fc.constant({}) : fc.boolean();
    return {
      keyword: fc.oneof({ depthSize: "small" }, fc.oneof(...leaves), fc.oneof(...nested)),
      schema: fc.oneof(
        { weight: 1, arbitrary: booleans },
        {
          weight: 6,
          arbitrary: fc
            .array(tie("keyword"), { minLength: 1, maxLength: 3 })
            .map((keywords) => withoutSiblings(Object.assign({}, ...keywords), modern)),
        },
      ),
    };
  });
  return fc.tuple(schema, schema, schema).map(([root, x, y]) => ({
    $schema: address[draft],
    // references beside other keywords do not count in the older drafts
    ...(typeof root === "object" ? { allOf: [root] } : { not: { not: root } }),
    [definitions]: { x, y },
  }));
}

function withoutSiblings(schema: Keywords, modern: boolean): Keywords {
  const { $ref } = schema;
  return modern || $ref === undefined ? schema : { $ref };
}

/** Two schemas that have something in common: one grown out of the other, or strangers. */
export const pairs: fc.Arbitrary<readonly [base: Keywords, head: Keywords, draft: Draft]> = fc
  .constantFrom(...drafts)
  .chain((draft) =>
    fc.tuple(schemas(draft), schemas(draft), fc.integer({ min: 0, max: 9 })).map(([a, b, how]) => {
      const { $schema = "", $defs, definitions, ...own } = a;
      const { $schema: _, $defs: __, definitions: ___, ...other } = b;
      const shared: Keywords = {
        $schema,
        ...($defs === undefined ? {} : { $defs }),
        ...(definitions === undefined ? {} : { definitions }),
      };
      const grown: readonly Keywords[] = [
        { ...shared, anyOf: [own, other] },
        { ...shared, allOf: [own, other] },
        { ...shared, not: { not: own } },
        { ...shared, allOf: [own, { not: other }] },
        { ...shared, anyOf: [{ allOf: [own, other] }, { allOf: [own, { not: other }] }] },
        { ...shared, oneOf: [own, other] },
        { ...a, ...other },
      ];
      return [a, grown[how] ?? b, draft] as const;
    }),
  );
