import type { Section } from "../text/surroundings.ts";
import type { Member, Place, Tree } from "../text/tree.ts";
import { type Block, literalOf, objectOf, written } from "./hcl.ts";
import type { Around } from "./subject.ts";
import type { Token } from "./tokens.ts";

/** `metadata { }` and `ruleset { }` of a `confluent_schema`, in the shape that the registry takes them in. */
export function aroundOf(path: string, resource: Block): Around {
  const unknown: string[] = [];
  const [metadata, ruleSet] = [metadataOf(resource, unknown), ruleSetOf(resource, unknown)];
  const section = (tree: Tree | undefined): Section | undefined => tree && { path, tree };
  return {
    at: { path, ...resource.at },
    ...(metadata !== undefined && { metadata: section(metadata) as Section }),
    ...(ruleSet !== undefined && { ruleSet: section(ruleSet) as Section }),
    unknown,
  };
}

function metadataOf(resource: Block, unknown: string[]): Tree | undefined {
  const block = one(resource, "metadata", unknown);
  if (block === undefined) return undefined;
  const members = new Map<string, Member>();
  for (const key of ["properties", "sensitive"]) put(members, key, block, key, unknown);
  const tags = new Map<string, Member>();
  for (const tag of block.blocks.filter(({ type }) => type === "tags")) {
    const [key, value] = [literalOf(tag.members.get("key") ?? []), literalOf(tag.members.get("value") ?? [])];
    if (key?.kind === "string" && value !== undefined) tags.set(key.value, { at: tag.at, value });
    else unknown.push(`metadata.${shown(tag)}`);
  }
  members.set("tags", { at: block.at, value: objectOf(tags, block.at) });
  rest(block, ["properties", "sensitive"], ["tags"], "metadata", unknown);
  return objectOf(members, block.at);
}

const sections = new Map([
  ["domain_rules", "domainRules"],
  ["migration_rules", "migrationRules"],
  ["encoding_rules", "encodingRules"],
]);
const ofRules = new Map([
  ...["name", "doc", "kind", "mode", "type", "tags", "params", "expr", "disabled"].map((key) => [key, key] as const),
  ["on_success", "onSuccess"],
  ["on_failure", "onFailure"],
]);

function ruleSetOf(resource: Block, unknown: string[]): Tree | undefined {
  const block = one(resource, "ruleset", unknown);
  if (block === undefined) return undefined;
  const members = new Map<string, Member>();
  for (const [type, key] of sections) {
    const rules = block.blocks.filter((rule) => rule.type === type).map((rule) => ruleOf(rule, type, unknown));
    members.set(key, { at: block.at, value: { kind: "array", items: rules, ...block.at } });
  }
  rest(block, [], [...sections.keys()], "ruleset", unknown);
  return objectOf(members, block.at);
}

function ruleOf(rule: Block, type: string, unknown: string[]): Tree {
  const members = new Map<string, Member>();
  for (const [key, name] of ofRules) put(members, name, rule, key, unknown, `ruleset.${type}`);
  rest(rule, [...ofRules.keys()], [], `ruleset.${type}`, unknown);
  return objectOf(members, rule.at);
}

/** A literal as it is; an expression as it is written, so that one that is written otherwise is seen. */
function put(
  members: Map<string, Member>,
  name: string,
  block: Block,
  key: string,
  unknown: string[],
  where = block.type,
): void {
  const words = block.members.get(key);
  if (words === undefined) return;
  const at = placeOf(words, block.at);
  const value = literalOf(words);
  if (value === undefined) unknown.push(`${where}.${key} = ${written(words)}`);
  members.set(name, { at, value: value ?? { kind: "string", value: `\${${written(words)}}`, ...at } });
}

function placeOf([first]: readonly Token[], otherwise: Place): Place {
  return first === undefined ? otherwise : { line: first.line, column: first.column };
}

/** The block of a type. Several of them, one that is assigned or one that is generated is no literal. */
function one(resource: Block, type: string, unknown: string[]): Block | undefined {
  const assigned = resource.members.get(type);
  if (assigned !== undefined) unknown.push(`${type} = ${written(assigned)}`);
  generated(resource, [type], "", unknown);
  return resource.blocks.find((block) => block.type === type);
}

/** What else stands in a block: nothing that is known, so whatever it says is not. */
function rest(block: Block, members: readonly string[], blocks: readonly string[], where: string, unknown: string[]) {
  for (const [key, words] of block.members)
    if (!members.includes(key)) unknown.push(`${where}.${key} = ${written(words)}`);
  generated(block, blocks, `${where}.`, unknown);
  for (const { type } of block.blocks)
    if (!blocks.includes(type) && type !== "dynamic") unknown.push(`${where}.${type}`);
}

/** `dynamic "domain_rules" { for_each = ... }` */
function generated(block: Block, types: readonly string[], where: string, unknown: string[]): void {
  for (const one of block.blocks) {
    const [type = ""] = one.labels;
    if (one.type === "dynamic" && (types.length === 0 || types.includes(type))) unknown.push(where + shown(one));
  }
}

function shown({ type, labels, members, blocks }: Block): string {
  const inside = [...[...members].map(([name, words]) => `${name} = ${written(words)}`), ...blocks.map(shown)];
  return `${[type, ...labels].join(" ")} { ${inside.join(", ")} }`;
}
