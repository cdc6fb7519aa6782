import { avro } from "./avro/avro.ts";
import { asyncapi } from "./carried/asyncapi.ts";
import { openapi } from "./carried/openapi.ts";
import { registration } from "./carried/registration.ts";
import { subjectFile } from "./carried/subject-file.ts";
import { defineCarrier } from "./carrier.ts";
import type { Format } from "./format.ts";
import { jsonSchema } from "./json-schema/json-schema.ts";
import { protobuf } from "./protobuf/protobuf.ts";
import { bigqueryFormat } from "./table/bigquery.ts";
import { catalogFormat } from "./table/catalog.ts";
import { dbtFormat } from "./table/dbt/dbt.ts";
import { dcsFormat } from "./table/dcs/dcs.ts";
import { icebergFormat } from "./table/iceberg/iceberg.ts";
import { odcsFormat } from "./table/odcs/odcs.ts";
import { sqlFormat } from "./table/sql/sql.ts";

const schemas: readonly Format[] = [
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

/** Documents that carry schemas of these formats. To add one: a file in `carried/` and a line here. */
const carriers = [asyncapi, openapi, registration, subjectFile];

/** Every format. To add one: a folder beside this and a line above. */
export const formats: readonly Format[] = [...carriers.map((one) => defineCarrier(one, schemas)), ...schemas];
