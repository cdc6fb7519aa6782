import type { Rules } from "../format.ts";

/** What every table format of the family keeps, whatever its dialect. */
export const tableRules = {
  "table-removed": {
    invariant: "A table that base describes is described by head too.",
    breaks: ["backward", "forward"],
    source: "SQL: a query that names a dropped table fails",
    advice: "Keep the table until no consumer reads it; announce the date, then remove it.",
    mirror: "table-added",
  },
  "table-added": {
    invariant: "A new table breaks nobody.",
    breaks: [],
    source: "SQL: a query names the tables it reads",
    advice: "Nothing to do.",
    mirror: "table-removed",
  },
  "table-renamed": {
    invariant: "A table keeps the name its readers use.",
    breaks: ["forward"],
    source: "SQL: a query that names a table that is gone fails",
    advice: "Keep the old name as a view on the new table until no consumer uses it.",
    mirror: "table-renamed",
  },
  "column-removed": {
    invariant: "A column that base has stands in head too, under the same name.",
    breaks: ["forward"],
    source: "SQL: a query that names a dropped column fails, whether or not it was nullable",
    advice: "Keep the column until no consumer reads it; announce the date, then remove it.",
    mirror: { none: "a column that appears is column-added or column-added-not-null, by whether it must be filled" },
  },
  "column-added": {
    invariant: "A new column that may stay empty, or has a default, breaks nobody.",
    breaks: [],
    source:
      "SQL: rows written before lack the column and are read with null or the default; a query names what it reads",
    advice: "Nothing to do. Readers that select every column see one more.",
    mirror: "column-removed",
  },
  "column-added-not-null": {
    invariant: "Rows written under base are rows of head: a new column may be null or has a default.",
    breaks: ["backward"],
    source: "SQL: a not-null column without a default cannot be filled for rows written before it",
    advice: "Add the column nullable or with a default, fill it for old rows, then make it not null.",
    mirror: "column-removed",
  },
  "column-retyped": {
    invariant: "A column keeps its type.",
    breaks: ["backward", "forward"],
    source:
      "SQL: comparison, arithmetic and casts mean something else on another type; old values are not values of it",
    advice: "Add a column of the new type beside the old one, fill both, and remove the old one when nobody reads it.",
    mirror: "column-retyped",
  },
  "column-widened": {
    invariant: "Every value of head's type is a value of base's type.",
    breaks: ["forward"],
    source: "SQL: a reader or sink of the narrower type overflows, truncates or rejects what the wider type allows",
    advice: "Ask readers to widen their side first, or add a wider column beside the old one.",
    mirror: { none: "a type that shrinks is column-narrowed, or column-resized where only its size shrinks" },
  },
  "column-narrowed": {
    invariant: "Every value of base's type is a value of head's type, and arithmetic on it means the same.",
    breaks: ["backward", "forward"],
    source: "SQL: old values overflow or lose digits; a query's arithmetic in the narrower type does too",
    advice: "Add a column of the narrower type beside the old one and move readers to it.",
    mirror: "column-widened",
  },
  "column-resized": {
    invariant: "Every value of base's type fits head's size.",
    breaks: ["backward"],
    source: "SQL: a value longer than the column is rejected or cut; what still fits is read as before",
    advice: "Check that no stored value exceeds the new size, and that none will be replayed.",
    mirror: "column-widened",
  },
  "type-respelled": {
    invariant: "Two names of one type are the same type.",
    breaks: [],
    source: "SQL: type synonyms of the dialect",
    advice: "Nothing to do, unless a reader compares type names as text.",
    mirror: "type-respelled",
  },
  "column-newly-nullable": {
    invariant: "A column that was never null stays so.",
    breaks: ["forward"],
    source: "SQL: null fails comparisons, joins and aggregates that were sure of a value",
    advice: "Keep the column not null and write a value that says unknown, or add a nullable column beside it.",
    mirror: "column-no-longer-nullable",
  },
  "column-no-longer-nullable": {
    invariant: "A row that was allowed a null stays a row.",
    breaks: ["backward"],
    source: "SQL: rows with a null violate a not-null constraint",
    advice: "Fill the nulls of old rows before the column becomes not null; replays must fill them too.",
    mirror: "column-newly-nullable",
  },
  "column-renamed": {
    invariant: "A column keeps its name, letters' case included.",
    breaks: ["forward"],
    source: "SQL and file readers: who reads by the old name does not find it",
    advice: "Keep the old name beside the new one until no consumer uses it.",
    mirror: "column-renamed",
  },
  "key-changed": {
    invariant: "The primary key stays what tells rows apart.",
    breaks: ["backward", "forward"],
    source: "SQL: joins, merges and deduplication on the key multiply or lose rows when it changes",
    advice: "Publish the table with the new key under a new name and move readers to it.",
    mirror: "key-changed",
  },
  "default-changed": {
    invariant: "A column's default stays.",
    breaks: [],
    source: "SQL: rows written without the column are filled with the default",
    advice: "Tell readers what absent values are filled with from now on.",
    mirror: "default-changed",
  },
  "columns-reordered": {
    invariant: "Columns keep their order.",
    breaks: [],
    source: "SQL: a query names columns; only who reads by position notices",
    advice: "Nothing to do for readers by name. Loads without a list of columns must be looked at.",
    mirror: "columns-reordered",
  },
} as const satisfies Rules;

export type TableRules = typeof tableRules;
