import { avro } from "./avro/avro.ts";
import type { Format } from "./format.ts";
import { jsonSchema } from "./json-schema/json-schema.ts";
import { protobuf } from "./protobuf/protobuf.ts";
import { bigqueryFormat } from "./table/bigquery.ts";
import { catalogFormat } from "./table/catalog.ts";
import { dbtFormat } from "./table/dbt.ts";
import { dcsFormat } from "./table/dcs.ts";
import { icebergFormat } from "./table/iceberg.ts";
import { odcsFormat } from "./table/odcs.ts";
import { sqlFormat } from "./table/sql.ts";

/** Every format. To add one: a folder beside this and a line here. */
export const formats: readonly Format[] = [
  avro,
  protobuf,
  odcsFormat,
  dcsFormat,
  catalogFormat,
  bigqueryFormat,
  icebergFormat,
  dbtFormat,
  sqlFormat,
  jsonSchema,
];
