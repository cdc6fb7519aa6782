/** A column's type, whatever a dialect calls it. */
export type Type =
  | { readonly kind: "integer"; readonly bits: number; readonly unsigned?: true }
  | { readonly kind: "float"; readonly bits: 32 | 64 }
  /** Digits in all and after the point; undefined where unbounded. */
  | { readonly kind: "decimal"; readonly precision: number | undefined; readonly scale: number | undefined }
  /** At most so many characters; undefined where unbounded. `padded` as in `char(n)`. */
  | { readonly kind: "string"; readonly length: number | undefined; readonly padded: boolean }
  | { readonly kind: "bytes"; readonly length: number | undefined }
  | { readonly kind: "boolean" }
  | { readonly kind: "date" }
  /** `zoned`: an instant; else what a clock on the wall shows. Digits after the second's point. */
  | { readonly kind: "time" | "timestamp"; readonly zoned: boolean; readonly digits: number | undefined }
  /** What is nested stands in the column's fields. */
  | { readonly kind: "struct" | "list" | "map" }
  /** Known by its text alone: equal texts are the same type, other texts are another. */
  | { readonly kind: "other"; readonly text: string };

/** Why two types are not the same, in the ids of the rules. */
export type TypeChange = "column-widened" | "column-narrowed" | "column-resized" | "column-retyped";

/**
 * How the values of head's type relate to those of base's; undefined where they are the same.
 * `column-resized`: fewer values of the same kind, each still means what it meant.
 */
export function typeChange(base: Type, head: Type): TypeChange | undefined {
  if (sameType(base, head)) return undefined;
  if (isUnsaid(base)) return "column-resized";
  if (isUnsaid(head)) return "column-widened";
  if (nests(base, head)) return "column-widened";
  if (!nests(head, base)) return "column-retyped";
  return onlySmaller(base, head) ? "column-resized" : "column-narrowed";
}

/** No type at all: any value will do. */
export const unsaid: Type = { kind: "other", text: "" };

export function isUnsaid(type: Type): boolean {
  return type.kind === "other" && type.text === "";
}

export function sameType(one: Type, other: Type): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isNested({ kind }: Type): boolean {
  return kind === "struct" || kind === "list" || kind === "map";
}

/** Whether every value of one type is a value of the other, written the same. */
function nests(small: Type, large: Type): boolean {
  switch (small.kind) {
    case "integer":
      return integerNests(small, large);
    case "float":
      return (large.kind === "float" && large.bits >= small.bits) || (small.bits === 32 && isFloatOfSomeSize(large));
    case "decimal":
      return (
        large.kind === "decimal" && wholeDigits(large) >= wholeDigits(small) && bound(large.scale) >= bound(small.scale)
      );
    case "string":
      return large.kind === "string" && !large.padded && !small.padded && bound(large.length) >= bound(small.length);
    case "bytes":
      return large.kind === "bytes" && bound(large.length) >= bound(small.length);
    case "time":
    case "timestamp":
      return large.kind === small.kind && large.zoned === small.zoned && (large.digits ?? 6) >= (small.digits ?? 6);
    default:
      return sameType(small, large) || (isFloatOfSomeSize(small) && large.kind === "float" && large.bits === 64);
  }
}

/** `float`, where nobody says which engine's: it has 32 bits or 64. */
function isFloatOfSomeSize(type: Type): boolean {
  return type.kind === "other" && type.text === "float";
}

function integerNests(small: { readonly bits: number; readonly unsigned?: true }, large: Type): boolean {
  const significant = small.bits - (small.unsigned ? 0 : 1);
  if (large.kind === "integer") {
    if (large.unsigned) return small.unsigned === true && large.bits >= small.bits;
    return large.bits - 1 >= significant;
  }
  // an integer of n bits has about 0.301 n decimal digits; a double keeps 53 bits exactly, a float 24
  if (large.kind === "decimal") return wholeDigits(large) >= Math.ceil(significant * Math.log10(2));
  return large.kind === "float" && significant <= (large.bits === 64 ? 53 : 24);
}

function onlySmaller(base: Type, head: Type): boolean {
  if (base.kind === "decimal") return head.kind === "decimal" && head.scale === base.scale;
  return base.kind === head.kind && (base.kind === "string" || base.kind === "bytes");
}

const bound = (limit: number | undefined) => limit ?? Number.POSITIVE_INFINITY;

function wholeDigits({ precision, scale }: { precision: number | undefined; scale: number | undefined }): number {
  return precision === undefined ? Number.POSITIVE_INFINITY : precision - (scale ?? 0);
}
