import { address, sftp } from "./forms.ts";
import type { Generation, Parts } from "./odcs-parts.ts";
import { all, integer, list, type Members, mapping, oneOf, type Shape, text, wordUnder } from "./shape.ts";

const url = text(address);
const port = integer;

/** `host port database*`: keys that a kind of server has, a star on those it must have. */
function keys(words: string, special: Readonly<Record<string, Shape>> = {}): Members {
  const [required, optional]: [Record<string, Shape>, Record<string, Shape>] = [{}, {}];
  for (const word of words.split(" ")) {
    const name = word.replace("*", "");
    const shape = special[name] ?? (name === "port" ? port : isAddress(name) ? url : text());
    (word.endsWith("*") ? required : optional)[name] = shape;
  }
  return { required, optional };
}

const isAddress = (name: string) => name === "location" || name === "endpointUrl" || name === "stagingDir";

/** Open Data Contract Standard 3, Servers: what each kind of server must and may say. */
function serversOf(generation: Generation): ReadonlyMap<string, Members> {
  const older = generation === "3.0";
  const files: Readonly<Record<string, Shape>> = older
    ? { format: oneOf("parquet", "delta", "json", "csv"), delimiter: oneOf("new_line", "array") }
    : {};
  const postgres = keys("host* port* database* schema*");
  const newer: readonly (readonly [string, Members])[] = older
    ? []
    : [
        ["hive", keys("host* port database*")],
        ["impala", keys("host* port database*")],
        ["zen", keys("host* port database*")],
      ];
  return new Map<string, Members>([
    ["api", keys("location*")],
    [
      "athena",
      generation === "3.2"
        ? keys("stagingDir schema* catalog regionName workgroup")
        : keys("stagingDir* schema* catalog regionName"),
    ],
    ["azure", keys("location* format* delimiter", files)],
    ["bigquery", keys("project* dataset*")],
    ["clickhouse", keys("host* port* database*")],
    ["cloudsql", postgres],
    [
      "custom",
      keys(
        `account catalog database dataset delimiter endpointUrl format host location path port project region regionName schema serviceName stagingDir warehouse${older ? "" : " stream"}`,
        { stagingDir: text() },
      ),
    ],
    ["databricks", keys("host catalog* schema*")],
    ["db2", keys("host* port* database* schema")],
    ["denodo", keys("host* port* database")],
    ["dremio", keys("host* port* schema")],
    ["duckdb", keys("database* schema", older ? { schema: integer } : {})],
    ["glue", keys("account* database* location format")],
    ["informix", keys("host* port database*")],
    ["kafka", keys("host* format")],
    ["kinesis", keys("region format")],
    ["local", keys("path* format*")],
    ["mysql", keys("host* port* database*")],
    ["oracle", keys("host* port* serviceName*")],
    ["postgres", postgres],
    ["postgresql", postgres],
    ["presto", keys("host* catalog schema")],
    ["pubsub", keys("project*")],
    ["redshift", keys("host database* schema* region account")],
    ["s3", keys("location* endpointUrl format delimiter", files)],
    ["sftp", keys("location* format delimiter", { ...files, location: all(text(sftp), url) })],
    ["snowflake", keys("host port account* database* schema* warehouse")],
    ["sqlserver", keys("host* port database* schema*")],
    ["synapse", keys("host* port* database*")],
    ["trino", keys("host* port* catalog* schema*")],
    ["vertica", keys("host* port* database* schema*")],
    ...newer,
  ]);
}

export function serverOf(generation: Generation, { open, id, role, customProperties }: Parts): Shape {
  const kinds = serversOf(generation);
  return mapping((tree) => {
    const kind = kinds.get(wordUnder(tree, "type") ?? "");
    return {
      required: { server: text(), type: oneOf(...kinds.keys()), ...kind?.required },
      optional: {
        ...id,
        description: text(),
        environment: text(),
        roles: list(role),
        customProperties,
        ...kind?.optional,
      },
      open,
    };
  });
}
