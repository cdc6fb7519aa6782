import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readJson } from "../../text/json.ts";
import type { Tree } from "../../text/tree.ts";

const known = new Map<string, Tree | undefined>();

/** The meta-schema of a draft by its address, where a schema refers to it. */
export function metaSchema(uri: string): Tree | undefined {
  if (!/^https?:\/\/json-schema\.org\/draft/.test(uri)) return undefined;
  if (!known.has(uri)) {
    const found = [Ajv, Ajv2019, Ajv2020].map((one) => schemaIn(new one(), uri)).find((one) => one !== undefined);
    known.set(uri, found === undefined ? undefined : readJson(uri, JSON.stringify(found)));
  }
  return known.get(uri);
}

function schemaIn(ajv: Ajv | Ajv2019 | Ajv2020, uri: string): unknown {
  const entry = ajv.schemas[uri] ?? ajv.refs[uri];
  return typeof entry === "object" ? entry.schema : undefined;
}
