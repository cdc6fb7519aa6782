import { address, sftp } from "./forms.ts";
import { all, integer, list, mapping, oneOf, type Shape, text, wordUnder } from "./shape.ts";

const open = true;
const url = text(address);
const files = { format: oneOf("parquet", "delta", "json", "csv"), delimiter: oneOf("new_line", "array") };

function server(required: string, optional: string, special: Readonly<Record<string, Shape>> = {}): Shape {
  const shapes = (words: string) =>
    Object.fromEntries(
      words
        .split(" ")
        .filter((word) => word !== "")
        .map((word) => [word, special[word] ?? (word === "port" ? integer : text())]),
    );
  return mapping({ required: shapes(required), optional: shapes(optional), open });
}

const kinds: ReadonlyMap<string, Shape> = new Map([
  ["bigquery", server("project dataset", "")],
  ["postgres", server("host port database schema", "")],
  ["s3", server("location", "endpointUrl format delimiter", { ...files, location: url, endpointUrl: url })],
  ["sftp", server("location", "format delimiter", { ...files, location: all(text(sftp), url) })],
  ["redshift", server("account database schema", "host port clusterIdentifier endpoint")],
  ["azure", server("location format", "delimiter", { ...files, location: url })],
  ["sqlserver", server("host database schema", "port")],
  ["snowflake", server("account database schema", "")],
  ["databricks", server("catalog schema", "host")],
  ["dataframe", server("", "")],
  ["glue", server("account database", "location format", { location: url })],
  ["oracle", server("host port serviceName", "")],
  ["kafka", server("host topic", "format")],
  ["pubsub", server("project topic", "")],
  ["kinesis", server("stream", "region format")],
  ["trino", server("host port catalog schema", "")],
  ["clickhouse", server("host port database", "")],
  ["local", server("path format", "")],
]);

const shared = mapping({
  required: { type: text() },
  optional: {
    description: text(),
    environment: text(),
    roles: list(mapping({ required: { name: text() }, optional: { description: text() }, open })),
  },
  open,
});

/** Data Contract Specification 1.2, Servers: kinds it does not know are left alone. */
export const dcsServer: Shape = (tree, key, listener) => {
  shared(tree, key, listener);
  if (tree.kind === "object") kinds.get(wordUnder(tree, "type") ?? "")?.(tree, key, listener);
};
