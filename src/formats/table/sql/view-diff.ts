import type { Wording } from "../../../model.ts";
import type { Emit } from "../../format.ts";
import type { Constraint } from "../constraint.ts";
import { diffTables } from "../diff.ts";
import { type KeptTable, keptTables } from "../pair-identity.ts";
import { tableWordings } from "../prose.ts";
import { between, wordingFrom } from "../query/differing.ts";
import type { TableRules } from "../rules.ts";
import type { Column, Table, TableContract } from "../table.ts";
import { sameType } from "../type.ts";
import { unknownType } from "./view.ts";
import type { Behind, Made } from "./view-made.ts";

/**
 * Compares tables, and views by the columns that their queries give. Where those are not known on either side, the text as a whole
 * stands for them; where a type is not certain, the expression behind the column does.
 */
export function diffViews(base: TableContract, head: TableContract, emit: Emit<TableRules>): void {
  const sides = comparable(base, head);
  for (const { base: was, head: is, prefix } of sides.lost)
    emit("table-removed", {
      element: prefix,
      before: was.name,
      after: null,
      message: `${was.name} can no longer be read: it reads ${is.made?.lost}, which is gone`,
      location: is.at,
    });
  diffTables(sides.base, sides.head, emit);
}

/** Where texts differ, and where the queries do that make the same columns. */
export function viewWordings(base: TableContract, head: TableContract): readonly Wording[] {
  return [...tableWordings(base, head), ...keptTables(base, head).flatMap(inQueries)];
}

function comparable(base: TableContract, head: TableContract) {
  const now = new Map<Table, Table>();
  const lost: KeptTable[] = [];
  for (const pair of keptTables(base, head)) {
    const [was, is] = [pair.base.made, pair.head.made];
    if (was === undefined && is === undefined) continue;
    if (is?.lost !== undefined) {
      if (was?.lost === undefined) lost.push(pair);
      now.set(pair.head, { ...pair.base, name: pair.head.name });
      continue;
    }
    const [one, other] = isKnown(was) && isKnown(is) ? byColumns(pair) : byText(pair);
    now.set(pair.base, one);
    now.set(pair.head, other);
  }
  const side = (contract: TableContract): TableContract =>
    now.size === 0 ? contract : { ...contract, tables: contract.tables.map((table) => now.get(table) ?? table) };
  return { base: side(base), head: side(head), lost };
}

const isKnown = (made: Made | undefined) => made === undefined || made.columns !== undefined;

function byText({ base, head }: KeptTable): readonly [Table, Table] {
  const same = base.made !== undefined && head.made !== undefined && sameText(base.made, head.made);
  const side = (table: Table): Table => ({
    ...table,
    columns: [],
    primaryKey: [],
    constraints: same || table.made === undefined ? [] : [definition("definition", table.made.text, table)],
  });
  return [side(base), side(head)];
}

function sameText(was: Made, is: Made): boolean {
  return was.query.canonical === is.query.canonical && was.settings === is.settings;
}

function definition(name: string, value: string, { at }: { readonly at: Column["at"] }): Constraint {
  return { kind: "definition", name, value, at };
}

function byColumns({ base, head }: KeptTable): readonly [Table, Table] {
  const known = new Set(base.columns.map((column) => column.name.toLowerCase()));
  const uncertain = new Map<string, boolean>();
  const others = new Map(head.columns.map((column) => [column.name.toLowerCase(), column]));
  for (const column of base.columns) {
    const name = column.name.toLowerCase();
    const other = others.get(name);
    if (other === undefined) continue;
    const [was, is] = [behind(base, column), behind(head, other)];
    if (was.typed && is.typed) continue;
    uncertain.set(name, sameBehind(was, is));
  }
  const side = (table: Table): Table => {
    const settings = table.made?.settings ?? "";
    const made = table === head && table.made !== undefined;
    return {
      ...table,
      columns: table.columns.map((column) => {
        const same = uncertain.get(column.name.toLowerCase());
        // nobody writes to a view: what is new there may be null for all who write
        if (same === undefined)
          return made && !known.has(column.name.toLowerCase()) ? { ...column, nullable: true } : column;
        const told = same ? [] : [definition("expression", behind(table, column).expression, column)];
        return { ...column, ...unknownType, nullable: true, constraints: [...column.constraints, ...told] };
      }),
      constraints:
        settings === "" ? table.constraints : [...table.constraints, definition("settings", settings, table)],
    };
  };
  return [side(base), side(head)];
}

function behind(table: Table, { name, typeText }: Column): Behind {
  const known = table.made?.columns?.get(name.toLowerCase());
  return known ?? { expression: typeText || name, of: undefined, origin: undefined, typed: typeText !== "" };
}

function sameBehind(was: Behind, is: Behind): boolean {
  if (was.origin !== undefined && was.origin === is.origin) return true;
  const sources =
    was.of === undefined || is.of === undefined ? was.of === is.of : was.of === is.of || !was.of || !is.of;
  return was.expression === is.expression && sources;
}

/** What decides rows, groups and values, where the columns can be compared one by one. */
function inQueries(pair: KeptTable): readonly Wording[] {
  const { base, head, prefix } = pair;
  const [was, is] = [base.made, head.made];
  if (was?.columns === undefined || is?.columns === undefined || is.lost !== undefined || was.lost !== undefined)
    return [];
  const [from, to] = [was.query, is.query];
  if (from.canonical === to.canonical) return [];
  const fields = base.columns.flatMap((column) => {
    const name = column.name.toLowerCase();
    const [before, after] = [was.columns?.get(name), is.columns?.get(name)];
    // where the type is not certain, the expression itself is told as changed
    if (before === undefined || after === undefined || !before.typed || !after.typed || sameBehind(before, after))
      return [];
    const now = head.columns.find((one) => one.name.toLowerCase() === name);
    // another type is told as such
    if (now === undefined || !sameType(column.type, now.type)) return [];
    const parts = {
      name,
      before: { text: before.expression, at: was.at },
      after: { text: after.expression, at: is.at },
    };
    const { at } = now;
    const element = prefix === "" ? column.path : `${prefix}.${column.path}`;
    return wordingFrom(element, "expression", [{ ...parts, after: { ...parts.after, at } }], at);
  });
  return [
    ...wordingFrom(prefix, "rows", between(from.rows, to.rows), to.at),
    ...wordingFrom(prefix, "grouping", between(from.grouping, to.grouping), to.at),
    ...fields,
    ...wordingFrom(prefix, "expression", between(from.rest, to.rest), to.at),
  ];
}
