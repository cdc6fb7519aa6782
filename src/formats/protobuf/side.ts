import type { Source } from "../format.ts";
import { type Draft, declare } from "./declare.ts";
import { ImportIndex, importsIn } from "./imports.ts";
import type { ProtoFile } from "./model.ts";
import { readProto } from "./parse.ts";
import type { FileNode } from "./syntax.ts";
import { wellKnown } from "./well-known.ts";

/** The files of one side, read and linked only as far as somebody asks. */
export class Side {
  readonly source: Source;
  private readonly index: ImportIndex;
  private readonly declared = new Map<string, Draft>();

  constructor(source: Source) {
    this.source = source;
    this.index = new ImportIndex(source.files.keys());
  }

  /** The path that an import means: in the repository, else among the files every compiler brings along. */
  imported(from: string, path: string): string | undefined {
    return this.index.find(from, path) ?? (wellKnown.has(path) ? path : undefined);
  }

  /** Files and all they import, linked. What several sides have in common is read once. @throws Unreadable */
  link(paths: readonly string[], read: Read): readonly ProtoFile[] {
    const waiting = [...paths];
    const fresh: Draft[] = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (this.declared.has(path)) continue;
      const file = declare(read(path, this.source.files.get(path) ?? wellKnown.get(path) ?? ""));
      this.declared.set(path, file);
      fresh.push(file);
      for (const { path: imported } of file.node.imports) {
        const found = this.imported(path, imported);
        if (found !== undefined) waiting.push(found);
      }
    }
    for (const file of fresh) this.see(file);
    refuseCycles(fresh, (file, imported) => this.draft(file.path, imported));
    return paths.map((path) => this.declared.get(path) as ProtoFile);
  }

  /** Every file of the repository linked so far; what compilers bring along never changes. */
  reachable(): readonly ProtoFile[] {
    return [...this.declared.values()].filter((file) => this.source.files.has(file.path));
  }

  private draft(from: string, imported: string): Draft | undefined {
    return this.declared.get(this.imported(from, imported) ?? "");
  }

  /** Fills in what a file sees: itself, its imports, and what those import publicly. */
  private see(file: Draft): void {
    const visible = new Set<ProtoFile>([file]);
    const missing: string[] = [];
    const waiting: Draft[] = [];
    for (const one of file.node.imports) {
      const found = this.draft(file.path, one.path);
      if (found === undefined) missing.push(one.path);
      else waiting.push(found);
    }
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (visible.has(next)) continue;
      visible.add(next);
      for (const one of next.node.imports) {
        const found = one.how === "public" ? this.draft(next.path, one.path) : undefined;
        if (found !== undefined) waiting.push(found);
        else if (one.how === "public") missing.push(one.path);
      }
    }
    file.visible = [...visible];
    file.missing = missing;
  }
}

/** Reads a text, or finds that it was read already. */
export type Read = (path: string, text: string) => FileNode;

/** Reads each path and text once, whichever side asks. */
export function reader(): Read {
  const read = new Map<string, FileNode>();
  return (path, text) => {
    const known = read.get(path);
    if (known?.source.text === text) return known;
    const node = readProto(path, text);
    read.set(path, node);
    return node;
  };
}

function refuseCycles(files: readonly Draft[], imported: (file: Draft, path: string) => Draft | undefined): void {
  const importers = new Map<Draft, Draft[]>();
  const open = new Map<Draft, number>();
  for (const file of files) {
    const needs = file.node.imports.map((one) => imported(file, one.path)).filter((one) => one !== undefined);
    open.set(file, needs.length);
    for (const need of needs) {
      const known = importers.get(need);
      if (known === undefined) importers.set(need, [file]);
      else known.push(file);
    }
  }
  const free = files.filter((file) => open.get(file) === 0);
  for (let file = free.pop(); file !== undefined; file = free.pop()) {
    open.delete(file);
    for (const importer of importers.get(file) ?? []) {
      const left = (open.get(importer) ?? 0) - 1;
      open.set(importer, left);
      if (left === 0) free.push(importer);
    }
  }
  for (const file of open.keys())
    for (const one of file.node.imports) {
      const found = imported(file, one.path);
      if (found !== undefined && open.has(found))
        file.node.source.fail(`the import of ${JSON.stringify(one.path)} leads back to this file`, one.at);
    }
}

/** The paths of one side whose text, or the text of anything they draw on, the other side does not have just so. */
export function affected(side: Side, other: Side): readonly string[] {
  const importers = new Map<string, string[]>();
  const touched = new Set<string>();
  for (const [path, text] of side.source.files) {
    const imports = importsIn(text);
    if (other.source.files.get(path) !== text || imports === undefined) touched.add(path);
    for (const one of imports ?? []) {
      const found = side.imported(path, one);
      if (found !== other.imported(path, one)) touched.add(path);
      if (found === undefined) continue;
      const known = importers.get(found);
      if (known === undefined) importers.set(found, [path]);
      else known.push(path);
    }
  }
  const waiting = [...touched];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
    for (const importer of importers.get(path) ?? [])
      if (!touched.has(importer)) {
        touched.add(importer);
        waiting.push(importer);
      }
  return [...side.source.files.keys()].filter((path) => touched.has(path));
}
