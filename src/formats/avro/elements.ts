import type { AvroContract } from "./contract.ts";
import { type AvroType, reachable } from "./types.ts";

/**
 * What a reader of an element reads, as `pathOf` writes it. Unions are seen through. A type within itself is told where it
 * is met first, so that `next.next.value` is read as `value`.
 */
export function reach({ roots, messages }: AvroContract, element: string): readonly string[] | undefined {
  if (element === "" || messages.some(({ name }) => name === element)) return [element];
  const found = roots.flatMap(({ key, type }) => {
    if (roots.length === 1) return follow(type, element, "", true, []);
    return element.startsWith(key) ? follow(type, element.slice(key.length), key, false, []) : [];
  });
  return found.length === 0 ? undefined : [...new Set(found)];
}

/** A type met on the way, and where. */
interface Met {
  readonly type: AvroType;
  readonly path: string;
}

function follow(type: AvroType, rest: string, path: string, first: boolean, met: readonly Met[]): readonly string[] {
  const before = met.find((one) => one.type === type);
  // told where it was met first; what lies on the way is read too
  if (before !== undefined && before.path !== path) {
    const told = follow(type, rest, before.path, before.path === "", met.slice(0, met.indexOf(before)));
    return told.length === 0 ? [] : [path, ...told];
  }
  if (rest === "") {
    const inside = reachable(type);
    return [path, ...met.filter((one) => inside.has(one.type)).map((one) => one.path)];
  }
  const more = [...met, { type, path }];
  switch (type.kind) {
    case "union":
      return type.branches.flatMap((branch) => follow(branch, rest, path, first, met));
    case "array":
      return rest.startsWith("[]") ? follow(type.items, rest.slice(2), `${path}[]`, false, more) : [];
    case "map":
      return rest.startsWith("{}") ? follow(type.values, rest.slice(2), `${path}{}`, false, more) : [];
    case "record": {
      const bare = rest.startsWith(".") ? rest.slice(1) : rest;
      if (!first && bare === rest) return [];
      return type.fields.flatMap(({ name, type: inner }) =>
        isNext(bare, name)
          ? follow(inner, bare.slice(name.length), path === "" ? name : `${path}.${name}`, false, more)
          : [],
      );
    }
    default:
      return [];
  }
}

/** Whether a path begins with this name, and not with a longer one. */
function isNext(path: string, name: string): boolean {
  return path.startsWith(name) && (path.length === name.length || ".[{".includes(path[name.length] ?? "x"));
}
