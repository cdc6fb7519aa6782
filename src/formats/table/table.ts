import type { Location } from "../../model.ts";
import type { Type } from "./type.ts";

/** What every dialect is parsed into: the tables of one contract, most often one. */
export interface TableContract {
  readonly tables: readonly Table[];
}

export interface Table {
  /** As readers call it, `checkout_raw.payments`; empty where the file does not say. */
  readonly name: string;
  readonly at: Location;
  /** Where the list of columns stands. */
  readonly columnsAt: Location;
  readonly columns: readonly Column[];
  /** Column paths, in key order; empty where there is none. */
  readonly primaryKey: readonly string[];
}

/** A column, or a field nested in one. */
export interface Column {
  readonly name: string;
  /** Stable identity where the dialect has one (a field id): it pairs before the name does. */
  readonly id?: string;
  /** Relative to the table: `parcel.weight_g`, `lines[].sku`. */
  readonly path: string;
  readonly at: Location;
  readonly type: Type;
  /** The type as it was written. */
  readonly typeText: string;
  readonly typeAt?: Location;
  readonly nullable: boolean;
  readonly nullableAt?: Location;
  /** As it was written; undefined where there is none. */
  readonly default?: string;
  readonly defaultAt?: Location;
}
