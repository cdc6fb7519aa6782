/** Where SQL is sent: one dialect, Postgres, whatever runs it. Values go as `$1`; rows come with numbers for `bigint`. */
export interface Sql {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Sql {
  readonly kind: "embedded" | "server";
  /** All or nothing; what is thrown inside undoes it. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Statements without values; the rows where it is one that gives any. */
  script(text: string): Promise<unknown[]>;
  close(): Promise<void>;
}

/**
 * Which database, as the operator said: a Postgres by its address, else an embedded one in a folder or in memory, there
 * perhaps begun with the dump of another, which is faster than from nothing.
 */
export type Address = { readonly url: string } | { readonly dir: string } | { readonly dump: Blob } | "memory";

/** @throws FolderInUse where another process has the folder open; what the driver throws where no server answers */
export async function openDatabase(address: Address): Promise<Database> {
  if (address !== "memory" && "url" in address) {
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(address.url);
  }
  const { openEmbedded } = await import("./embedded.ts");
  return openEmbedded(address);
}
