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
  if (isNamed(writer) && isNamed(reader))
    return sort(writer) === sort(reader) && nameMatch(writer, reader) !== undefined;
  return reads(writer.kind, reader.kind);
}

/** What two named types must have in common beside the name. */
function sort(type: NamedType): string {
  return type.kind === "fixed" ? `fixed ${type.size}` : type.kind;
}

/**
 * Which branch of the reader's union takes a writer's type: the specification's first that matches, once an equal full
 * name, an alias and an equal type are preferred as every library prefers them. -1 where none does.
 */
export function branchFor(writer: AvroType, reader: UnionType): number {
  const { full, aliases, simple, unnamed } = branchesOf(reader);
  if (isNamed(writer)) {
    const kind = sort(writer);
    const name = `${kind} ${writer.name.full}`;
    return full.get(name) ?? aliases.get(name) ?? simple.get(`${kind} ${writer.name.simple}`) ?? -1;
  }
  const fitting = unnamed.filter((index) => matches(writer, reader.branches[index] as AvroType));
  return fitting.find((index) => reader.branches[index]?.kind === writer.kind) ?? fitting[0] ?? -1;
}

/** The branch that was meant though it does not match: the same kind of type by the same name; for what is told only. */
export function nearestBranch(writer: AvroType, reader: UnionType): number {
  if (isNamed(writer))
    return writer.kind === "fixed"
      ? reader.branches.findIndex((branch) => branch.kind === "fixed" && nameMatch(writer, branch) !== undefined)
      : -1;
  if (writer.kind !== "array" && writer.kind !== "map") return -1;
  return branchesOf(reader).unnamed.find((index) => reader.branches[index]?.kind === writer.kind) ?? -1;
}

/** A union's branches by what they are found by; the first wins. */
interface Branches {
  readonly full: ReadonlyMap<string, number>;
  readonly aliases: ReadonlyMap<string, number>;
  readonly simple: ReadonlyMap<string, number>;
  readonly unnamed: readonly number[];
}

const indexes = new WeakMap<UnionType, Branches>();

function branchesOf(union: UnionType): Branches {
  const known = indexes.get(union);
  if (known !== undefined) return known;
  const full = new Map<string, number>();
  const aliases = new Map<string, number>();
  const simple = new Map<string, number>();
  const unnamed: number[] = [];
  const note = (map: Map<string, number>, key: string, index: number) => {
    if (!map.has(key)) map.set(key, index);
  };
  union.branches.forEach((branch, index) => {
    if (!isNamed(branch)) {
      unnamed.push(index);
      return;
    }
    const kind = sort(branch);
    note(full, `${kind} ${branch.name.full}`, index);
    for (const alias of branch.aliases) note(aliases, `${kind} ${alias}`, index);
    note(simple, `${kind} ${branch.name.simple}`, index);
  });
  const built = { full, aliases, simple, unnamed };
  indexes.set(union, built);
  return built;
}
