import type { Location } from "../../model.ts";
import type { Emit } from "../format.ts";
import type { Pairs } from "../pair.ts";
import { classifies } from "./classification.ts";
import { diffConstraints } from "./diff-constraints.ts";
import { diffDetails } from "./diff-details.ts";
import { diffQuality } from "./diff-quality.ts";
import { diffMeanings } from "./enum-meaning.ts";
import { nameChange, pairByIdentity, renames } from "./pair-identity.ts";
import type { TableRules } from "./rules.ts";
import type { Column, Dialect, IdHistory } from "./table.ts";
import { isNested } from "./type.ts";

/** The columns of a table, or the fields of a column. */
export interface Level {
  /** Where the list of head's columns stands. */
  readonly at: Location;
  /** Path of the column they are nested in; empty at the top. */
  readonly parent: string;
  readonly history: IdHistory | undefined;
  /** Details of columns that the table tells. */
  readonly told: ReadonlySet<string>;
  readonly element: (path: string) => string;
  readonly dialect: Dialect;
  readonly emit: Emit<TableRules>;
}

export function diffColumns(base: readonly Column[], head: readonly Column[], level: Level): void {
  const pairs = pairByIdentity(base, head);
  const renamed = renames(base, head, pairs);
  const partners = new Map(pairs.kept.map((one) => [one.base, one.head]));
  let neighbour = level.at;
  for (const column of base) {
    const partner = partners.get(column);
    if (partner === undefined) removed(column, renamed.get(column), neighbour, level);
    else diffColumn(column, partner, level);
    neighbour = partner?.at ?? neighbour;
  }
  const classified = base.filter(({ constraints }) => classifies(constraints)).length * 2 > base.length;
  for (const column of pairs.added) {
    added(column, level);
    if (classified && !saysHowConfidential(column)) unclassified(column, level);
  }
  if (level.dialect.ordered) diffOrder(pairs.kept, head, level);
}

function removed(column: Column, renamed: Column | undefined, location: Location, { element, emit }: Level): void {
  const hint =
    renamed === undefined
      ? ""
      : `; looks like a rename to ${renamed.name} (same type, same position), which is a removal for everybody who reads by name`;
  emit("column-removed", {
    element: element(column.path),
    before: describe(column),
    after: null,
    message: `column ${column.path} (${spelled(column)}) was removed${hint}`,
    location,
    ...(renamed && {
      advice: `Keep ${column.name} beside ${renamed.name} until no consumer reads it; announce the date, then remove it.`,
    }),
  });
}

function added(column: Column, { element, history, emit }: Level): void {
  const finding = { element: element(column.path), before: null, after: describe(column), location: column.at };
  if (reused(column, history)) {
    const message = `column ${column.path} takes id ${column.id}, which another column had: its stored values would be read as ${column.name}`;
    emit("id-reused", { ...finding, message });
    return;
  }
  const must = !column.nullable && column.default === undefined;
  emit(must ? "column-added-not-null" : "column-added", {
    ...finding,
    message: `column ${column.path} (${spelled(column)}) was added${must ? " without a default" : ""}`,
  });
}

/** It, or whatever is nested in it. */
function saysHowConfidential({ constraints, fields }: Column): boolean {
  return classifies(constraints) || fields.some(saysHowConfidential);
}

function unclassified({ path, at }: Column, { element, emit }: Level): void {
  const message = `column ${path} has no classification, though most columns beside it have one`;
  emit("classification-missing", {
    element: element(path),
    before: null,
    after: { classification: null },
    message,
    location: at,
  });
}

/** An id at or below the highest one given is free only for the very column that had it, brought back. */
function reused({ id, name, typeText }: Column, history: IdHistory | undefined): boolean {
  if (history === undefined || id === undefined || Number(id) > history.last) return false;
  return history.was.get(id) !== `${name} ${typeText}`;
}

function diffColumn(base: Column, head: Column, level: Level): void {
  const { element, dialect, emit } = level;
  const type = dialect.typeChange(base, head);
  const at = { element: element(base.path), location: head.at };
  if (diffIdentity(base, head, type === "column-retyped", level)) return;
  const respelled = !isNested(head.type) && base.typeText.toLowerCase() !== head.typeText.toLowerCase();
  if (type !== undefined || respelled)
    emit(type ?? "type-respelled", {
      ...at,
      before: base.typeText,
      after: head.typeText,
      message: `type of ${base.path} ${verbs[type ?? "type-respelled"]} from ${base.typeText || "any"} to ${head.typeText || "any"}`,
      location: head.typeAt ?? head.at,
    });
  if (base.nullable !== head.nullable)
    emit(head.nullable ? "column-newly-nullable" : "column-no-longer-nullable", {
      ...at,
      before: base.nullable ? "nullable" : "not null",
      after: head.nullable ? "nullable" : "not null",
      message: head.nullable ? `${base.path} may be null now` : `${base.path} may no longer be null`,
      location: head.nullableAt ?? head.at,
    });
  diffDefault(base, head, at, emit);
  const place = { element: at.element, of: base.path, at: head.at, emit };
  // what a nested column's type is called says nothing more where it is another type, or is not written out on both sides
  const told = type !== undefined || base.fields.length === 0 || head.fields.length === 0;
  const promises = ({ constraints }: Column) =>
    told ? constraints.filter(({ name }) => !isTypeName(name)) : constraints;
  diffConstraints(promises(base), promises(head), place);
  diffQuality(base.quality, head.quality, place);
  const [was, is] = [new Set(enumerated(base)), new Set(enumerated(head))];
  diffMeanings(base.meanings, head.meanings, { ...place, was, is });
  const toldThere = (key: string) =>
    level.told.has(key) || (type !== undefined && key.startsWith("logicalTypeOptions."));
  diffDetails(base.details, head.details, { ...place, told: toldThere });
  if (type === undefined && isNested(head.type))
    diffColumns(base.fields, head.fields, { ...level, at: head.at, parent: base.path });
}

const isTypeName = (name: string) => name === "physicalType" || name === "logicalType" || name === "type";

/** The values that a column lists. */
function enumerated({ constraints }: Column): readonly string[] {
  return constraints.flatMap((one) => (one.kind === "enum" ? one.values : []));
}

/** Who writes rows without a column that must be filled relies on its default; nobody who reads does. */
function diffDefault(
  base: Column,
  head: Column,
  at: { element: string; location: Location },
  emit: Level["emit"],
): void {
  if (base.default === head.default) return;
  const needed = head.default === undefined && !head.nullable && !base.nullable;
  emit(needed ? "default-removed" : "default-changed", {
    ...at,
    before: base.default ?? null,
    after: head.default ?? null,
    message: needed
      ? `${base.path} has no default any more (${base.default}): a row written without it is refused, as it may not be null`
      : `default of ${base.path} changed from ${base.default ?? "none"} to ${head.default ?? "none"}`,
    location: head.defaultAt ?? head.at,
  });
}

const verbs = {
  "column-widened": "was widened",
  "column-narrowed": "was narrowed",
  "column-resized": "was made smaller",
  "column-retyped": "changed",
  "type-respelled": "is spelled differently, the same type,",
} as const;

/** Names and ids of a pair. True where head's column is another one altogether, so that nothing else need be said. */
function diffIdentity(base: Column, head: Column, retyped: boolean, { element, dialect, emit }: Level): boolean {
  const at = { element: element(base.path), location: head.at };
  const stored = dialect.storedById;
  if (stored && base.id !== head.id) {
    const message = `column ${base.path} is a new one of the same name (id ${base.id} before, ${head.id} now): values stored so far are read as null`;
    emit("column-replaced", { ...at, before: `id ${base.id}`, after: `id ${head.id}`, message });
    return true;
  }
  if (stored && base.name !== head.name && retyped) {
    const message = `id ${head.id} of column ${base.path} is now ${head.name} ${head.typeText}: values stored so far are read as something else`;
    emit("id-reused", { ...at, before: spelled(base), after: `${head.name} ${spelled(head)}`, message });
    return true;
  }
  if (base.id !== head.id)
    emit("id-changed", {
      ...at,
      before: base.id ?? null,
      after: head.id ?? null,
      message: `id of ${base.path} changed from ${base.id ?? "none"} to ${head.id ?? "none"}`,
    });
  const renamed = nameChange(base, head);
  if (renamed !== undefined) {
    const { before, after, how } = renamed;
    emit("column-renamed", {
      ...at,
      before,
      after,
      message: `column ${base.path} is now called ${after}${before === base.name ? "" : `, ${before} before`}${how}`,
    });
  }
  return false;
}

function diffOrder(kept: Pairs<Column>["kept"], heads: readonly Column[], { parent, element, at, emit }: Level): void {
  const places = new Map(heads.map((column, index) => [column, index]));
  const order = kept.map(({ head }) => places.get(head) ?? 0);
  if (order.every((place, index) => index === 0 || place > (order[index - 1] ?? 0))) return;
  const names = (columns: readonly Column[]) => columns.map(({ name }) => name);
  const partners = new Set(kept.map(({ head }) => head));
  emit("columns-reordered", {
    element: parent === "" ? "" : element(parent),
    before: names(kept.map(({ base }) => base)),
    after: names(heads.filter((column) => partners.has(column))),
    message: `the columns${parent === "" ? "" : ` of ${parent}`} stand in another order`,
    location: at,
  });
}

function spelled({ typeText, nullable }: Column): string {
  return `${typeText || "any type"}, ${nullable ? "nullable" : "not null"}`;
}

function describe(column: Column): string {
  return `${spelled(column)}${column.default === undefined ? "" : `, default ${column.default}`}`;
}
