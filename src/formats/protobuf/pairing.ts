import type { Declaration, EnumType, Message, ProtoFile, Service } from "./model.ts";

type Declared = Message | EnumType | Service;

export interface Kept<T> {
  readonly base: T;
  readonly head: T;
  /** The same thing under another name. */
  readonly renamed: boolean;
}

/** The declarations of both sides, each with its counterpart. */
export interface Pairing {
  readonly messages: readonly Kept<Message>[];
  readonly enums: readonly Kept<EnumType>[];
  readonly services: readonly Kept<Service>[];
  readonly removed: readonly Declared[];
  readonly added: readonly Declared[];
  /** Base to head and head to base. */
  readonly counterpart: ReadonlyMap<Declaration, Declaration>;
  /** Packages that were renamed: base's to head's. */
  readonly packages: ReadonlyMap<string, string>;
}

/**
 * Pairs by full name, a renamed package read as the same one; what is left over on both sides is a rename where it is built
 * the same and nothing else is. `roots` are the files compared; what they refer to elsewhere is paired too.
 */
export function pairDeclarations({ base, head, single }: { base: Roots; head: Roots; single: boolean }): Pairing {
  const packages = renamedPackages(base.roots, head.roots, single);
  const counterpart = new Map<Declaration, Declaration>();
  const kept: Kept<Declared>[] = [];
  const keep = (from: Declared, to: Declared, renamed: boolean) => {
    counterpart.set(from, to);
    counterpart.set(to, from);
    kept.push({ base: from, head: to, renamed });
  };
  const names = index(head.reachable);
  const left: Declared[] = [];
  const rootFiles = new Set(base.roots);
  for (const from of declarations(base.reachable)) {
    const to = take(names, headName(from, counterpart, packages), from);
    if (to !== undefined) keep(from, to, false);
    else if (rootFiles.has(from.file)) left.push(from);
  }
  const headRoots = new Set(head.roots);
  const extra = [...names.values()].flat().filter((one) => headRoots.has(one.file));
  const removed: Declared[] = [];
  const spare = bySignature(extra);
  const wanted = bySignature(left);
  for (const from of left) {
    // a nested type of a renamed one goes by its parent's new name
    const inside = take(names, headName(from, counterpart, packages), from);
    const key = signature(from);
    const others = spare.get(key) ?? [];
    const to = inside ?? (others.length === 1 && wanted.get(key)?.length === 1 ? others[0] : undefined);
    if (to === undefined || counterpart.has(to)) removed.push(from);
    else keep(from, to, true);
  }
  return {
    messages: kept.filter((one): one is Kept<Message> => one.base.kind === "message"),
    enums: kept.filter((one): one is Kept<EnumType> => one.base.kind === "enum"),
    services: kept.filter((one): one is Kept<Service> => one.base.kind === "service"),
    removed,
    added: extra.filter((one) => !counterpart.has(one)),
    counterpart,
    packages,
  };
}

/** The files whose declarations are the contract, and all that they draw on. */
export interface Roots {
  readonly roots: readonly ProtoFile[];
  readonly reachable: readonly ProtoFile[];
}

function declarations(files: readonly ProtoFile[]): Declared[] {
  return files.flatMap((file) => [...file.messages, ...file.enums, ...file.services]);
}

function index(files: readonly ProtoFile[]): Map<string, Declared[]> {
  const names = new Map<string, Declared[]>();
  for (const one of declarations(files)) {
    const same = names.get(one.fullName);
    if (same === undefined) names.set(one.fullName, [one]);
    else same.push(one);
  }
  return names;
}

/** Takes the declaration of a name and kind, that of the same path where copies of a file define it several times. */
function take(names: Map<string, Declared[]>, name: string, like: Declared): Declared | undefined {
  const all = names.get(name) ?? [];
  const fitting = all.filter((one) => one.kind === like.kind);
  const found = fitting.find((one) => one.file.path === like.file.path) ?? fitting[0];
  if (found !== undefined)
    names.set(
      name,
      all.filter((one) => one !== found),
    );
  return found;
}

function headName(
  one: Declared,
  counterpart: ReadonlyMap<Declaration, Declaration>,
  packages: ReadonlyMap<string, string>,
): string {
  const parent = one.kind === "service" ? undefined : one.parent;
  const to = parent === undefined ? undefined : counterpart.get(parent);
  if (to !== undefined) return `${to.fullName}.${one.name}`;
  const renamed = packages.get(one.file.package);
  if (renamed === undefined) return one.fullName;
  return renamed === "" ? one.relative : `${renamed}.${one.relative}`;
}

function renamedPackages(base: readonly ProtoFile[], head: readonly ProtoFile[], single: boolean): Map<string, string> {
  const renamed = new Map<string, string>();
  const still = new Set(head.map((file) => file.package));
  const heads = new Map(head.map((file) => [file.path, file]));
  for (const file of base) {
    const partner = single ? head[0] : heads.get(file.path);
    if (
      partner !== undefined &&
      partner.package !== file.package &&
      !still.has(file.package) &&
      !renamed.has(file.package)
    )
      renamed.set(file.package, partner.package);
  }
  return renamed;
}

function bySignature(all: readonly Declared[]): Map<string, Declared[]> {
  const groups = new Map<string, Declared[]>();
  for (const one of all) {
    const key = signature(one);
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [one]);
    else same.push(one);
  }
  return groups;
}

/** How a declaration is built, its own name aside. */
function signature(one: Declared): string {
  const { node } = one;
  if ("rpcs" in node)
    return `service ${node.rpcs
      .map((rpc) => `${rpc.name}(${rpc.request})${rpc.response}`)
      .sort()
      .join()}`;
  if ("values" in node)
    return `enum ${node.values
      .map((value) => `${value.name}=${value.number}`)
      .sort()
      .join()}`;
  const fields = node.fields.map((field) => {
    const map = field.map === undefined ? "" : `${field.map.key},${field.map.value}`;
    return `${field.number} ${field.name} ${field.label} ${lastPart(field.type)} ${map} ${field.oneof ?? ""}`;
  });
  return `message ${fields.sort().join()}`;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
