/** What the bench and the test of migrations share; see the script. */
interface Engine {
  exec(text: string): Promise<unknown>;
  query<Row>(text: string): Promise<{ readonly rows: Row[] }>;
}

export function history(
  engine: Engine,
  seed: number,
  length: number,
  fold: (text: string) => ReadonlyMap<string, unknown>,
): Promise<{
  readonly text: string;
  readonly agree: number;
  readonly refused: number;
  readonly wrong: readonly string[];
}>;
