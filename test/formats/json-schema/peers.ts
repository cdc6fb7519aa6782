import "@hyperjump/json-schema/draft-04";
import "@hyperjump/json-schema/draft-06";
import "@hyperjump/json-schema/draft-07";
import "@hyperjump/json-schema/draft-2019-09";
import { registerSchema, type SchemaObject, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Draft, Json } from "./arbitrary.ts";

/** Undefined where the validator has no opinion to be trusted. */
export type Verdict = (document: Json) => boolean | undefined;

const options = { strict: false, validateSchema: false, validateFormats: false, logger: false, meta: false } as const;
const makers: Readonly<Record<Draft, (() => Ajv | Ajv2019 | Ajv2020) | undefined>> = {
  "04": undefined,
  "06": () => new Ajv(options),
  "07": () => new Ajv(options),
  "2019-09": () => new Ajv2019(options),
  "2020-12": () => new Ajv2020(options),
};

/**
 * ajv, where none of its known faults can bite: `contains` beside positional items, siblings of `$ref` in older drafts, names of
 * the prototype, `multipleOf` in floating point, `dependencies` under 2019-09 and 2020-12, what it evaluates, and references that follow the path.
 */
export function ajv(schema: unknown, draft: Draft): Verdict | undefined {
  if (typeof schema === "boolean") return () => schema;
  const make = makers[draft];
  const text = JSON.stringify(schema);
  const modern = draft === "2019-09" || draft === "2020-12";
  if (
    make === undefined ||
    /"contains"|unevaluated|\$dynamicRef|\$recursiveRef|"__proto__"|"constructor"|"toString"|"multipleOf":\d*\.\d/.test(
      text,
    )
  )
    return undefined;
  if (modern && text.includes('"dependencies"')) return undefined;
  if (!modern && text.includes('"$ref"')) return undefined;
  if (isCircular(schema)) return undefined;
  let check: ValidateFunction;
  try {
    const { $schema: _, ...rest } = schema as Record<string, unknown>;
    check = make().compile(rest);
  } catch {
    return undefined;
  }
  return (document) => {
    try {
      return check(document) as boolean;
    } catch {
      return undefined;
    }
  };
}

const address = "https://contract-review.example/under-test";

/** Whether a definition leads back to itself without looking into the value: neither peer comes back from there. */
function isCircular(schema: unknown): boolean {
  if (typeof schema !== "object") return false;
  const { $defs, definitions } = schema as Record<string, Record<string, unknown> | undefined>;
  const meant = $defs ?? definitions ?? {};
  const reaches = (part: unknown, passed: ReadonlySet<string>): boolean => {
    if (typeof part !== "object" || part === null) return false;
    return Object.entries(part).some(([keyword, value]) => {
      if (keyword === "$ref") {
        const name = String(value).split("/").at(-1) ?? "";
        return passed.has(name) || reaches(meant[name], new Set([...passed, name]));
      }
      if (["not", "if", "then", "else"].includes(keyword)) return reaches(value, passed);
      const within = ["allOf", "anyOf", "oneOf", "dependentSchemas", "dependencies"].includes(keyword);
      return within && Object.values(value as object).some((inner) => reaches(inner, passed));
    });
  };
  return Object.keys(meant).some((name) => reaches(meant[name], new Set([name])));
}

/**
 * Hyperjump's validator, which interprets schemas of every draft; not asked where it forgets the empty pattern, nor where it lets
 * `contains` evaluate items in 2019-09, which only 2020-12 does.
 */
export async function hyperjump(schema: unknown): Promise<Verdict | undefined> {
  if (typeof schema === "boolean") return () => schema;
  const text = JSON.stringify(schema);
  if (
    isCircular(schema) ||
    text.includes('"":') ||
    (text.includes("2019-09") && text.includes('"contains"') && text.includes("unevaluatedItems"))
  )
    return undefined;
  try {
    registerSchema(schema as SchemaObject, address);
    const check = await validate(address);
    return (document) => {
      try {
        return check(document as never).valid;
      } catch {
        return undefined;
      }
    };
  } catch {
    return undefined;
  } finally {
    unregisterSchema(address);
  }
}
