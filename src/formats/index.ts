import type { Format } from "./format.ts";
import { jsonSchema } from "./json-schema/json-schema.ts";

/** Every format. To add one: a folder beside this and a line here. */
export const formats: readonly Format[] = [jsonSchema];
