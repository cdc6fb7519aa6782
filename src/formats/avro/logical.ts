import { get, type ObjectTree, type Tree, textOf } from "../../text/tree.ts";
import type { PrimitiveKind } from "./types.ts";

/** A logical type that holds for the type it stands on. Unknown and invalid ones are ignored, as the specification says. */
export type Logical =
  | { readonly name: "decimal"; readonly precision: number; readonly scale: number }
  | { readonly name: Exclude<LogicalName, "decimal"> };

const underlying = {
  decimal: ["bytes", "fixed"],
  "big-decimal": ["bytes"],
  uuid: ["string", "fixed"],
  date: ["int"],
  "time-millis": ["int"],
  "time-micros": ["long"],
  "timestamp-millis": ["long"],
  "timestamp-micros": ["long"],
  "timestamp-nanos": ["long"],
  "local-timestamp-millis": ["long"],
  "local-timestamp-micros": ["long"],
  "local-timestamp-nanos": ["long"],
  duration: ["fixed"],
} as const;

type LogicalName = keyof typeof underlying;

/** The logical type that an object declares for its underlying type; `size` in bytes where that is fixed. */
export function readLogical(tree: ObjectTree, kind: PrimitiveKind | "fixed", size?: number): Logical | undefined {
  const name = textOf(get(tree, "logicalType"));
  if (name === undefined || !Object.hasOwn(underlying, name)) return undefined;
  const known = name as LogicalName;
  if (!(underlying[known] as readonly string[]).includes(kind)) return undefined;
  if (known === "decimal") return readDecimal(tree, size);
  if (known === "uuid" && kind === "fixed" && size !== 16) return undefined;
  if (known === "duration" && size !== 12) return undefined;
  return { name: known };
}

function readDecimal(tree: ObjectTree, size: number | undefined): Logical | undefined {
  const precision = integer(get(tree, "precision"));
  const scale = get(tree, "scale") === undefined ? 0 : integer(get(tree, "scale"));
  if (precision === undefined || scale === undefined) return undefined;
  if (precision < 1 || scale < 0 || scale > precision) return undefined;
  if (size !== undefined && precision > digitsOf(size)) return undefined;
  return { name: "decimal", precision, scale };
}

function integer(tree: Tree | undefined): number | undefined {
  return tree?.kind === "number" && Number.isSafeInteger(tree.value) ? tree.value : undefined;
}

/** How many decimal digits any value of two's complement in so many bytes can have: `floor(log10(2^(8n-1) - 1))`. */
function digitsOf(bytes: number): number {
  return Math.floor(Math.log10(2) * (8 * bytes - 1));
}

/**
 * Whether readers of this logical type refuse some values of the type it stands on: text that is no UUID, a time of day
 * past midnight, a number of more digits than the precision.
 */
export function refusesSome({ name }: Logical, kind: string): boolean {
  return name.endsWith("decimal") || (name === "uuid" && kind === "string") || name.startsWith("time-");
}

export function sameLogical(a: Logical | undefined, b: Logical | undefined): boolean {
  if (a?.name === "decimal" && b?.name === "decimal") return a.precision === b.precision && a.scale === b.scale;
  return a?.name === b?.name;
}
