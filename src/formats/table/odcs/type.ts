import { get, type ObjectTree, type Tree, textOf } from "../../../text/tree.ts";
import { locationOf } from "../read.ts";
import type { Column } from "../table.ts";
import { isUnsaid, type Type, type TypeChange, typeChange, unsaid } from "../type.ts";
import { dialectNames, sharedNames } from "../type-names.ts";
import { writtenType } from "../type-text.ts";

type Types = Pick<Column, "type" | "logical" | "typeText" | "fields">;

/** What a property says of its type: the engine's where it names one, and what the contract calls it. */
export function typesOf(path: string, item: ObjectTree, here: string, servers: readonly Tree[]): Types {
  const [logicalText, physicalText] = [textOf(get(item, "logicalType")), textOf(get(item, "physicalType"))];
  const logical = logicalText === undefined ? undefined : logicalType(logicalText, get(item, "logicalTypeOptions"));
  const typeText = [logicalText && spelled(logicalText, get(item, "logicalTypeOptions")), physicalText]
    .filter((text) => text !== undefined)
    .join(" as ");
  // fields that are written out are what counts; the engine's text beside them is a promise of its own
  const nested = nestedKind(item);
  if (nested !== undefined) return { type: { kind: nested }, typeText, fields: [] };
  if (physicalText === undefined) return { type: logical ?? unsaid, typeText, fields: [] };
  const server = servers
    .map((one) => textOf(get(one, "type"))?.toLowerCase() ?? "")
    .find((type) => dialectNames.has(type));
  const names = dialectNames.get(server ?? "") ?? sharedNames;
  return { ...writtenType(physicalText, here, locationOf(path, item), names), logical: logical ?? unsaid, typeText };
}

function nestedKind(item: ObjectTree): "list" | "map" | "struct" | undefined {
  if (get(item, "items") !== undefined) return "list";
  if (get(item, "map") !== undefined) return "map";
  return get(item, "properties") && "struct";
}

/** `integer (i64)`, `timestamp (with timezone)`: the options that make it another type. */
function spelled(text: string, options: Tree | undefined): string {
  const zoned = (text === "timestamp" || text === "time") && textOf(get(options, "timezone")) === "true";
  const sized = text === "integer" || text === "number" ? textOf(get(options, "format")) : undefined;
  const detail = zoned ? "with timezone" : sized;
  return detail === undefined ? text : `${text} (${detail})`;
}

const integerFormat = /^([iu])(8|16|32|64|128)$/;

/** Open Data Contract Standard 3.1, Logical Type and Logical Type Options: an integer is an i32 and a number an f64 unless it says. */
function logicalType(text: string, options: Tree | undefined): Type {
  const format = textOf(get(options, "format")) ?? "";
  const zoned = textOf(get(options, "timezone")) === "true";
  switch (text) {
    case "string":
      return { kind: "string", length: undefined, padded: false };
    case "boolean":
    case "date":
      return { kind: text };
    case "time":
    case "timestamp":
      return { kind: text, zoned, digits: undefined };
    case "integer": {
      const [, sign, bits] = integerFormat.exec(format) ?? [];
      return { kind: "integer", bits: Number(bits ?? 32), ...(sign === "u" && { unsigned: true }) };
    }
    case "number":
      return { kind: "float", bits: format === "f32" ? 32 : 64 };
    case "object":
      return { kind: "struct" };
    case "array":
      return { kind: "list" };
    case "map":
      return { kind: "map" };
    default:
      return { kind: "other", text: text.toLowerCase() };
  }
}

/** Both types count: the engine's where both sides name it, and the contract's own. */
export function promisedTypeChange(base: Column, head: Column): TypeChange | undefined {
  const [engine, engineHead] = [engineType(base), engineType(head)];
  const [own, ownHead] = [base.logical ?? base.type, head.logical ?? head.type];
  if (engine !== undefined && engineHead !== undefined) {
    const bothOwn = !isUnsaid(own) && !isUnsaid(ownHead);
    return worse(typeChange(engine, engineHead), bothOwn ? typeChange(own, ownHead) : undefined);
  }
  const change = typeChange(own, ownHead);
  if (change !== undefined || engine === engineHead) return change;
  // a promise about the engine's type that appears or goes, the contract's own staying
  return engine === undefined ? "column-resized" : "column-widened";
}

/** The engine's type is what stands beside a logical one. */
function engineType({ type, logical }: Column): Type | undefined {
  return logical === undefined ? undefined : type;
}

function worse(one: TypeChange | undefined, other: TypeChange | undefined): TypeChange | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  return one === "column-retyped" ||
    other === "column-retyped" ||
    one === "column-widened" ||
    other === "column-widened"
    ? "column-retyped"
    : "column-narrowed";
}
