/** Random schemas and data, from a seed: the same seed gives the same pair for ever. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schema = Json;

export class Dice {
  private state: number;
  constructor(seed: number) {
    this.state = seed >>> 0;
  }
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }
  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
  chance(probability: number): boolean {
    return this.next() < probability;
  }
}

const primitives = ["null", "boolean", "int", "long", "float", "double", "bytes", "string"] as const;
const symbols = ["RED", "GREEN", "BLUE", "GREY"];
const fieldNames = ["id", "size", "color", "next", "parts", "note"];

/** A record that may hold itself, with the named types it meets defined where they are first met. */
export function randomSchema(dice: Dice): Schema {
  return new Builder(dice).record("Root", 0);
}

class Builder {
  private readonly defined: string[] = [];
  private readonly dice: Dice;
  constructor(dice: Dice) {
    this.dice = dice;
  }

  record(name: string, depth: number): Schema {
    this.defined.push(name);
    const names = fieldNames.filter(() => this.dice.chance(0.5));
    return { type: "record", name, fields: names.map((field) => this.field(field, depth + 1)) };
  }

  field(name: string, depth: number): { [key: string]: Json } {
    const type = this.type(depth, true);
    const value = this.dice.chance(0.4) ? defaultOf(type) : undefined;
    return { name, type, ...(value === undefined ? {} : { default: value }) };
  }

  type(depth: number, unions: boolean): Schema {
    const roll = this.dice.below(depth > 3 ? 8 : 16);
    if (roll < 8) return primitives[roll] as string;
    if (roll < 10) return this.named(depth);
    if (roll === 10) return { type: "array", items: this.type(depth + 1, true) };
    if (roll === 11) return { type: "map", values: this.type(depth + 1, true) };
    if (!unions) return this.named(depth);
    if (roll < 14) return this.nullable(depth);
    return this.union(depth);
  }

  private nullable(depth: number): Schema {
    if (this.defined.length > 0 && this.dice.chance(0.3)) return ["null", this.dice.one(this.defined)];
    const inner = this.type(depth + 1, false);
    return inner === "null" ? "null" : ["null", inner];
  }

  private union(depth: number): Schema {
    const branches = new Map<string, Schema>();
    for (let count = 2 + this.dice.below(3); count > 0; count--) {
      const branch = this.type(depth + 1, false);
      branches.set(keyOf(branch), branches.get(keyOf(branch)) ?? branch);
    }
    return [...branches.values()];
  }

  private named(depth: number): Schema {
    const name = this.dice.one(["Part", "Color", "Digest", "Box"]);
    if (this.defined.includes(name)) return name === "Part" || name === "Box" ? "string" : name;
    if (name === "Part" || name === "Box") return this.record(name, depth);
    this.defined.push(name);
    if (name === "Digest") return { type: "fixed", name, size: this.dice.one([2, 4]) };
    const some = symbols.slice(0, 1 + this.dice.below(symbols.length));
    return { type: "enum", name, symbols: some, ...(this.dice.chance(0.4) ? { default: some[0] as string } : {}) };
  }
}

function keyOf(schema: Schema): string {
  if (typeof schema === "string") return schema;
  const { type, name } = schema as { type: string; name?: string };
  return name ?? type;
}

function defaultOf(schema: Schema): Json | undefined {
  if (Array.isArray(schema)) return schema[0] === undefined ? undefined : defaultOf(schema[0]);
  const kind = typeof schema === "string" ? schema : (schema as { type: string }).type;
  const simple: Record<string, Json> = {
    null: null,
    boolean: true,
    int: 7,
    long: 8,
    float: 1.5,
    double: 2.5,
    bytes: "ÿ",
    string: "x",
  };
  if (kind in simple) return simple[kind];
  if (kind === "array") return [];
  if (kind === "map") return {};
  if (kind === "enum") return (schema as { symbols: string[] }).symbols[0];
  return undefined;
}

/** The schema with one to three things changed, each a change people make. */
export function mutated(schema: Schema, dice: Dice): Schema {
  const copy = structuredClone(schema);
  for (let count = 1 + dice.below(3); count > 0; count--) mutate(dice.one(nodesOf(copy)), dice);
  return copy;
}

type Node = { [key: string]: Json };

function nodesOf(schema: Json): Node[] {
  if (Array.isArray(schema)) return schema.flatMap(nodesOf);
  if (typeof schema !== "object" || schema === null) return [];
  return [schema, ...["type", "items", "values", "fields"].flatMap((key) => nodesOf(schema[key] ?? null))];
}

function mutate(node: Node, dice: Dice): void {
  const fresh = () => dice.one(primitives.slice(1));
  if (Array.isArray(node.fields)) {
    const { fields } = node as { fields: Node[] };
    const at = dice.below(fields.length + 1);
    const name = fieldNames.find((candidate) => fields.every((field) => field.name !== candidate));
    if (dice.chance(0.2)) node.aliases = [String(node.name)];
    if (dice.chance(0.2) && node.name !== "Root") node.name = `${node.name}2`;
    else if (dice.chance(0.5) && name !== undefined)
      fields.splice(at, 0, { name, type: "int", ...(dice.chance(0.5) ? { default: 1 } : {}) });
    else if (dice.chance(0.5)) fields.splice(at, 1);
    else fields.reverse();
  } else if (Array.isArray(node.symbols)) {
    const list = node.symbols as string[];
    const missing = symbols.find((symbol) => !list.includes(symbol));
    const roll = dice.below(4);
    if (roll === 0) delete node.default;
    if (roll === 1) node.default = list[0] as string;
    if (roll === 2 && missing !== undefined) list.push(missing);
    if (roll === 3 && list.length > 1 && node.default === undefined) list.shift();
  } else if (node.type === "fixed") node.size = dice.one([2, 4]);
  else if (node.type === "array" && typeof node.items === "string") node.items = fresh();
  else if (node.type === "map" && typeof node.values === "string") node.values = fresh();
  else if (typeof node.name === "string" && node.type !== undefined) mutateField(node, dice, fresh);
}

function mutateField(field: Node, dice: Dice, fresh: () => string): void {
  const roll = dice.below(5);
  if (roll === 0) {
    field.aliases = [String(field.name)];
    field.name = `${field.name}_new`;
    return;
  }
  if (roll === 1 || typeof field.type === "string" || Array.isArray(field.type)) delete field.default;
  if (roll === 1) return;
  if (typeof field.type === "string") {
    if (primitives.some((kind) => kind === field.type))
      field.type = dice.chance(0.3) && field.type !== "null" ? ["null", field.type] : fresh();
  } else if (Array.isArray(field.type)) mutateUnion(field.type, roll, fresh());
}

function mutateUnion(branches: Json[], roll: number, extra: string): void {
  if (roll === 2) branches.reverse();
  else if (roll === 3 && branches.length > 1 && typeof branches.at(-1) === "string") branches.pop();
  else if (!branches.some((branch) => keyOf(branch) === extra)) branches.push(extra);
}

/** A value of the schema as avsc takes it with wrapped unions; undefined where it grew too large. */
export function randomDatum(schema: Schema, dice: Dice): unknown {
  const definitions = new Map<string, Node>();
  for (const node of nodesOf(schema))
    if (typeof node.name === "string" && ["record", "enum", "fixed"].includes(String(node.type)))
      definitions.set(node.name, node);
  const value = (type: Schema, depth: number): unknown => {
    if (depth > 40) throw new RangeError("too deep");
    if (Array.isArray(type)) {
      const branch = depth > 6 && type.includes("null") ? "null" : dice.one(type);
      return branch === "null" ? null : { [keyOf(branch)]: value(branch, depth + 1) };
    }
    const kind = typeof type === "string" ? type : String((type as Node).type);
    const many = depth > 6 ? 0 : dice.below(3);
    switch (kind) {
      case "null":
        return null;
      case "boolean":
        return dice.chance(0.5);
      case "int":
      case "long":
        return dice.below(1000) - 500;
      case "float":
      case "double":
        return dice.below(100) / 4;
      case "bytes":
        return Buffer.from("ab");
      case "string":
        return dice.one(["", "a", "é"]);
      case "array":
        return Array.from({ length: many }, () => value((type as Node).items as Schema, depth + 1));
      case "map":
        return Object.fromEntries(
          Array.from({ length: many }, (_, index) => [`k${index}`, value((type as Node).values as Schema, depth + 1)]),
        );
      case "enum":
        return dice.one((type as { symbols: string[] }).symbols);
      case "fixed":
        return Buffer.alloc((type as { size: number }).size);
      case "record":
        return Object.fromEntries(
          ((type as Node).fields as Node[]).map((field) => [field.name, value(field.type as Schema, depth + 1)]),
        );
      default:
        return value(definitions.get(kind) as Schema, depth);
    }
  };
  try {
    return value(schema, 0);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
