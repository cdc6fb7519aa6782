import { isPrimitive } from "./names.ts";
import type { AvroType, NamedType, PrimitiveKind, PrimitiveType, UnionType } from "./types.ts";

/** Schema Resolution, "the writer's schema may be promoted to the reader's". */
const promotions: Readonly<Partial<Record<PrimitiveKind, readonly PrimitiveKind[]>>> = {
  int: ["long", "float", "double"],
  long: ["float", "double"],
  float: ["double"],
  string: ["bytes"],
  bytes: ["string"],
};

export function isNamed(type: AvroType): type is NamedType {
  return type.kind === "record" || type.kind === "enum" || type.kind === "fixed";
}

export function isPrimitiveType(type: AvroType): type is PrimitiveType {
  return isPrimitive(type.kind);
}

/** Whether a reader takes the one kind of value where the other was written. */
export function reads(writer: AvroType["kind"], reader: AvroType["kind"]): boolean {
  if (writer === reader) return true;
  return promotions[writer as PrimitiveKind]?.includes(reader as PrimitiveKind) ?? false;
}

/** How a reader's name takes a writer's: the aliases are the reader's, full names; plain names are compared unqualified. */
export function nameMatch(writer: NamedType, reader: NamedType): "full" | "alias" | "unqualified" | undefined {
  if (writer.name.full === reader.name.full) return "full";
  if (reader.aliases.includes(writer.name.full)) return "alias";
  return writer.name.simple === reader.name.simple ? "unqualified" : undefined;
}

/** Schema Resolution, "to match": the shallow test that chooses the branch of a union. */
function matches(writer: AvroType, reader: AvroType): boolean {
  if (writer.kind === "union" || reader.kind === "union") return true;
  if (writer.kind === "array" && reader.kind === "array") return matches(writer.items, reader.items);
  if (writer.kind === "map" && reader.kind === "map") return matches(writer.values, reader.values);
  if (isNamed(writer) && isNamed(reader)) {
    if (writer.kind !== reader.kind || nameMatch(writer, reader) === undefined) return false;
    return writer.kind !== "fixed" || writer.size === (reader as typeof writer).size;
  }
  return reads(writer.kind, reader.kind);
}

/**
 * Which branch of the reader's union takes a writer's type: the specification's first that matches, once an equal full
 * name, an alias and an equal type are preferred as every library prefers them. -1 where none does.
 */
export function branchFor(writer: AvroType, reader: UnionType): number {
  const { branches } = reader;
  const fits = (how: (branch: AvroType) => boolean) =>
    branches.findIndex((branch) => matches(writer, branch) && how(branch));
  if (isNamed(writer)) {
    const full = fits((branch) => isNamed(branch) && nameMatch(writer, branch) === "full");
    if (full >= 0) return full;
    const alias = fits((branch) => isNamed(branch) && nameMatch(writer, branch) === "alias");
    return alias >= 0 ? alias : fits(() => true);
  }
  const same = fits((branch) => branch.kind === writer.kind);
  return same >= 0 ? same : fits(() => true);
}

/** The branch that was meant though it does not match: the same kind of type by the same name; for what is told only. */
export function nearestBranch(writer: AvroType, reader: UnionType): number {
  return reader.branches.findIndex((branch) => {
    if (isNamed(writer) && isNamed(branch))
      return writer.kind === branch.kind && nameMatch(writer, branch) !== undefined;
    return (writer.kind === "array" || writer.kind === "map") && branch.kind === writer.kind;
  });
}
