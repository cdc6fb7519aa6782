import type { Meaning, MeaningClass } from "../model.ts";

/** What one class of meaning is about, how a change of it counts, and whom it concerns. */
export interface ClassRow extends Pick<Meaning, "disposition" | "breaksFor" | "concerns"> {
  /** What a reader relies on, in one sentence. */
  readonly promise: string;
  /** What happened, in a few words that follow the element's name. */
  readonly short: string;
  /** How to make the change safely. */
  readonly advice: string;
  /** What a declaration may say about the way it went, the graver one first; a change that does not say counts as the graver. */
  readonly ways?: readonly [graver: string, milder: string];
}

const everyReader = { disposition: "breaks", breaksFor: [], concerns: "dataset" } as const;
const fieldReader = { disposition: "breaks", breaksFor: [], concerns: "field" } as const;
const beside = "Add a field with the new meaning, keep the old one filled beside it until its readers have moved";

/** The classes of meaning. */
export const classes: Readonly<Record<MeaningClass, ClassRow>> = {
  entity: {
    ...everyReader,
    promise: "A row stands for the same kind of thing as before.",
    short: "stands for something else",
    advice: "Publish the new thing as a contract of its own beside the old one.",
  },
  grain: {
    ...everyReader,
    promise: "There are as many rows per thing as before.",
    short: "has another grain",
    advice: "Publish the new grain as a contract or version of its own; keep the old one until its readers have moved.",
  },
  key: {
    ...everyReader,
    promise: "What identifies a row, and joins it to others, is what identified it before.",
    short: "is keyed by something else",
    advice: "Add the new key beside the old one, keep both filled until its readers have moved.",
  },
  identifier_scope: {
    ...fieldReader,
    promise: "An identifier is unique within the same scope as before.",
    short: "identifies within another scope",
    advice: "Add a field for the new identifier, keep the old one filled until its readers have moved.",
  },
  unit: {
    ...fieldReader,
    promise: "Values are in the same unit as before.",
    short: "is in another unit",
    advice: `${beside}; name the unit in the field's name.`,
  },
  timezone: {
    ...fieldReader,
    promise: "Times are in the same time zone as before.",
    short: "is in another time zone",
    advice: `${beside}; keep instants in UTC where you can.`,
  },
  calculation: {
    ...fieldReader,
    promise: "Values are worked out as before.",
    short: "is worked out another way",
    advice: `${beside}; show both over one period so that readers can reconcile them.`,
  },
  null_meaning: {
    ...fieldReader,
    promise: "A missing value means what it meant before.",
    short: "means something else by null",
    advice: `${beside}, or add a field that says why a value is missing.`,
  },
  delete_behaviour: {
    disposition: "breaks",
    breaksFor: [],
    concerns: "unless-not-relying",
    promise: "Rows are deleted, marked or kept as before.",
    short: "deletes another way",
    advice: "Write both kinds of deletion until the readers that rely on the old one have moved.",
  },
  population: {
    disposition: "review",
    breaksFor: ["high", "regulatory"],
    concerns: "dataset",
    promise: "The same things are counted in and left out as before.",
    short: "holds other rows",
    advice: "Add a field that tells the rows apart, announce the day, then change what is held.",
  },
  precision: {
    ...fieldReader,
    ways: ["narrowed", "widened"],
    promise: "Values are as precise as before.",
    short: "has another precision",
    advice: `${beside}.`,
  },
  lateness: {
    disposition: "review",
    breaksFor: [],
    concerns: "relying",
    ways: ["loosened", "tightened"],
    promise: "Data arrives as soon as before.",
    short: "arrives at another time",
    advice: "Announce the day, and let those who need the data sooner move to another source first.",
  },
  ordering: {
    disposition: "review",
    breaksFor: [],
    concerns: "relying",
    promise: "Rows arrive in the same order as before.",
    short: "comes in another order",
    advice: "Add a field to sort by before the order changes.",
  },
  confidentiality: {
    disposition: "review",
    breaksFor: [],
    concerns: "field",
    ways: ["lowered", "raised"],
    promise: "The same people may see the values as before.",
    short: "is classified otherwise",
    advice: "Have whoever answers for data protection agree, and tell readers what they must protect or may lose.",
  },
};

/** Every class by name, in the order of the table. */
export const classNames = Object.keys(classes) as readonly MeaningClass[];
