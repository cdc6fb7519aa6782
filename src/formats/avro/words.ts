import { plain, type Tree } from "../../text/tree.ts";
import type { Logical } from "./logical.ts";
import type { AvroType } from "./types.ts";

/** A type in a few words: `long (timestamp-millis)`, `array of acme.Line`, `null or string`. */
export function describe(type: AvroType): string {
  switch (type.kind) {
    case "array":
      return `array of ${describe(type.items)}`;
    case "map":
      return `map of ${describe(type.values)}`;
    case "union":
      return describeUnion(type.branches);
    case "record":
    case "enum":
      return `${type.kind} ${type.name.full}`;
    case "fixed":
      return `fixed ${type.name.full} (${type.size} bytes${type.logical ? `, ${describeLogical(type.logical)}` : ""})`;
    default:
      return type.logical === undefined ? type.kind : `${type.kind} (${describeLogical(type.logical)})`;
  }
}

function describeUnion(branches: readonly AvroType[]): string {
  if (branches.length === 0) return "empty union";
  const shown = branches.length > 6 ? branches.slice(0, 5) : branches;
  const rest = branches.length - shown.length;
  return [...shown.map(describe), ...(rest > 0 ? [`${rest} more`] : [])].join(" or ");
}

export function describeLogical(logical: Logical): string {
  return logical.name === "decimal" ? `decimal(${logical.precision},${logical.scale})` : logical.name;
}

/** A JSON value as a person would quote it, cut where it is long. */
export function quote(tree: Tree): string {
  const text = JSON.stringify(plain(tree));
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
