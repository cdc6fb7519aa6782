import { asyncapi } from "./asyncapi.ts";
import { consumer } from "./consumer.ts";
import { cordata } from "./cordata.ts";
import { dbt } from "./dbt.ts";
import { dbtProject } from "./dbt-project.ts";
import { dbtSql } from "./dbt-sql.ts";
import type { Descriptor } from "./descriptor.ts";
import { kafkaGitops } from "./kafka-gitops.ts";
import { odps } from "./odps.ts";
import { openlineage } from "./openlineage.ts";
import { sql } from "./sql.ts";
import { sqlMetadata } from "./sql-metadata.ts";

/** Every kind of descriptor. To add one: a file beside this and a line here. */
export const descriptors: readonly Descriptor[] = [
  cordata,
  consumer,
  odps,
  dbt,
  dbtProject,
  dbtSql,
  asyncapi,
  kafkaGitops,
  sql,
  sqlMetadata,
  openlineage,
];
