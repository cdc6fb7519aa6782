import type { Location } from "../../model.ts";
import type { Life } from "../format.ts";
import type { Prose } from "../prose.ts";
import type { Constraint } from "./constraint.ts";
import type { Build } from "./dbt/build.ts";
import type { Details } from "./details.ts";
import type { Meanings } from "./enum-meaning.ts";
import type { QualityRule } from "./quality.ts";
import type { Role } from "./role.ts";
import type { Server } from "./server.ts";
import type { ServiceLevel } from "./service-level.ts";
import type { Made } from "./sql/view-made.ts";
import { type Type, type TypeChange, typeChange } from "./type.ts";

/** What every dialect is parsed into: the tables of one contract, most often one. */
export interface TableContract {
  readonly tables: readonly Table[];
  readonly dialect: Dialect;
  /** What the documents say that the tables stand in, where the dialect has such; there is one to a contract. */
  readonly documents?: readonly Document[];
}

/** What a contract document says of all its tables. */
export interface Document {
  readonly id: string;
  /** The names of its tables, also of those that are not compared here. */
  readonly tables: readonly string[];
  readonly at: Location;
  readonly servers: readonly Server[];
  readonly roles: readonly Role[];
  /** Its status. */
  readonly constraints: readonly Constraint[];
  readonly details: Details;
  readonly prose: readonly Prose[];
}

/** Where a dialect differs from the others. */
export interface Dialect {
  /** Whether the order of columns means something to readers. */
  readonly ordered: boolean;
  /** Whether stored data is found by the columns' ids, as in Iceberg; else an id only tells a rename. */
  readonly storedById: boolean;
  /** How the values of head's column relate to those of base's by its type; undefined where they are the same. */
  typeChange(base: Column, head: Column): TypeChange | undefined;
}

/** A dialect of columns by name, whose types compare as SQL's do. */
export function byName({ ordered }: { readonly ordered: boolean }): Dialect {
  return { ordered, storedById: false, typeChange: (base, head) => typeChange(base.type, head.type) };
}

export interface Table {
  /** As readers call it, `checkout_raw.payments`; empty where the file does not say. */
  readonly name: string;
  /** Stable identity where the dialect has one: it pairs before the name does. */
  readonly id?: string;
  /** What queries call it, where that is not its name. */
  readonly physicalName?: string;
  readonly at: Location;
  /** Where the list of columns stands. */
  readonly columnsAt: Location;
  readonly columns: readonly Column[];
  /** Column paths, in key order; empty where there is none. */
  readonly primaryKey: readonly string[];
  /** The version its name stands for, where it only means another table of the contract. */
  readonly aliasOf?: string;
  readonly keyAt?: Location;
  readonly constraints: readonly Constraint[];
  /** What is promised of measurements of its rows as a whole. */
  readonly quality?: readonly QualityRule[];
  /** What is promised of how its rows are delivered and kept. */
  readonly levels?: readonly ServiceLevel[];
  /** What it says of its life. */
  readonly life?: Life;
  /** What tells in words what its rows are. */
  readonly prose?: readonly Prose[];
  /** How its project makes it, where that is among its files. */
  readonly build?: Build;
  /** By which query it is made, where it is a view or filled by one. */
  readonly made?: Made;
  /** What is written beside all that. */
  readonly details?: Details;
  /** Every id its columns ever had, where the dialect stores by id. */
  readonly idHistory?: IdHistory;
}

export interface IdHistory {
  /** The highest id given so far. */
  readonly last: number;
  /** Ids of columns of earlier schemas, to the name and type they had. */
  readonly was: ReadonlyMap<string, string>;
}

/** A column, or a field nested in one. */
export interface Column {
  readonly name: string;
  /** Stable identity where the dialect has one: it pairs before the name does. */
  readonly id?: string;
  /** What queries call it, where that is not its name. */
  readonly physicalName?: string;
  /** Relative to the table: `parcel.weight_g`, `lines[].sku`. */
  readonly path: string;
  readonly at: Location;
  readonly type: Type;
  /** What the contract calls the type where it also names the engine's. */
  readonly logical?: Type;
  /** The type as it was written. */
  readonly typeText: string;
  readonly typeAt?: Location;
  readonly nullable: boolean;
  readonly nullableAt?: Location;
  /** As it was written; undefined where there is none. Rows written without the column are filled with it. */
  readonly default?: string;
  readonly defaultAt?: Location;
  /** The fields of a struct, the one element of a list (`[]`), the key and value of a map (`{key}`, `{}`). */
  readonly fields: readonly Column[];
  readonly constraints: readonly Constraint[];
  /** What is promised of measurements of its values. */
  readonly quality?: readonly QualityRule[];
  /** What its values stand for, where the contract says. */
  readonly meanings?: Meanings;
  /** What tells in words what its values mean. */
  readonly prose?: readonly Prose[];
  /** By what statements turned its values into others, one text each. */
  readonly conversions?: readonly Prose[];
  /** What is written beside all that. */
  readonly details?: Details;
}

/** The path of a field nested in the column at `parent`; of a column where there is none. */
export function pathUnder(parent: string, name: string): string {
  return parent === "" || name.startsWith("[") || name.startsWith("{") ? `${parent}${name}` : `${parent}.${name}`;
}
