import type { Wording, WordingKind } from "../../model.ts";
import { get, itemsOf, type Place, plain, type Tree, textOf } from "../../text/tree.ts";
import { type Prose, wordingsOf } from "../prose.ts";
import { pairByIdentity } from "./pair-identity.ts";
import { locationOf } from "./read.ts";
import type { Column, Table, TableContract } from "./table.ts";

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
};

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
  const description = document?.kind === "object" ? document.members.get("description") : undefined;
  if (description === undefined) return [];
  return proseOf(path, "description", description.value, description.at).map((one) => ({
    ...one,
    name: `contract's ${one.name}`,
  }));
}

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
  const text = value.kind === "object" || value.kind === "array" ? JSON.stringify(plain(value)) : textOf(value);
  return text === undefined ? [] : [{ kind, name, text, at: locationOf(path, at) }];
}

/** ODCS 3.1, logicalTypeOptions: a time with a zone is in `Etc/UTC` unless it says another. */
function zoneOf(path: string, item: Tree | undefined): readonly Prose[] {
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

function definitions(path: string, item: Tree | undefined): readonly Prose[] {
  return itemsOf(get(item, "authoritativeDefinitions")).flatMap((entry) => {
    const [type, url] = [textOf(get(entry, "type")) ?? "", textOf(get(entry, "url"))];
    return url === undefined
      ? []
      : [{ kind: "definition", name: `${type} definition`, text: url, at: locationOf(path, entry) }];
  });
}

/** Where the texts of two contracts differ, told under the names by which `diffTables` tells changes. */
export function tableWordings(base: TableContract, head: TableContract): readonly Wording[] {
  const [from, to] = [base.tables[0], head.tables[0]];
  if (from !== undefined && to !== undefined && base.tables.length === 1 && head.tables.length === 1)
    return inTable(from, to, "");
  return pairByIdentity(base.tables, head.tables).kept.flatMap((one) =>
    one.base.aliasOf === undefined ? inTable(one.base, one.head, one.base.name) : [],
  );
}

function inTable(base: Table, head: Table, prefix: string): readonly Wording[] {
  const element = (path: string) => (prefix === "" ? path : `${prefix}.${path}`);
  return [
    ...wordingsOf(prefix, base.prose ?? [], head.prose ?? [], head.at),
    ...inColumns(base.columns, head.columns, element),
  ];
}

function inColumns(
  base: readonly Column[],
  head: readonly Column[],
  element: (path: string) => string,
): readonly Wording[] {
  return pairByIdentity(base, head).kept.flatMap((one) => [
    ...wordingsOf(element(one.base.path), one.base.prose ?? [], one.head.prose ?? [], one.head.at),
    ...inColumns(one.base.fields, one.head.fields, element),
  ]);
}
