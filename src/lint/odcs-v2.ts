import { either, flag, integer, list, mapping, number, oneOf, type Shape, text } from "./shape.ts";

const open = true;
const authoritativeDefinitions = list(mapping({ required: { url: text(), type: text() }, open }));

const column = mapping({
  required: { column: text(), logicalType: text(), physicalType: text() },
  optional: {
    isPrimaryKey: flag,
    primaryKeyPosition: integer,
    businessName: text(),
    description: text(),
    isNullable: flag,
    isUnique: flag,
    partitionStatus: flag,
    partitionKeyPosition: integer,
    clusterStatus: flag,
    clusterKeyPosition: integer,
    criticalDataElementStatus: flag,
    classification: text(),
    encryptedColumnName: text(),
    transformSourceTables: list(text()),
    transformLogic: text(),
    transformDescription: text(),
    sampleValues: list(text()),
    tags: list(text()),
    authoritativeDefinitions,
  },
  open,
});

const quality = mapping({
  required: { templateName: text(), toolName: text() },
  optional: {
    code: text(),
    description: text(),
    toolRuleName: text(),
    dimension: text(),
    columns: text(),
    column: text(),
    type: text(),
    severity: text(),
    businessImpact: text(),
    scheduleCronExpression: text(),
    customProperties: list(mapping({ optional: { property: text(), value: mapping({ open }) }, open })),
  },
  open,
});

const dataset = mapping({
  required: { table: text() },
  optional: {
    physicalName: text(),
    priorTableName: text(),
    description: text(),
    dataGranularity: text(),
    authoritativeDefinitions,
    columns: list(column),
    quality: list(quality),
  },
  open,
});

const textOrNumber = either((tree) => (tree.kind === "number" ? number : text()));

/** Open Data Contract Standard 2.2. */
export const odcs2Document: Shape = mapping({
  required: {
    version: text(),
    kind: oneOf("DataContract"),
    uuid: text(),
    type: text(),
    status: text(),
    datasetName: text(),
    quantumName: text(),
    dataset: list(dataset),
  },
  optional: {
    apiVersion: text(),
    ...Object.fromEntries(
      [
        "tenant",
        "userConsumptionMode",
        "datasetDomain",
        "datasetKind",
        "driver",
        "driverVersion",
        "server",
        "database",
        "project",
        "username",
        "password",
        "sourcePlatform",
        "sourceSystem",
        "productDl",
        "productFeedbackUrl",
        "productSlackChannel",
        "slaDefaultColumn",
      ].map((name) => [name, text()]),
    ),
    tags: list(text()),
    description: mapping({ optional: { usage: text(), purpose: text(), limitations: text() }, open }),
    price: mapping({ optional: { priceAmount: number, priceCurrency: text(), priceUnit: text() }, open }),
    stakeholders: list(
      mapping({
        optional: {
          username: text(),
          role: text(),
          dateIn: text(),
          dateOut: text(),
          replacedByUsername: text(),
        },
        open,
      }),
    ),
    roles: list(
      mapping({
        required: { role: text(), access: text() },
        optional: { firstLevelApprovers: text(), secondLevelApprovers: text() },
        open,
      }),
    ),
    slaProperties: list(
      mapping({
        required: { property: text(), value: textOrNumber },
        optional: { valueExt: textOrNumber, unit: text(), column: text(), driver: text() },
        open,
      }),
    ),
  },
  open,
});
