import type { Location } from "../../../model.ts";
import type { Query } from "../query/query.ts";
import type { Column } from "../table.ts";
import type { Built } from "./state.ts";
import type { View } from "./view.ts";
import type { Standing } from "./view-follow.ts";

/** By which query a table or view is made, as far as the comparison asks. */
export interface Made {
  /** The whole of it as it was written. */
  readonly text: string;
  readonly query: Query;
  /** What is said beside the query and decides what readers see. */
  readonly settings: string;
  /** What stands behind each column, by its name in lower case; undefined where the columns are not known. */
  readonly columns: ReadonlyMap<string, Behind> | undefined;
  /** What it reads and is not there any more; then it cannot be read at all. */
  readonly lost: string | undefined;
  readonly at: Location;
}

/** What stands behind a column. */
export interface Behind {
  readonly expression: string;
  /** Where that is a column and no more: the source that it is of, empty where nothing says. */
  readonly of: string | undefined;
  /** The column of a known table or view that it is. */
  readonly origin: string | undefined;
  /** Whether its type is certain. */
  readonly typed: boolean;
}

export function madeBy(view: View, { at }: Built, { columns, lost }: Standing): Made {
  const { text, query, settings, outputs } = view;
  const now = new Map(columns.map((column) => [column.name, column]));
  const behind = outputs?.map(({ name, expression, of, origin }) => {
    const told = origin && JSON.stringify([origin.table, ...origin.path]);
    return [name.toLowerCase(), { expression, of, origin: told, typed: isTyped(now.get(name)) }] as const;
  });
  return { text, query, settings, columns: behind && new Map(behind), lost, at };
}

function isTyped(column: Column | undefined): boolean {
  return column !== undefined && column.typeText !== "";
}
