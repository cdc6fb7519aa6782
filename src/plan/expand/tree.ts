import { isMap, isSeq, type Node } from "yaml";
import type { Addition } from "../edits.ts";
import { isValueMap, nameOf, plainOf, type Value } from "../value.ts";
import { appended, type Container, type Document, member, readDocument } from "./document.ts";
import { type Notation, notations } from "./notations.ts";

/** Elements that stay as they are in base, and whose changed form is added beside. */
export type Beside = (element: string) => boolean;

/** What head has and base has not, put behind what base has, in a form that breaks nobody. Undefined where that cannot be said. */
export function additionsToTree(
  format: string,
  path: string,
  base: string,
  head: string,
  beside: Beside,
): readonly Addition[] | undefined {
  const notation = notations.get(format);
  const [old, now] = [readDocument(base), readDocument(head)];
  if (notation === undefined || old === undefined || now === undefined) return undefined;
  const merge = new Merge(notation, path, old, beside, idsAbove([old.root, now.root]));
  merge.node(old.root, now.root, "", true);
  return merge.additions;
}

class Merge {
  readonly additions: Addition[] = [];
  private readonly notation: Notation;
  private readonly path: string;
  private readonly base: Document;
  private readonly beside: Beside;
  private readonly fresh: () => string;

  constructor(notation: Notation, path: string, base: Document, beside: Beside, fresh: () => string) {
    this.notation = notation;
    this.path = path;
    this.base = base;
    this.beside = beside;
    this.fresh = fresh;
  }

  node(base: Node, head: Node, element: string, root = false): void {
    const others = new Map(this.notation.slots(head, root).map((slot) => [slot.key, slot]));
    for (const { key, node, holds } of this.notation.slots(base, root)) {
      const other = others.get(key)?.node;
      if (other !== undefined) this.container(node, other, holds === "elements", element);
    }
  }

  private container(base: Container, head: Container, elements: boolean, within: string): void {
    const [old, now] = [itemsIn(base), itemsIn(head)];
    for (const [name, item] of now) {
      const element = elements ? (within === "" ? name : `${within}.${name}`) : within;
      const known = old.get(name);
      if (known === undefined) this.add(base, name, plainOf(item), elements, { element: element || name });
      else {
        if (elements && this.beside(element) && JSON.stringify(known) !== JSON.stringify(item)) {
          const other = freeName(name, (one) => old.has(one) || now.has(one));
          const prefix = element.slice(0, element.length - name.length);
          this.add(base, other, plainOf(item), true, { element: `${prefix}${other}`, beside: element });
        }
        this.node(known, item, element);
      }
    }
  }

  private add(
    to: Container,
    name: string,
    item: Value,
    element: boolean,
    told: Pick<Addition, "element" | "beside">,
  ): void {
    const named = isSeq(to) && isValueMap(item) ? new Map([...item, ["name", name]]) : item;
    const value = element ? this.notation.optional(named, this.fresh) : named;
    const edit = appended(this.base, to, name, value);
    if (edit !== undefined) this.additions.push({ path: this.path, edit, ...told });
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
    const name = plainOf(member(item as Node, "name") ?? null);
    if (typeof name === "string") items.set(name, item as Node);
  }
  return items;
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
