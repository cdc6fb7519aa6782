import type { MeaningClass, WordingKind } from "../../model.ts";
import type { Signal } from "../signal.ts";

/** What a part of a query, or a column by its name, decides. Texts of these kinds are exact: any difference is one. */
const decides: Readonly<Partial<Record<WordingKind, MeaningClass>>> = {
  rows: "population",
  grouping: "grain",
  expression: "calculation",
  deletion: "delete_behaviour",
};

/** The query behind a model, in normal form: what changed in it decides other rows or values. Undefined for any other text. */
export function query(kind: WordingKind, before: string | null, after: string | null): readonly Signal[] | undefined {
  const name = decides[kind];
  if (name === undefined) return undefined;
  return before === after ? [] : [{ class: name, strength: "strong", before, after }];
}
