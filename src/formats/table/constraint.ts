import type { Location } from "../../model.ts";

/** A promise about a column's or a table's values beyond its type. Kind and name tell it apart from others beside it. */
export type Constraint = { readonly name: string; readonly at: Location } & (
  | { readonly kind: "enum"; readonly values: readonly string[] }
  /** `name` says which: `maxLength`, `exclusiveMinimum`... */
  | { readonly kind: "bound"; readonly value: string }
  /** Patterns, formats, checks, references: other text, other promise. */
  | { readonly kind: "rule"; readonly value: string }
  /** The text of a query or expression that values are computed by. */
  | { readonly kind: "definition"; readonly value: string }
  | { readonly kind: "unique"; readonly value: string }
  | { readonly kind: "classification"; readonly value: string }
  /** The name under which the values stand encrypted. */
  | { readonly kind: "encryption"; readonly value: string }
  /** How rows are laid out: partitions, clustering, sort order. */
  | { readonly kind: "layout"; readonly value: string }
  /** What rows stored without the column are read as. */
  | { readonly kind: "stored-default"; readonly value: string }
  /** Whether somebody checks the contract when data is written. */
  | { readonly kind: "enforcement"; readonly value: string }
  /** Who may read it: private, protected, public. */
  | { readonly kind: "access"; readonly value: string }
  /** Status and dates of the end of life. */
  | { readonly kind: "lifecycle"; readonly value: string }
);

/** Whether a bound holds values from below. Every other bound holds them from above. */
export function isLowerBound(name: string): boolean {
  return name.toLowerCase().includes("min");
}
