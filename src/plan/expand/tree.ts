import { isMap, isSeq, type Node } from "yaml";
import type { Addition, Mark } from "../edits.ts";
import { isValueMap, json, nameOf, plainOf, type Value } from "../value.ts";
import { appended, type Container, type Document, noted, readDocument } from "./document.ts";
import { type Notation, notations, type Slot } from "./notations.ts";

/** Whether an element is one of those that something is done about. */
export type About = (element: string) => boolean;

/** What is done about the elements of base. */
export interface Wanted {
  /** Stay as they are, and their changed form is added beside them. */
  readonly beside: About;
  /** Of those: promise less now than old readers rely on. */
  readonly looser: About;
  /** Stay for now, and say that they go: in these words, where another is there in their place. */
  readonly goes: About;
  readonly words: (by?: string) => string;
  readonly day: string | undefined;
}

/** What is put into one file of base. */
export interface Changes {
  readonly additions: readonly Addition[];
  readonly marks: readonly Mark[];
}

/** What head has and base has not, put behind what base has, in a form that breaks nobody. Undefined where that cannot be said. */
export function changesToTree(
  format: string,
  path: string,
  base: string,
  head: string,
  wanted: Wanted,
): Changes | undefined {
  const notation = notations.get(format);
  const [old, now] = [readDocument(base), readDocument(head)];
  if (notation === undefined || old === undefined || now === undefined) return undefined;
  const merge = new Merge(notation, path, old, wanted, idsAbove([old.root, now.root]));
  merge.node(old.root, now.root, "", true);
  merge.whole();
  return merge;
}

class Merge implements Changes {
  readonly additions: Addition[] = [];
  readonly marks: Mark[] = [];
  private readonly notation: Notation;
  private readonly path: string;
  private readonly base: Document;
  private readonly wanted: Wanted;
  private readonly fresh: () => string;

  constructor(notation: Notation, path: string, base: Document, wanted: Wanted, fresh: () => string) {
    this.notation = notation;
    this.path = path;
    this.base = base;
    this.wanted = wanted;
    this.fresh = fresh;
  }

  /** The contract itself, where it goes as a whole. */
  whole(): void {
    const edits = this.wanted.goes("")
      ? this.notation.retiring?.(this.base, this.wanted.words(), this.wanted.day)
      : undefined;
    if (edits !== undefined && edits.length > 0) this.marks.push({ path: this.path, edits, element: "" });
  }

  node(base: Node, head: Node, element: string, root = false): void {
    const others = new Map(this.notation.slots(head, root).map((slot) => [slot.key, slot]));
    for (const slot of this.notation.slots(base, root)) {
      const other = others.get(slot.key)?.node;
      if (other !== undefined) this.container(slot, other, element);
    }
  }

  private container({ node, holds, step = "", as }: Slot, head: Container, within: string): void {
    if (holds === "members") {
      this.node(node, head, within);
      return;
    }
    const [old, now] = [itemsIn(node), itemsIn(head)];
    const named = holds === "elements" || holds === "named";
    const inside = `${within}${step}`;
    const elementOf = (name: string) => (named ? (inside === "" ? name : `${inside}.${name}`) : inside);
    for (const [name, item] of old)
      if (!now.has(name) && this.wanted.goes(elementOf(name) || name))
        this.mark(item, elementOf(name) || name, as, this.wanted.words());
    for (const [name, item] of now) {
      const element = elementOf(name);
      const known = old.get(name);
      if (known === undefined) {
        const value = holds === "elements" ? (as ?? this.notation).optional(plainOf(item), this.fresh) : plainOf(item);
        this.add(node, name, value, { element: element || name });
      } else {
        if (holds === "elements" && this.wanted.beside(element))
          this.put({ node, ...(as && { as }) }, name, element, known, item, now);
        this.node(known, item, element);
      }
    }
  }

  /** The changed form of an element under a name of its own; nothing where old records would make the same of both. */
  private put(
    { node, as = this.notation }: Pick<Slot, "node" | "as">,
    name: string,
    element: string,
    known: Node,
    item: Node,
    now: ReadonlyMap<string, Node>,
  ): void {
    const old = itemsIn(node);
    if (json(plainOf(item)) === json(plainOf(known))) return;
    const optional = (one: Node) => json(as.optional(plainOf(one), () => "0"));
    if (optional(item) === optional(known) && !this.wanted.looser(element)) return;
    const value = (as.beside ?? as.optional)(plainOf(item), this.fresh);
    const other = freeName(name, (one) => old.has(one) || now.has(one));
    const prefix = element.slice(0, element.length - name.length);
    this.mark(known, element, as, this.wanted.words(other));
    this.add(node, other, value, { element: `${prefix}${other}`, beside: element });
  }

  private add(to: Container, name: string, value: Value, told: Pick<Addition, "element" | "beside">): void {
    const named = isSeq(to) && isValueMap(value) ? new Map([...value, [nameKey(value), name]]) : value;
    const edit = appended(this.base, to, name, named);
    if (edit !== undefined) this.additions.push({ path: this.path, edit, ...told });
  }

  private mark(item: Node, element: string, as: Notation | undefined, words: string): void {
    const edits = (as ?? this.notation).marks.flatMap(
      ([key, value]) => noted(this.base, item, key, value ?? words) ?? [],
    );
    if (edits.length > 0) this.marks.push({ path: this.path, edits, element });
  }
}

/** Named things of a list or a map, in their order. */
function itemsIn(container: Container): ReadonlyMap<string, Node> {
  const items = new Map<string, Node>();
  if (isMap(container)) {
    for (const { key, value } of container.items) if (value) items.set(nameOf(key), value as Node);
    return items;
  }
  for (const item of container.items) {
    const value = plainOf(item as Node);
    const name = isValueMap(value) ? value.get(nameKey(value)) : undefined;
    if (typeof name === "string") items.set(name, item as Node);
  }
  return items;
}

/** ODCS 2 calls a table's name `table`, and a column's `column`. */
function nameKey(item: ReadonlyMap<string, Value>): string {
  return ["name", "column", "table"].find((key) => item.has(key)) ?? "name";
}

/** `amount_v2`, or the next that is free. */
export function freeName(name: string, taken: (name: string) => boolean): string {
  let version = 2;
  while (taken(`${name}_v${version}`)) version++;
  return `${name}_v${version}`;
}

/** Numbers above every one that stands as an id in either document. */
function idsAbove(roots: readonly Node[]): () => string {
  let highest = 0;
  const look = (value: Value, name: string): void => {
    if (Array.isArray(value)) for (const one of value) look(one, name);
    else if (isValueMap(value)) for (const [key, one] of value) look(one, key);
    else if (typeof value === "object" && value !== null && "digits" in value && /(?:^|-)id$|column-id$/.test(name))
      highest = Math.max(highest, Number(value.digits) || 0);
  };
  for (const root of roots) look(plainOf(root), "");
  return () => String(++highest);
}
