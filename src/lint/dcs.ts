import { configOf, definition, fields, links, quality } from "./dcs-field.ts";
import { dcsServer } from "./dcs-server.ts";
import { address, definitionName, email, percentage, stableId } from "./forms.ts";
import { anything, flag, list, mapping, named, oneOf, type Shape, text } from "./shape.ts";

const open = true;

const model = mapping({
  optional: {
    description: text(),
    type: oneOf("table", "view", "object"),
    title: text(),
    fields,
    primaryKey: list(text()),
    quality,
    examples: list(anything),
    additionalFields: flag,
    config: configOf("avroNamespace"),
  },
  open,
});

const info = mapping({
  required: { title: text(), version: text() },
  optional: {
    status: text(),
    description: text(),
    owner: text(),
    contact: mapping({ optional: { name: text(), url: text(address), email: text(email) }, open }),
  },
  open,
});

const level = (optional: Readonly<Record<string, Shape>>): Shape =>
  mapping({ optional: { description: text(), ...optional }, open });

const servicelevels = mapping({
  optional: {
    availability: level({ percentage: text(percentage) }),
    retention: level({ period: text(), unlimited: flag, timestampField: text() }),
    latency: level({ threshold: text(), sourceTimestampField: text(), processedTimestampField: text() }),
    freshness: level({ threshold: text(), timestampField: text() }),
    frequency: level({
      type: oneOf("batch", "micro-batching", "streaming", "manual"),
      interval: text(),
      cron: text(),
    }),
    support: level({ time: text(), responseTime: text() }),
    backup: level({ interval: text(), cron: text(), recoveryTime: text(), recoveryPoint: text() }),
  },
  open,
});

const terms = mapping({
  optional: {
    usage: text(),
    limitations: text(),
    billing: text(),
    noticePeriod: text(),
    policies: list(mapping({ optional: { type: text(), description: text(), url: text(address) }, open })),
  },
  open,
});

/** Data Contract Specification 0.9 and 1.x. */
export const dcsDocument: Shape = mapping({
  required: {
    dataContractSpecification: oneOf("0.9.0", "0.9.1", "0.9.2", "0.9.3", "1.1.0", "1.2.0", "1.2.1"),
    id: text(),
    info,
  },
  optional: {
    servers: named(dcsServer),
    terms,
    models: named(model, stableId, 1),
    definitions: named(definition, definitionName),
    servicelevels,
    links,
    tags: list(text()),
  },
  open,
});
