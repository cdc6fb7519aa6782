import { given, meant, shown } from "../text/checked.ts";
import { type ObjectTree, type Place, type Tree, textOf } from "../text/tree.ts";

/** Hears what is wrong with a part of a document: where it stands, what it is called from the top (`schema[0].name`), in words. */
interface Listener {
  error(at: Place, key: string, message: string): void;
  /** What the standard only annotates: the form of a date or an address. */
  warn(at: Place, key: string, message: string): void;
}

/** What a part of a document must look like. Tells what is wrong and goes on. */
export type Shape = (tree: Tree, key: string, listener: Listener) => void;

export const anything: Shape = () => {};

/** A text; `form` says what it must look like, and whether that is an error. */
export function text(form?: Form): Shape {
  return (tree, key, listener) => {
    if (tree.kind !== "string") listener.error(tree, key, `must be a text; found ${given(tree)}`);
    else if (form !== undefined && !form.holds(tree.value)) {
      const tell = form.only === "warning" ? listener.warn : listener.error;
      tell.call(listener, tree, key, `must be ${form.wanted}; found ${given(tree)}`);
    }
  };
}

export interface Form {
  readonly wanted: string;
  readonly only?: "warning";
  holds(text: string): boolean;
}

export function oneOf(...words: readonly string[]): Shape {
  return (tree, key, listener) => {
    if (tree.kind === "string" && words.includes(tree.value)) return;
    const hint = tree.kind === "string" ? meant(tree.value, words) : "";
    listener.error(tree, key, `must be one of ${words.join(", ")}; found ${given(tree)}${hint}`);
  };
}

export const flag: Shape = (tree, key, listener) => {
  if (tree.kind !== "boolean") listener.error(tree, key, `must be true or false; found ${given(tree)}`);
};

export const number: Shape = numberThat("a number", () => true);
export const integer: Shape = numberThat("a whole number", Number.isInteger);
export const count: Shape = numberThat("a whole number from 0", (value) => Number.isInteger(value) && value >= 0);
export const positive: Shape = numberThat("a number above 0", (value) => value > 0);

function numberThat(wanted: string, holds: (value: number) => boolean): Shape {
  return (tree, key, listener) => {
    if (tree.kind !== "number" || !Number.isFinite(tree.value) || !holds(tree.value))
      listener.error(tree, key, `must be ${wanted}; found ${given(tree)}`);
  };
}

export interface Size {
  readonly least?: number;
  readonly most?: number;
  readonly distinct?: true;
}

export function list(item: Shape, { least = 0, most = Number.POSITIVE_INFINITY, distinct }: Size = {}): Shape {
  return (tree, key, listener) => {
    if (tree.kind !== "array") return listener.error(tree, key, `must be a list; found ${given(tree)}`);
    const { items } = tree;
    if (items.length < least || items.length > most)
      listener.error(tree, key, `must have ${sized(least, most)}; it has ${items.length}`);
    if (distinct) repeated(items, key, listener);
    for (const [index, one] of items.entries()) item(one, `${key}[${index}]`, listener);
  };
}

function sized(least: number, most: number): string {
  if (least === most) return `exactly ${least} items`;
  return `at least ${least} ${least === 1 ? "item" : "items"}`;
}

function repeated(items: readonly Tree[], key: string, listener: Listener): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const value = canonical(item);
    if (seen.has(value)) listener.error(item, `${key}[${index}]`, "stands in the list already");
    seen.add(value);
  }
}

/** The value in one spelling, so that equal values are equal texts. */
function canonical(tree: Tree): string {
  if (tree.kind === "array") return `[${tree.items.map(canonical).join()}]`;
  if (tree.kind !== "object") return JSON.stringify(tree.kind === "null" ? null : tree.value);
  const members = [...tree.members].map(([name, { value }]) => `${JSON.stringify(name)}:${canonical(value)}`);
  return `{${members.sort().join()}}`;
}

export interface Members {
  readonly required?: Readonly<Record<string, Shape>>;
  readonly optional?: Readonly<Record<string, Shape>>;
  /** Whether other keys may stand there too. */
  readonly open?: boolean;
}

/** A mapping with known keys; what they are may depend on what stands in it. */
export function mapping(members: Members | ((tree: ObjectTree) => Members)): Shape {
  return (tree, key, listener) => {
    if (tree.kind !== "object") return listener.error(tree, key, `must be a mapping; found ${given(tree)}`);
    const { required = {}, optional = {}, open = false } = typeof members === "function" ? members(tree) : members;
    const known = new Map([...Object.entries(required), ...Object.entries(optional)]);
    for (const name of Object.keys(required))
      if (!tree.members.has(name)) listener.error(tree, under(key, name), "is missing");
    for (const [name, { at, value }] of tree.members) {
      const shape = known.get(name);
      if (shape !== undefined) shape(value, under(key, name), listener);
      else if (!open) listener.error(at, under(key, name), unknown(name, [...known.keys()]));
    }
  };
}

function unknown(name: string, known: readonly string[]): string {
  const hint = meant(name, known);
  // a long list is no help
  const list = known.length <= 12 ? `; known are ${known.join(", ")}` : "";
  return `is not a known key here${hint === "" ? list : hint}`;
}

/** A mapping by names that people choose. */
export function named(value: Shape, name?: Form, least = 0): Shape {
  return (tree, key, listener) => {
    if (tree.kind !== "object") return listener.error(tree, key, `must be a mapping; found ${given(tree)}`);
    if (tree.members.size < least) listener.error(tree, key, "must not be empty");
    for (const [one, member] of tree.members) {
      if (name !== undefined && !name.holds(one))
        listener.error(member.at, under(key, one), `as a name it must be ${name.wanted}`);
      value(member.value, under(key, one), listener);
    }
  };
}

/** One shape or another, by what stands there. */
export function either(choose: (tree: Tree) => Shape): Shape {
  return (tree, key, listener) => choose(tree)(tree, key, listener);
}

export function all(...shapes: readonly Shape[]): Shape {
  return (tree, key, listener) => {
    for (const shape of shapes) shape(tree, key, listener);
  };
}

/** Any of some kinds of value. */
export function kinds(wanted: string, ...allowed: readonly Tree["kind"][]): Shape {
  return (tree, key, listener) => {
    const fits = allowed.includes(tree.kind) && !(tree.kind === "number" && !Number.isFinite(tree.value));
    if (!fits) listener.error(tree, key, `must be ${wanted}; found ${given(tree)}`);
  };
}

/** A shape that is made when it is first needed, for shapes that hold themselves. */
export function lazy(make: () => Shape): Shape {
  let made: Shape | undefined;
  return (tree, key, listener) => {
    made ??= make();
    made(tree, key, listener);
  };
}

export function under(key: string, name: string): string {
  return key === "" ? shown(name) : `${key}.${shown(name)}`;
}

/** The text under a key that decides what else may stand there. */
export function wordUnder(tree: ObjectTree, name: string): string | undefined {
  const value = tree.members.get(name)?.value;
  return value?.kind === "string" ? textOf(value) : undefined;
}
