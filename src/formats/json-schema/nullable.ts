import type { Member, Tree } from "../../text/tree.ts";

/** OpenAPI 3.0's `nullable: true` beside a `type` as JSON Schema says it: null is one more type. (3.0.3, Schema Object) */
export function withNullable(tree: Tree): Tree {
  if (tree.kind === "array") return { ...tree, items: tree.items.map(withNullable) };
  if (tree.kind !== "object") return tree;
  const members = new Map<string, Member>();
  for (const [key, { at, value }] of tree.members) members.set(key, { at, value: withNullable(value) });
  const nullable = members.get("nullable")?.value;
  const type = members.get("type");
  if (nullable?.kind === "boolean" && nullable.value && type?.value.kind === "string") {
    const { line, column } = type.value;
    const items: readonly Tree[] = [type.value, { kind: "string", value: "null", line, column }];
    members.set("type", { at: type.at, value: { kind: "array", items, line, column } });
  }
  return { ...tree, members };
}
