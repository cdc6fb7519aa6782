import type { TableContract } from "./table.ts";

/** Whether a contract has such a column or table; letters' case does not count. */
export function hasElement({ tables }: TableContract, element: string): boolean {
  const wanted = element.toLowerCase();
  const several = tables.length > 1;
  return tables.some(({ name, columns }) => {
    const prefix = several ? `${name.toLowerCase()}.` : "";
    return (
      (several && wanted === name.toLowerCase()) ||
      columns.some(({ path }) => `${prefix}${path.toLowerCase()}` === wanted)
    );
  });
}
