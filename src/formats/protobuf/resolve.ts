import type { Declaration, ProtoFile } from "./model.ts";

/**
 * What a name means where it stands: the innermost scope that knows its first part decides, as in C++.
 * @throws Unreadable where no visible file defines it
 */
export function resolve(file: ProtoFile, scope: string, name: string, at: number): Declaration {
  if (name.startsWith(".")) return find(file, name.slice(1)) ?? unknown(file, name, at);
  const dot = name.indexOf(".");
  const first = dot === -1 ? name : name.slice(0, dot);
  for (let outer = scope; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf(".")))) {
    const prefix = outer === "" ? "" : `${outer}.`;
    if (dot === -1) {
      const found = find(file, prefix + name);
      if (found !== undefined && (found.kind === "message" || found.kind === "enum")) return found;
    } else {
      const parent = find(file, prefix + first);
      if (
        parent?.kind === "message" ||
        parent?.kind === "enum" ||
        (parent === undefined && isPackage(file, prefix + first))
      )
        return find(file, prefix + name) ?? hidden(file, prefix + name, name, at);
    }
    if (outer === "") return unknown(file, name, at);
  }
}

/** Whether a name in parentheses is an extension that the file sees. */
export function isExtension(file: ProtoFile, scope: string, name: string): boolean {
  if (name.startsWith(".")) return find(file, name.slice(1))?.kind === "field";
  for (let outer = scope; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf(".")))) {
    if (find(file, outer === "" ? name : `${outer}.${name}`)?.kind === "field") return true;
    if (outer === "") return false;
  }
}

function find(file: ProtoFile, fullName: string): Declaration | undefined {
  for (const visible of file.visible) {
    const found = visible.symbols.get(fullName);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isPackage(file: ProtoFile, name: string): boolean {
  return file.visible.some((visible) => visible.package === name || visible.package.startsWith(`${name}.`));
}

function hidden(file: ProtoFile, fullName: string, name: string, at: number): never {
  if (file.missing.length > 0) return unknown(file, name, at);
  return file.node.source.fail(
    `${name} is not defined: it is read as ${fullName} here, and no imported file has that`,
    at,
  );
}

function unknown(file: ProtoFile, name: string, at: number): never {
  const imports = file.missing.map((path) => JSON.stringify(path)).join(", ");
  const why = imports === "" ? "" : `; the repository has no file for the import of ${imports}`;
  return file.node.source.fail(`the type ${name} is not defined in this file or in what it imports${why}`, at);
}
