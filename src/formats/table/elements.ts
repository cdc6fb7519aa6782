import type { Column, Table, TableContract } from "./table.ts";

/**
 * A column, nested field or table is told under its own path. A reader may write it in other letters' case, by its physical
 * name, or without the brackets of lists and maps, as in `lines.sku`.
 */
export function reach({ tables }: TableContract, element: string): readonly string[] | undefined {
  const wanted = folded(element);
  const [only] = tables;
  const paths =
    only !== undefined && tables.length === 1 ? within(only, wanted) : tables.flatMap((table) => below(table, wanted));
  return paths.length === 0 ? undefined : paths;
}

function below(table: Table, wanted: string): readonly string[] {
  const name = folded(table.name);
  if (wanted === name) return [table.name];
  if (!wanted.startsWith(`${name}.`)) return [];
  return within(table, wanted.slice(name.length + 1)).map((path) => `${table.name}.${path}`);
}

function within({ columns, made }: Table, wanted: string): readonly string[] {
  // any column may be one of a query whose columns are not known
  if (made !== undefined && made.columns === undefined) return [wanted];
  return columns.flatMap((column) => pathsOf(column, wanted));
}

function pathsOf(column: Column, wanted: string): readonly string[] {
  const { path, name, physicalName = name } = column;
  const physical = `${path.slice(0, path.length - name.length)}${physicalName}`;
  const own = [path, physical].some((called) => folded(called) === wanted) ? [path] : [];
  return [...own, ...column.fields.flatMap((field) => pathsOf(field, wanted))];
}

const folded = (path: string) => path.toLowerCase().replaceAll(/\[\]|\{\}/g, "");
