import { avro } from "./avro/avro.ts";
import type { Format } from "./format.ts";
import { protobuf } from "./protobuf/protobuf.ts";
import { catalogFormat } from "./table/catalog.ts";

/** Every format. To add one: a folder beside this and a line here. */
export const formats: readonly Format[] = [avro, protobuf, catalogFormat];
