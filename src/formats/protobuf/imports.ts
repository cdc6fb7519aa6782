/** The paths of one side by their last part, so that an import is found without looking at every path. */
export class ImportIndex {
  private readonly byName = new Map<string, string[]>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      const name = baseName(path);
      const same = this.byName.get(name);
      if (same === undefined) this.byName.set(name, [path]);
      else same.push(path);
    }
  }

  find(from: string, imported: string): string | undefined {
    let best: string | undefined;
    let closest = -1;
    for (const path of this.byName.get(baseName(imported)) ?? []) {
      if (path !== imported && !path.endsWith(`/${imported}`)) continue;
      const shared = path === imported ? 0.5 + sharedFolders(from, path) : sharedFolders(from, path);
      if (shared > closest || (shared === closest && best !== undefined && path < best)) {
        best = path;
        closest = shared;
      }
    }
    return best;
  }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function sharedFolders(a: string, b: string): number {
  const first = a.split("/");
  const second = b.split("/");
  let shared = 0;
  while (shared < first.length - 1 && shared < second.length - 1 && first[shared] === second[shared]) shared++;
  return shared;
}

/**
 * The paths that a text imports, without reading it as Protobuf: comments are not told apart, so there may be too many.
 * Undefined where an import may have been missed.
 */
export function importsIn(text: string): readonly string[] | undefined {
  const paths: string[] = [];
  for (const [, statement = ""] of text.matchAll(/\bimport\b([^;]{0,500};?)/g)) {
    const parts = [...statement.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map((part) => part[1] ?? part[2] ?? "");
    if (parts.length === 0 || /\/[*/]|\\/.test(statement)) return undefined;
    paths.push(parts.join(""));
  }
  return paths;
}
