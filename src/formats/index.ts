import { avro } from "./avro/avro.ts";
import type { Format } from "./format.ts";

/** Every format. To add one: a folder beside this and a line here. */
export const formats: readonly Format[] = [avro];
