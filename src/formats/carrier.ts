import type { Change, Comparison, Location, Options } from "../model.ts";
import type { Surroundings } from "../text/surroundings.ts";
import { type Place, Unreadable } from "../text/tree.ts";
import { carrierRules } from "./carrier-rules.ts";
import { changeOf } from "./change.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Format, Found, Rules, Source } from "./format.ts";
import { groupIn } from "./lineage.ts";
import { aroundChanges } from "./registration.ts";

/** A schema of another format inside a document, and what the document says about it. */
export interface Parcel extends Found {
  readonly at: Place;
  /** Hands the schema over; asked only when it is compared. Undefined where it stands elsewhere. @throws Unreadable */
  open(): Opened | undefined;
  /** The schema is a contract of its own in a file of its own: this is only what surrounds it. */
  readonly elsewhere?: true;
  /** What is registered around the schema, where the document is about its registration. */
  readonly around?: Surroundings;
}

/** A schema as its own format reads it. */
export interface Opened {
  readonly format: string;
  readonly source: Source;
  readonly options: Options;
  /** What its files are called in the repository, where they stand on the same lines; the others stand for the parcel. */
  readonly real: ReadonlyMap<string, string>;
}

export interface CarrierDefinition {
  readonly name: string;
  /** Where it has rules of its own; `format-changed` is among them. */
  readonly family?: string;
  readonly rules?: Rules;
  readonly globs: readonly string[];
  claims(path: string, text: string): boolean;
  /** The schemas in a document; without the other files, as far as the document alone tells. @throws Unreadable */
  unwrap(path: string, text: string, files: ReadonlyMap<string, string>): readonly Parcel[];
  /** Further files that it draws on. */
  references(path: string, text: string, tree: readonly string[]): readonly string[];
}

/** A format that hands what it carries to the formats it is given: it knows none of them. */
export function defineCarrier(definition: CarrierDefinition, formats: readonly Format[]): Format {
  const { name, globs, claims, unwrap, references, family = "carrier" } = definition;
  const rules: Rules = definition.rules ?? carrierRules;
  const parcelsOf = (source: Source): readonly Parcel[] => {
    const paths = source.entry === "" ? [...source.files.keys()] : [source.entry];
    const parcels = paths.flatMap((path) => {
      const text = source.files.get(path) ?? "";
      return claims(path, text) ? unwrap(path, text, source.files) : [];
    });
    return source.part === "" ? parcels : parcels.filter(({ part }) => part === source.part);
  };

  async function compareOne(
    contract: string,
    base: Parcel | undefined,
    head: Parcel,
    path: string,
    options: Options,
    reads: readonly string[],
  ): Promise<Comparison> {
    const [from, to] = [base?.open(), head.open()];
    // what surrounds a schema that is not at hand says so
    if (to === undefined || (base !== undefined && from === undefined))
      return { changes: [], problems: [], reach: new Map() };
    if (from !== undefined && from.format !== to.format) {
      const change = outer(contract, family, "format-changed", "", from.format, to.format, { path, ...head.at });
      return { changes: [change], problems: [], reach: new Map() };
    }
    const format = formats.find((one) => one.name === to.format);
    if (format === undefined) throw new Unreadable(`a schema of ${to.format} cannot be read`, { path, ...head.at });
    const both = { ...sided(from?.options ?? to.options, to.options), ...options };
    const compared = await format.compare(contract, from?.source, to.source, both, reads);
    const located = (at: Location): Location => {
      const real = to.real.get(at.path);
      return real === undefined ? { path, ...head.at } : { ...at, path: real };
    };
    return {
      ...compared,
      changes: compared.changes.map((one) => ({ ...one, location: located(one.location) })),
      problems: compared.problems.map((one) => ({ ...one, at: located(one.at) })),
    };
  }

  return {
    name,
    family,
    globs,
    claims,
    mode: "FULL",
    rules,
    sideBySide: false,
    linked: true,
    carries: true,
    life: async () => ({}),
    samples: undefined,
    references,
    find(path, text) {
      if (!claims(path, text)) return [];
      const parcels = unwrap(path, text, new Map([[path, text]]));
      return parcels.filter(({ elsewhere }) => !elsewhere).map(foundOf);
    },
    async compare(contract, base, head, options, reads = []) {
      try {
        const after = parcelsOf(head);
        if (base === undefined && after.length === 0)
          throw new Unreadable("it describes no such schema", { path: head.entry });
        const before = base === undefined ? [] : parcelsOf(base);
        const [was, is] = [before[0], after[0]];
        if (base === undefined || (before.length === 1 && after.length === 1 && was !== undefined)) {
          const one = is ?? was;
          if (one === undefined) return { changes: [], problems: [], reach: new Map() };
          for (const other of after.slice(1)) await compareOne(contract, undefined, other, head.entry, options, []);
          const inner = await compareOne(contract, was, one, head.entry, options, reads);
          return { ...inner, changes: [...inner.changes, ...around(contract, "", was, one, base, head, options)] };
        }
        return await compareAll(contract, before, after, base, head, options);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return {
          changes: [],
          problems: [{ at: error.at, message: error.message, severity: "failure" }],
          reach: new Map(),
        };
      }
    },
  };

  function around(
    contract: string,
    element: string,
    was: Parcel | undefined,
    is: Parcel,
    base: Source | undefined,
    head: Source,
    options: Options,
  ): readonly Change[] {
    if (was?.around === undefined || is.around === undefined || base === undefined) return [];
    const decided = [...head.files].some(([path, text]) => base.files.get(path) !== text);
    return aroundChanges(contract, element, was.around, is.around, decided, groupIn(options));
  }

  /** Whole documents: each schema by its part, its elements below its name. */
  async function compareAll(
    contract: string,
    before: readonly Parcel[],
    after: readonly Parcel[],
    base: Source,
    head: Source,
    options: Options,
  ): Promise<Comparison> {
    const path = head.entry;
    const changes: Change[] = [];
    for (const was of before)
      if (!after.some(({ part }) => part === was.part))
        changes.push(outer(contract, family, "schema-removed", was.part, was.part, null, { path }));
    for (const one of after) {
      const was = before.find(({ part }) => part === one.part);
      if (was === undefined)
        changes.push(outer(contract, family, "schema-added", one.part, null, one.part, { path, ...one.at }));
      const compared = await compareOne(contract, was, one, path, options, []);
      if (compared.problems.length > 0) return compared;
      for (const change of compared.changes) {
        const element = change.element === "" ? one.part : `${one.part}.${change.element}`;
        const { rule, before: from, after: to } = change;
        changes.push({ ...change, element, fingerprint: fingerprint(contract, rule, element, from, to) });
      }
      changes.push(...around(contract, one.part, was, one, base, head, options));
    }
    return { changes, problems: [], reach: new Map() };
  }
}

function foundOf({ at: _, open: __, around: ___, elsewhere: ____, ...found }: Parcel): Found {
  return found;
}

/** Options of either side; a text that differs is given for each. */
function sided(base: Options, head: Options): Options {
  const names = new Set([...Object.keys(base), ...Object.keys(head)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [from, to] = [base[name], head[name]];
      return [name, from === to ? from : { base: String(from ?? ""), head: String(to ?? "") }];
    }),
  ) as Options;
}

const words: Record<keyof typeof carrierRules, (before: unknown, after: unknown) => string> = {
  "schema-removed": (before) => `${before} is no longer described`,
  "schema-added": (_, after) => `${after} is new`,
  "format-changed": (before, after) => `the schema was written in ${before}, and is in ${after} now`,
};

function outer(
  contract: string,
  family: string,
  id: keyof typeof carrierRules,
  element: string,
  before: string | null,
  after: string | null,
  location: Location,
): Change {
  const { breaks, advice } = carrierRules[id];
  const message = words[id](before, after);
  return changeOf(contract, `${family}/${id}`, { element, before, after, breaks, message, advice, location });
}
