import type { Options } from "../model.ts";
import { Unreadable } from "../text/tree.ts";
import type { Source } from "./format.ts";
import { formats } from "./index.ts";

interface ExamplesRequest {
  readonly format: string;
  readonly source: Source;
  readonly options: Options;
  readonly count: number;
}

/** Small records of a contract, the same every time; or why there are none. */
type ExampleRecords =
  | {
      readonly records: readonly unknown[];
      /** The same in the format's own binary file, where it has one. */
      readonly binary?: Uint8Array;
    }
  | { readonly problem: string };

export type Examples = (request: ExamplesRequest) => Promise<ExampleRecords>;

export const examplesOf: Examples = async ({ format, source, options, count }) => {
  const samples = formats.find(({ name }) => name === format)?.samples;
  if (samples === undefined) return { problem: `no records are made for ${format}` };
  try {
    const { records, binary } = await samples.examples(source, options, count);
    if (records.length === 0) return { problem: "no record of it was found" };
    return { records, ...(binary && { binary }) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { path, line, column } = error.at;
    return { problem: `${[path, line, column].filter((part) => part !== undefined).join(":")}: ${error.message}` };
  }
};
