import type { Problem } from "../model.ts";
import { nearest } from "./nearest.ts";
import type { Place, Tree } from "./tree.ts";

/** Takes the value under a key, or reports what is wrong with it and answers undefined. */
export type Take<T> = (tree: Tree, key: string) => T | undefined;

/** Reads a file that people write by hand: what is wrong becomes a Problem with its place, what is right is used. */
export class Checked {
  readonly problems: Problem[] = [];
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  complain(place: Place, message: string): undefined {
    if (this.problems.length < maxProblems)
      this.problems.push({
        at: { path: this.path, line: place.line, column: place.column },
        message,
        severity: "failure",
      });
    return undefined;
  }

  /** The members of a mapping with known keys; none where there is no mapping. */
  mapping(tree: Tree | undefined, key: string, allowed: readonly string[]): Mapping {
    const members = new Map<string, Tree>();
    const prefix = key === "" ? "" : `${key}.`;
    const mapping = { checked: this, prefix, members };
    if (tree === undefined || tree.kind === "null") return mapping;
    if (tree.kind !== "object") {
      this.complain(tree, `${named(key)} must be a mapping with the keys ${allowed.join(", ")}`);
      return mapping;
    }
    for (const [name, { at, value }] of tree.members)
      if (allowed.includes(name)) members.set(name, value);
      else {
        const place = key === "" ? "at the top" : `in ${named(key)}`;
        this.complain(
          at,
          `unknown key \`${shown(name)}\`${meant(name, allowed)}; allowed ${place}: ${allowed.join(", ")}`,
        );
      }
    return mapping;
  }

  /** One of a few words. */
  readonly oneOf =
    <T extends string>(...words: readonly T[]): Take<T> =>
    (tree, key) => {
      const text = tree.kind === "string" ? tree.value : undefined;
      const found = words.find((word) => word === text);
      if (found !== undefined) return found;
      const hint = text === undefined ? "" : meant(text, words);
      return this.complain(tree, `${named(key)} must be one of ${words.join(", ")}; found ${given(tree)}${hint}`);
    };

  /** A text that a test does not object to. */
  readonly text =
    (objection: (text: string) => string | undefined = () => undefined): Take<string> =>
    (tree, key) => {
      if (tree.kind !== "string") return this.complain(tree, `${named(key)} must be a text; found ${given(tree)}`);
      const wrong = tree.value.trim() === "" ? "is empty" : objection(tree.value);
      return wrong === undefined ? tree.value : this.complain(tree, `${named(key)} ${wrong}; found ${given(tree)}`);
    };

  /** A text that something can be made of; `wanted` says what would do. */
  readonly parsed =
    <T>(parse: (text: string) => T | undefined, wanted: string): Take<T> =>
    (tree, key) => {
      const text = tree.kind === "string" ? tree.value : tree.kind === "number" ? tree.raw : undefined;
      const value = text === undefined ? undefined : parse(text);
      return value === undefined ? this.complain(tree, `${named(key)} must be ${wanted}; found ${given(tree)}`) : value;
    };

  readonly boolean: Take<boolean> = (tree, key) =>
    tree.kind === "boolean"
      ? tree.value
      : this.complain(tree, `${named(key)} must be true or false; found ${given(tree)}`);

  readonly count =
    (least: number, most: number): Take<number> =>
    (tree, key) =>
      tree.kind === "number" && Number.isInteger(tree.value) && tree.value >= least && tree.value <= most
        ? tree.value
        : this.complain(tree, `${named(key)} must be a whole number from ${least} to ${most}; found ${given(tree)}`);

  /** A list whose wrong items are left out. */
  readonly list =
    <T>(item: Take<T>): Take<readonly T[]> =>
    (tree, key) => {
      if (tree.kind === "null") return [];
      if (tree.kind !== "array") return this.complain(tree, `${named(key)} must be a list; found ${given(tree)}`);
      return tree.items.map((one, index) => item(one, `${key}[${index}]`)).filter((one) => one !== undefined);
    };
}

/** A mapping's known members, and where they stand. */
export interface Mapping {
  readonly checked: Checked;
  readonly prefix: string;
  readonly members: ReadonlyMap<string, Tree>;
}

/** The value of a member, or undefined where it is missing or wrong. */
export function take<T>(mapping: Mapping, name: string, how: Take<T>): T | undefined {
  const tree = mapping.members.get(name);
  return tree === undefined ? undefined : how(tree, `${mapping.prefix}${name}`);
}

/** Beyond this many a file is not worth more words. */
const maxProblems = 50;

function named(key: string): string {
  return key === "" ? "the file" : `\`${shown(key)}\``;
}

export function given(tree: Tree): string {
  if (tree.kind === "object") return "a mapping";
  if (tree.kind === "array") return "a list";
  if (tree.kind === "null") return "nothing";
  return `\`${shown(tree.kind === "string" ? tree.value : tree.raw)}\``;
}

export function shown(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** The word that was probably meant, told as a question. */
export function meant(text: string, words: readonly string[]): string {
  const near = nearest(text.replaceAll("_", "-"), words);
  return near === undefined ? "" : ` (did you mean \`${near}\`?)`;
}
