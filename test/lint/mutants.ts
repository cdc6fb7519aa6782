/** Documents that differ from a valid one in a few places, the same ones for the same seed. */
export interface Mutant {
  readonly document: unknown;
  readonly mutation: string;
}

type Path = readonly (string | number)[];

const palette: readonly unknown[] = [
  null,
  "",
  "x",
  "a b",
  "1",
  "table",
  "2026-11-30",
  "2026-11-30T10:00:00Z",
  "https://x.example/y",
  "s3://x/y",
  "sftp://x/y",
  "not an address",
  "a.b",
  "a.b.c",
  "/schema/a/properties/b",
  "a.yaml#schema/a",
  "99%",
  "1%x",
  0,
  1,
  -1,
  1.5,
  1e300,
  true,
  false,
  [],
  [1],
  [1, 2],
  [1, 1],
  ["a"],
  ["a", "a"],
  ["a.b"],
  {},
  { a: 1 },
  { a: "b" },
];

export function* mutants(seed: unknown, count: number, start: number): Generator<Mutant> {
  const random = generator(start);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const paths = pathsOf(seed, []);
  const keys = [...new Set(paths.map((path) => path.at(-1)).filter((key) => typeof key === "string"))];
  const words = [...new Set(paths.map((path) => at(seed, path)).filter((value) => typeof value === "string"))];
  const kinds =
    "api athena azure bigquery clickhouse cloudsql custom databricks dataframe db2 denodo dremio duckdb glue hive impala informix kafka kinesis local mysql oracle postgres postgresql presto pubsub redshift s3 sftp snowflake sqlserver synapse trino vertica zen library sql text object array string map time timestamp".split(
      " ",
    );
  for (let made = 0; made < count; made++) {
    const document = structuredClone(seed);
    const said: string[] = [];
    for (let changes = pick([1, 1, 1, 2, 3]); changes > 0; changes--) {
      const path = pick(paths);
      const parent = at(document, path.slice(0, -1));
      const last = path.at(-1);
      if (last === undefined || typeof parent !== "object" || parent === null) continue;
      const holder = parent as Record<string | number, unknown>;
      const kind = pick(["remove", "replace", "replace", "word", "kind", "add", "borrow", "repeat"]);
      const name = pick(keys);
      const value = kind === "word" ? pick(words) : kind === "kind" ? pick(kinds) : structuredClone(pick(palette));
      said.push(`${kind} ${path.join(".")} ${name} ${JSON.stringify(value)}`);
      if (kind === "remove") {
        if (Array.isArray(parent)) parent.splice(Number(last), 1);
        else delete holder[last];
      } else if (kind === "add" && !Array.isArray(parent)) holder[pick([name, "unheardOf", "typ"])] = value;
      else if (kind === "borrow" && !Array.isArray(parent)) holder[name] = structuredClone(at(seed, pick(paths)));
      else if (kind === "repeat" && Array.isArray(parent)) parent.push(structuredClone(parent[Number(last)]));
      else holder[last] = value;
    }
    yield { document, mutation: said.join("; ") };
  }
}

function pathsOf(value: unknown, path: Path): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) =>
      pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

function at(value: unknown, path: Path): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

/** Mulberry32: numbers from 0 up to 1, the same ones for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
