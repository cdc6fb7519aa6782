import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** A schema as the extract holds it. */
export type Schema = Record<string, unknown>;

export interface Operation {
  parameters: { name: string; in: "path" | "query" | "header"; required: boolean; schema: Schema }[];
  request?: { required: boolean; schema: Schema };
  /** By status; null where the description gives no JSON. */
  responses: Record<string, Schema | null>;
}

export interface RestDescription {
  source: string;
  operations: Record<string, Operation>;
  schemas: Record<string, Schema>;
}

export interface WebhookDescription {
  source: string;
  events: Record<string, Schema>;
  schemas: Record<string, Schema>;
}

const read = <T>(file: string): T => JSON.parse(readFileSync(new URL(`openapi/${file}`, import.meta.url), "utf8")) as T;

export const rest = read<RestDescription>("rest.json");
export const webhooks = read<WebhookDescription>("webhooks.json");

/** Compiles schemas that point into one description, each once. */
export function schemaCompiler(schemas: Record<string, Schema>): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    validateSchema: false,
    code: { optimize: false },
  });
  formats.default(ajv);
  ajv.addFormat("uri-template", true);
  ajv.addFormat("timestamp", true);
  ajv.addSchema({ $id: "github", components: { schemas } });
  const compiled = new Map<Schema, ValidateFunction>();
  return (schema) => {
    let found = compiled.get(schema);
    if (found === undefined) {
      found = ajv.compile(pointed(schema) as Schema);
      compiled.set(schema, found);
    }
    return found;
  };
}

/** References of a lone schema made to point into the description. */
function pointed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(pointed);
  if (node === null || typeof node !== "object") return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === "$ref" && typeof value === "string" && value.startsWith("#") ? `github${value}` : pointed(value),
    ]),
  );
}

/** What a validator complained of, in words. */
export function complaints(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, 8).map(({ instancePath, message, params }) => {
    const detail = params.additionalProperty ?? params.missingProperty ?? params.allowedValues ?? "";
    return `${instancePath || "/"} ${message} ${detail === "" ? "" : JSON.stringify(detail)}`.trim();
  });
}
