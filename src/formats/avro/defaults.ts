import type { Tree } from "../../text/tree.ts";
import type { AvroType } from "./types.ts";
import { describe } from "./words.ts";

/**
 * Why a default is no value of its type, in words; undefined where it is one. Section "Complex types", table of field
 * default values; for a union the default may be a value of any branch (1.12).
 */
export function defaultFault(type: AvroType, tree: Tree): string | undefined {
  return fits(type, tree, new Map()) ? undefined : `is no ${describe(type)}`;
}

/** Whether a default is no value of the first branch of its union: allowed since 1.12, refused by what is older. */
export function needsLaterBranch(type: AvroType, tree: Tree): boolean {
  return type.kind === "union" && type.branches[0] !== undefined && defaultFault(type.branches[0], tree) !== undefined;
}

/** Unions inside defaults inside unions: each pair is judged once. */
type Judged = Map<Tree, Map<AvroType, boolean>>;

function fits(type: AvroType, tree: Tree, judged: Judged): boolean {
  const known = judged.get(tree) ?? new Map<AvroType, boolean>();
  judged.set(tree, known);
  const before = known.get(type);
  if (before !== undefined) return before;
  known.set(type, false);
  const answer = fitsFresh(type, tree, judged);
  known.set(type, answer);
  return answer;
}

function fitsFresh(type: AvroType, tree: Tree, judged: Judged): boolean {
  switch (type.kind) {
    case "null":
    case "boolean":
    case "string":
      return tree.kind === type.kind;
    case "int":
      return within(tree, 31n);
    case "long":
      return within(tree, 63n);
    case "float":
    case "double":
      return tree.kind === "number";
    case "bytes":
      return isBytes(tree);
    case "fixed":
      return isBytes(tree) && tree.kind === "string" && tree.value.length === type.size;
    case "enum":
      return tree.kind === "string" && type.symbols.includes(tree.value);
    case "array":
      return tree.kind === "array" && tree.items.every((item) => fits(type.items, item, judged));
    case "map":
      return (
        tree.kind === "object" && [...tree.members.values()].every(({ value }) => fits(type.values, value, judged))
      );
    case "union":
      return type.branches.some((branch) => fits(branch, tree, judged));
    case "record":
      return (
        tree.kind === "object" &&
        type.fields.every((field) => {
          const value = tree.members.get(field.name)?.value ?? field.default?.tree;
          return value !== undefined && fits(field.type, value, judged);
        })
      );
  }
}

function within(tree: Tree, bits: bigint): boolean {
  if (tree.kind !== "number" || !/^-?\d{1,20}$/.test(tree.raw)) return false;
  const value = BigInt(tree.raw);
  return value >= -(2n ** bits) && value < 2n ** bits;
}

/** Bytes are written as text whose code points 0 to 255 are the bytes. */
function isBytes(tree: Tree): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the bytes
  return tree.kind === "string" && /^[\u0000-\u00ff]*$/.test(tree.value);
}

/** One text per value: two defaults are the same where these are. The order of members does not count. */
export function canonicalDefault(tree: Tree): string {
  switch (tree.kind) {
    case "number":
      return /^-?\d+$/.test(tree.raw) ? BigInt(tree.raw.slice(0, 400)).toString() : String(tree.value);
    case "array":
      return `[${tree.items.map(canonicalDefault).join(",")}]`;
    case "object":
      return `{${[...tree.members]
        .map(([key, { value }]) => `${JSON.stringify(key)}:${canonicalDefault(value)}`)
        .sort()
        .join(",")}}`;
    case "null":
      return "null";
    default:
      return JSON.stringify(tree.value);
  }
}
