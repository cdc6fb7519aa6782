import type { Column, TableContract } from "./table.ts";

/** A column, nested field or table is read under its own path; letters' case does not count. */
export function reach({ tables }: TableContract, element: string): readonly string[] | undefined {
  const wanted = element.toLowerCase();
  const found = tables.some(({ name, columns }) => {
    if (tables.length === 1) return hasColumn(columns, wanted);
    const own = name.toLowerCase();
    return wanted === own || (wanted.startsWith(`${own}.`) && hasColumn(columns, wanted.slice(own.length + 1)));
  });
  return found ? [element] : undefined;
}

function hasColumn(columns: readonly Column[], wanted: string): boolean {
  return columns.some(({ path, fields }) => path.toLowerCase() === wanted || hasColumn(fields, wanted));
}
