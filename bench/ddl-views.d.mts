import type { PGlite } from "@electric-sql/pglite";

export function viewHistory(
  engine: PGlite,
  seed: number,
  length: number,
  fold: (text: string) => ReadonlyMap<string, readonly (readonly [string, string])[] | "unknown" | "refused">,
): Promise<{
  readonly text: string;
  readonly agree: number;
  readonly unknown: number;
  readonly refused: number;
  readonly typed: number;
  readonly untyped: number;
  readonly wrong: readonly string[];
}>;
