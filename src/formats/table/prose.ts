import type { Wording, WordingKind } from "../../model.ts";
import { get, itemsOf, type Place, plain, type Tree, textOf } from "../../text/tree.ts";
import { type Prose, wordingsOf } from "../prose.ts";
import { pairedDocuments } from "./documents.ts";
import { keptTables, pairByIdentity } from "./pair-identity.ts";
import { locationOf } from "./read.ts";
import type { Column, Dialect, Table, TableContract } from "./table.ts";
import { canonical } from "./written.ts";

/** Members that tell the meaning of a table or column, whichever dialect has them. */
const members: Readonly<Record<string, WordingKind>> = {
  description: "text",
  doc: "text",
  comment: "text",
  meaning: "text",
  title: "text",
  transformDescription: "text",
  unit: "unit",
  units: "unit",
  grain: "grain",
  dataGranularityDescription: "grain",
  dataGranularity: "grain",
  null_semantics: "null meaning",
  null_meaning: "null meaning",
  nullSemantics: "null meaning",
  timezone: "time zone",
  time_zone: "time zone",
  businessName: "definition",
  transformLogic: "logic",
  transformSourceObjects: "logic",
  transformSourceTables: "logic",
};

/** Whether a member of that name tells a meaning, and so is read here. */
export function isProse(name: string): boolean {
  return Object.hasOwn(members, name);
}

/** The texts of one mapping, and of what people hang below it: custom properties, dbt's `meta`, addresses of definitions. */
export function proseIn(path: string, item: Tree | undefined): readonly Prose[] {
  const custom = itemsOf(get(item, "customProperties")).flatMap((entry) =>
    proseOf(path, textOf(get(entry, "property")) ?? "", get(entry, "value"), entry),
  );
  const metas = [get(item, "meta"), get(get(item, "config"), "meta")];
  return [item, ...metas].flatMap((one) => own(path, one)).concat(custom, zoneOf(path, item), definitions(path, item));
}

/** What a document says of all its tables, by names that no table's own texts have. */
export function proseOfAll(path: string, document: Tree | undefined): readonly Prose[] {
  if (document?.kind !== "object") return [];
  return [...document.members].flatMap(([member, { at, value }]): readonly Prose[] => {
    const text = termsOfUse.has(member) ? textOf(value) : undefined;
    const own = text === undefined ? [] : [{ kind: "text", name: member, text, at: locationOf(path, at) } as const];
    const read = member === "description" ? proseOf(path, member, value, at) : own;
    return read.map((one) => ({ ...one, name: `contract's ${one.name}` }));
  });
}

/** Data Contract Specification, terms. */
export const termsOfUse: ReadonlySet<string> = new Set(["usage", "limitations", "policies"]);

function own(path: string, item: Tree | undefined): readonly Prose[] {
  if (item?.kind !== "object") return [];
  return [...item.members].flatMap(([name, { at, value }]) => proseOf(path, name, value, at));
}

function proseOf(path: string, name: string, value: Tree | undefined, at: Place): readonly Prose[] {
  if (value === undefined || !Object.hasOwn(members, name)) return [];
  const kind = members[name] as WordingKind;
  // a description may itself have parts: purpose, usage, limitations
  if (value.kind === "object" && kind === "text")
    return [...value.members].flatMap(([part, member]) => {
      const text = textOf(member.value);
      return text === undefined ? [] : [{ kind, name: `${name}.${part}`, text, at: locationOf(path, member.at) }];
    });
  // what something is made from is a set, in whatever order it is listed
  const listed = kind === "logic" && value.kind === "array" ? value.items.map(canonical).sort().join(", ") : undefined;
  const whole = value.kind === "object" || value.kind === "array" ? JSON.stringify(plain(value)) : textOf(value);
  const text = listed ?? whole;
  return text === undefined ? [] : [{ kind, name, text, at: locationOf(path, at) }];
}

/** Whether a property's values may be times, so that its options may speak of zones. */
export function mayBeTimes(item: Tree | undefined): boolean {
  return ["timestamp", "time", undefined].includes(textOf(get(item, "logicalType")));
}

/** ODCS 3.1, logicalTypeOptions: a time with a zone is in `Etc/UTC` unless it says another. */
function zoneOf(path: string, item: Tree | undefined): readonly Prose[] {
  if (!mayBeTimes(item)) return [];
  const options = get(item, "logicalTypeOptions");
  const zoned = get(options, "timezone");
  const zone = get(options, "defaultTimezone");
  if (zoned === undefined && zone === undefined) return [];
  const text = textOf(zone) ?? (textOf(zoned) === "true" ? "Etc/UTC" : undefined);
  if (text === undefined || textOf(zoned) === "false") return [];
  return [
    { kind: "time zone", name: "defaultTimezone", text, at: locationOf(path, zone ?? zoned ?? { line: 1, column: 1 }) },
  ];
}

/** The addresses of one kind as one text, so that a second of a kind counts, and their order does not. */
function definitions(path: string, item: Tree | undefined): readonly Prose[] {
  const byType = new Map<string, { readonly urls: readonly string[]; readonly at: Place }>();
  for (const entry of itemsOf(get(item, "authoritativeDefinitions"))) {
    const [type, url] = [textOf(get(entry, "type")) ?? "", textOf(get(entry, "url"))];
    if (url === undefined || !isDefining(type)) continue;
    const known = byType.get(type);
    byType.set(type, { urls: [...(known?.urls ?? []), url], at: known?.at ?? entry });
  }
  return [...byType].map(([type, { urls, at }]) => {
    const text = [...new Set(urls)].sort().join(", ");
    return { kind: "definition", name: `${type} definition`, text, at: locationOf(path, at) };
  });
}

/** Open Data Contract Standard, Authoritative Definitions: the kinds that say what something means; those of no known kind may. */
export function isDefining(type: string): boolean {
  return !/^(?:video)?tutorial$|^(?:transformation)?implementation$/i.test(type);
}

/** Where the texts of two contracts differ, told under the names by which `diffTables` tells changes. */
export function tableWordings(base: TableContract, head: TableContract): readonly Wording[] {
  const ofDocuments = pairedDocuments(base, head).flatMap(({ base: was, head: is, speaks }) =>
    wordingsOf("", was.prose, is.prose, is.at, speaks),
  );
  return [...ofDocuments, ...ofTables(base, head)];
}

function ofTables(base: TableContract, head: TableContract): readonly Wording[] {
  const context = { dialect: head.dialect, called: head.documents !== undefined };
  return keptTables(base, head).flatMap((one) => inTable(one.base, one.head, { ...context, prefix: one.prefix }));
}

interface Context {
  readonly prefix: string;
  readonly dialect: Dialect;
  /** Whether a text is told by its name even where it only says the same in other words. */
  readonly called: boolean;
}

function inTable(base: Table, head: Table, context: Context): readonly Wording[] {
  return [
    ...wordingsOf(context.prefix, base.prose ?? [], head.prose ?? [], head.at, context.called),
    ...inColumns(base.columns, head.columns, context),
    ...inMarks(base, head, context),
  ];
}

/** Columns that say of a row that it is deleted, however they are written: `deleted_at`, `isDeleted`, `__deleted`. */
const mark = /^(?:is|was|soft|row|date|time)?(?:deleted|deletion|tombstone)(?:at|on|by|date|time|timestamp|flag|ind)?$/;

/** Where rows begin or cease to be marked as deleted, who reads any of them reads others than before. */
function inMarks(base: Table, head: Table, { prefix }: Context): readonly Wording[] {
  const marks = ({ columns }: Table) =>
    columns.filter(({ name }) => mark.test(name.toLowerCase().replaceAll(/[_"`]/g, "")));
  const [was, is] = [marks(base), marks(head)];
  if (was.length > 0 === is.length > 0) return [];
  const text = (columns: readonly Column[]) => columns.map(({ name }) => name).join(", ") || null;
  const location = is[0]?.at ?? head.at;
  return [{ element: prefix, kind: "deletion", before: text(was), after: text(is), location }];
}

function inColumns(base: readonly Column[], head: readonly Column[], context: Context): readonly Wording[] {
  const { prefix, dialect, called } = context;
  return pairByIdentity(base, head).kept.flatMap((one) => {
    const retyped = dialect.typeChange(one.base, one.head) !== undefined;
    // a zone that comes and goes with the type is told by the type, and so is what turned the values into another one
    const texts = ({ prose = [], conversions = [] }: Column) =>
      retyped ? prose.filter(({ name }) => name !== "defaultTimezone") : [...prose, ...conversions];
    const element = prefix === "" ? one.base.path : `${prefix}.${one.base.path}`;
    return [
      ...wordingsOf(element, texts(one.base), texts(one.head), one.head.at, called),
      ...inColumns(one.base.fields, one.head.fields, context),
    ];
  });
}
