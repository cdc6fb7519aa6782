import type { Basis, Direction, Location } from "../../model.ts";
import type { Logical } from "./logical.ts";
import type { rules } from "./rules.ts";

/** From a type to one inside it, on both sides; a side that has no such step leaves it out. */
export type Step =
  | { readonly kind: "field"; readonly base?: string; readonly head?: string }
  | { readonly kind: "items" | "values" }
  /** Which branch of a union; a side that is no union has no number. */
  | { readonly kind: "branch"; readonly base?: number; readonly head?: number };

/** The value that shows the fault, at the end of the steps. */
export type Leaf =
  | { readonly any: true }
  | { readonly symbol: string }
  | { readonly branch: number }
  /** A value of the primitive type there: a number, text, or bytes in hexadecimal. */
  | { readonly value: number | string };

/** What differs between two types, told relative to them, so that it can be told again wherever they are used. */
export interface Fault {
  readonly rule: keyof typeof rules;
  readonly steps: readonly Step[];
  readonly before: unknown;
  readonly after: unknown;
  readonly breaks: readonly Direction[];
  readonly message: string;
  readonly at: Location;
  /** Per direction that breaks: what the writer has to write there. Left out: any value will do. */
  readonly leaf?: Readonly<Partial<Record<Direction, Leaf>>>;
  /** Where the bytes are read without an error, and may mean something else: the logical type of either side. */
  readonly meanings?: { readonly base: Logical | undefined; readonly head: Logical | undefined };
  /** The bytes are read as before; what they may be used for is not. */
  readonly basis?: Basis;
  /** A fact about a named type, told once however often the type is used. */
  readonly once?: string;
}

/** Which directions are still open: a branch or an aliased field may be read in one only. */
export interface Open {
  readonly backward: boolean;
  readonly forward: boolean;
}

export const none: readonly Fault[] = [];

export const bothOpen: Open = { backward: true, forward: true };

/** The directions among those asked that are open. */
export function among(open: Open, backward: boolean, forward: boolean): readonly Direction[] {
  const directions: Direction[] = [];
  if (backward && open.backward) directions.push("backward");
  if (forward && open.forward) directions.push("forward");
  return directions;
}

export function within(step: Step, faults: readonly Fault[]): readonly Fault[] {
  if (faults.length === 0) return faults;
  return faults.map((fault) => ({ ...fault, steps: [step, ...fault.steps] }));
}

/** `parcel.weight_g`, `lines[].sku`, `attrs{}`: unions add nothing. A field is called what base calls it. */
export function pathOf(prefix: string, steps: readonly Step[]): string {
  let path = prefix;
  for (const step of steps) {
    if (step.kind === "items") path += "[]";
    else if (step.kind === "values") path += "{}";
    else if (step.kind === "field") path += `${path === "" ? "" : "."}${step.base ?? step.head ?? ""}`;
  }
  return path;
}
