import type { Column } from "../table.ts";
import { sameType, type Type, type TypeChange } from "../type.ts";

const decimal = /^decimal\( ?(\d{1,2}) ?, ?(\d{1,2}) ?\)$/;

/** Iceberg specification, Primitive Types. What is compared by its text alone: uuid, fixed[L], variant, geometry... */
export function icebergType(written: string): Type {
  const text = written.toLowerCase().replace(/\s+/g, " ").trim();
  const [, precision, scale] = decimal.exec(text) ?? [];
  if (precision !== undefined) return { kind: "decimal", precision: Number(precision), scale: Number(scale) };
  switch (text) {
    case "boolean":
    case "date":
      return { kind: text };
    case "int":
      return { kind: "integer", bits: 32 };
    case "long":
      return { kind: "integer", bits: 64 };
    case "float":
      return { kind: "float", bits: 32 };
    case "double":
      return { kind: "float", bits: 64 };
    case "string":
      return { kind: "string", length: undefined, padded: false };
    case "binary":
      return { kind: "bytes", length: undefined };
    case "time":
      return { kind: "time", zoned: false, digits: 6 };
    case "timestamp":
    case "timestamptz":
      return { kind: "timestamp", zoned: text === "timestamptz", digits: 6 };
    case "timestamp_ns":
    case "timestamptz_ns":
      return { kind: "timestamp", zoned: text === "timestamptz_ns", digits: 9 };
    default:
      return { kind: "other", text };
  }
}

/**
 * Iceberg specification, Schema Evolution: what is not a promotion of the format version leaves stored values unreadable.
 * `partitioned`: ids of columns a partition is made from, whose date may not become a timestamp.
 */
export function icebergTypeChange(version: number, partitioned: ReadonlySet<string>) {
  return (base: Column, head: Column): TypeChange | undefined => {
    if (sameType(base.type, head.type)) return undefined;
    const fixed = head.id !== undefined && partitioned.has(head.id);
    if (promotes(base.type, head.type, version, fixed)) return "column-widened";
    return promotes(head.type, base.type, version, fixed) ? "column-narrowed" : "column-retyped";
  };
}

function promotes(from: Type, to: Type, version: number, partitioned: boolean): boolean {
  switch (from.kind) {
    case "integer":
      return to.kind === "integer" && to.bits > from.bits;
    case "float":
      return to.kind === "float" && to.bits > from.bits;
    case "decimal":
      return to.kind === "decimal" && to.scale === from.scale && (to.precision ?? 0) > (from.precision ?? 0);
    case "date":
      return version >= 3 && !partitioned && to.kind === "timestamp" && !to.zoned;
    case "other":
      return version >= 3 && from.text === "unknown";
    default:
      return false;
  }
}
