import type { Schema } from "./description.ts";

/**
 * A request schema that takes no unknown key: GitHub's own leaves objects open, and a misspelt key would pass. Maps
 * (objects without named properties) stay open; so do objects that are parts of a combination, which are closed as a whole.
 */
export function closed(schema: Schema): Schema {
  return close(schema, false) as Schema;
}

function close(node: unknown, isPart: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => close(item, isPart));
  if (node === null || typeof node !== "object") return node;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === "properties") out[key] = closeEach(value as Schema);
    else if (key === "allOf" || (key === "anyOf" && "properties" in node)) out[key] = close(value, true);
    else out[key] = close(value, isPart && key !== "items");
  }
  if (!isPart && "properties" in node && out.additionalProperties === undefined) out.additionalProperties = false;
  return out;
}

const closeEach = (properties: Schema) =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, close(value, false)]));
