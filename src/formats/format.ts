import type { Basis, Change, Comparison, Direction, Flow, Location, Mode, Options, Rule, Wording } from "../model.ts";
import { Unreadable } from "../text/tree.ts";
import { changeOf } from "./change.ts";
import { type FormatSamples, holdFiles, type Samples } from "./sample.ts";

export type Rules = Readonly<Record<string, Rule>>;

/** What a handler found. `breaks` narrows the rule's own directions; the words are made here, once. */
export interface Finding {
  readonly element: string;
  /** JSON values: what stood there, null where there was nothing. */
  readonly before: unknown;
  readonly after: unknown;
  readonly message: string;
  /** In head's files, or nearest to where the element stood; base's file only where the contract is gone. */
  readonly location?: Location;
  readonly breaks?: readonly Direction[];
  readonly basis?: Basis;
  /** In place of the rule's own, where the way to make it safe depends on the finding. */
  readonly advice?: string;
  /** The day for which base had announced the end of what goes, `2026-12-30`. */
  readonly announced?: string;
  /** Minutes within which data still arrives, of a promise that became weaker. */
  readonly arrivesWithin?: number;
  /** Where the comparison itself yields them; else the format's `witness` is asked. */
  readonly witnesses?: Readonly<Partial<Record<Direction, unknown>>>;
}

/** Accepts only the ids of that format's own rule table: an unknown id does not compile. */
export type Emit<R extends Rules> = (rule: keyof R & string, finding: Finding) => void;

/** The files of one side. */
export interface Source {
  /** The root of the contract; empty where a comparison was given several files and no root: all of them are meant. */
  readonly entry: string;
  /** The one contract meant where the entry holds several. */
  readonly part: string;
  readonly files: ReadonlyMap<string, string>;
}

/** A contract that a file holds: content decides, not only the file's name. */
export interface Found {
  readonly part: string;
  /** What it is called, the best name first. */
  readonly names: readonly string[];
  /** Two finds of one name and different versions are versions of one another. */
  readonly version: string | undefined;
  /** Of what it says, where a file may list several versions: two that have the same digest say the same. */
  readonly says?: string;
  /** As the contract itself says: logins, teams, addresses. */
  readonly owners?: readonly string[];
  /** Further names, which other contracts may have too: a channel, a topic. */
  readonly also?: readonly string[];
  /** Where it is not the format's. */
  readonly mode?: Mode;
  /** Where those who wrote it do not only send it. */
  readonly flow?: Flow;
  /** The schema of a topic's keys. */
  readonly key?: true;
  /** What it is registered with, by name. */
  readonly properties?: ReadonlyMap<string, string>;
}

/** What a contract says of its own life. */
export interface Life {
  /** The status, where under it nothing is promised yet: `draft`. */
  readonly advisory?: string;
  /** The day for which its end is announced, `2026-12-30`. */
  readonly ends?: string;
}

/** What the rest of the program sees of a format: no parser, no type parameter. */
export interface Format {
  readonly name: string;
  /** What the ids of its rules begin with: its name, or that of the family of formats that share one rule table. */
  readonly family: string;
  /** Files that may hold such contracts; the first format in the list whose globs match and that finds one owns the file. */
  readonly globs: readonly string[];
  /** Whether a file that its globs match is one of its contracts by its name alone, so that an unreadable one is a Problem. */
  readonly claims: (path: string, text: string) => boolean;
  readonly mode: Mode;
  readonly rules: Rules;
  /** `expected`: somebody says that it holds one. @throws Unreadable */
  find(path: string, text: string, expected?: boolean): readonly Found[];
  /** Whether several versions of a contract may be in use at once, each described by a file of its own. */
  readonly sideBySide: boolean;
  /** Whether its contracts may span files. */
  readonly linked: boolean;
  /** Whether its files carry schemas of other formats, so that only those it claims draw on others. */
  readonly carries?: true;
  references(path: string, text: string, tree: readonly string[]): readonly string[];
  /** What one side says of its life; nothing where it cannot be read. */
  life(source: Source, options: Options): Promise<Life>;
  /**
   * What cannot be read on either side is a Problem, and then there are no changes; without a base, head is only read.
   * `reads`: elements that consumers say they read, to be looked up in base. Told too: what base says of its life.
   */
  compare(
    contract: string,
    base: Source | undefined,
    head: Source,
    options: Options,
    reads?: readonly string[],
  ): Promise<Comparison & { readonly life?: Life }>;
  /** Undefined where single records of the format are not read. */
  readonly samples: FormatSamples | undefined;
}

export interface FormatDefinition<R extends Rules, Schema> {
  readonly name: string;
  /** Default: its name. */
  readonly family?: string;
  readonly globs: readonly string[];
  /** Default: every file its globs match. */
  claims?(path: string, text: string): boolean;
  /** Whether several versions of a contract may be in use at once, each described by a file of its own. Default: no. */
  readonly sideBySide?: boolean;
  /** The direction that is promised where nobody says. */
  readonly mode: Mode;
  readonly rules: R;
  /** The contracts in a file; none where the file is something else. `expected`: somebody says that it holds one. @throws Unreadable */
  find(path: string, text: string, expected?: boolean): readonly Found[];
  /** Further files a file draws on, out of those in the tree (paths that match the globs); followed transitively. */
  references?(path: string, text: string, tree: readonly string[]): readonly string[];
  /** @throws Unreadable */
  parse(source: Source, options: Options): Schema | Promise<Schema>;
  diff(base: Schema, head: Schema, emit: Emit<R>, options: Options): void;
  /** The texts that tell in prose what an element means, where they differ; told under the elements' names as in `diff`. */
  wordings?(base: Schema, head: Schema, options: Options): readonly Wording[];
  /** What the contract says of its life. Default: nothing. */
  life?(schema: Schema): Life;
  /**
   * What a reader of an element reads, by the names under which `diff` tells changes: the element itself, and whatever it
   * leads to that is told elsewhere. Undefined where there is no such element, so that a mistyped field is found out.
   */
  reach(schema: Schema, element: string): readonly string[] | undefined;
  /** A document or bytes that prove the break, confirmed by a validator or codec; undefined where none was found. */
  witness?(base: Schema, head: Schema, direction: Direction, finding: Finding): unknown;
  readonly samples?: Samples<Schema>;
}

export function defineFormat<const R extends Rules, Schema>(definition: FormatDefinition<R, Schema>): Format {
  const { name, family = definition.name, globs, mode, rules, find, parse, diff, reach, witness } = definition;
  return {
    name,
    family,
    globs,
    claims: definition.claims ?? (() => true),
    mode,
    rules,
    find,
    sideBySide: definition.sideBySide ?? false,
    linked: definition.references !== undefined,
    references: definition.references ?? (() => []),
    async life(source, options) {
      if (definition.life === undefined) return {};
      try {
        return definition.life(await parse(source, options));
      } catch (error) {
        if (error instanceof Unreadable) return {};
        throw error;
      }
    },
    samples: definition.samples && samplesOf(definition, definition.samples),
    async compare(contract, base, head, options, reads = []) {
      const changes: Change[] = [];
      let reached: Comparison["reach"] = new Map();
      let wordings: readonly Wording[] = [];
      let life: Life | undefined;
      try {
        const from = base && (await parse(base, options));
        const to = await parse(head, options);
        if (from === undefined) return { changes, problems: [], reach: reached };
        const emit: Emit<R> = (id, finding) => {
          const rule = rules[id] as Rule;
          const breaks = finding.breaks ?? rule.breaks;
          const witnesses = Object.fromEntries(
            breaks
              .map((direction) => [
                direction,
                // null is a document like any other
                finding.witnesses !== undefined && direction in finding.witnesses
                  ? finding.witnesses[direction]
                  : witness?.(from, to, direction, finding),
              ])
              .filter(([, document]) => document !== undefined),
          );
          const proven = breaks.length > 0 && breaks.every((direction) => direction in witnesses);
          const { element, before, after, message } = finding;
          changes.push(
            changeOf(contract, `${family}/${id}`, {
              ...{ element, before, after, breaks, witnesses, message },
              basis: proven ? "witness" : (finding.basis ?? "rule"),
              corrupts: rule.corrupts ?? false,
              advice: finding.advice ?? rule.advice,
              ...(finding.announced !== undefined && { announced: finding.announced }),
              ...(finding.arrivesWithin !== undefined && { arrivesWithin: finding.arrivesWithin }),
              location: finding.location ?? { path: head.entry },
            }),
          );
        };
        diff(from, to, emit, options);
        life = definition.life?.(from);
        wordings = definition.wordings?.(from, to, options) ?? [];
        reached = new Map(
          reads.flatMap((element) => {
            const elements = reach(from, element);
            return elements === undefined ? [] : [[element, elements] as const];
          }),
        );
      } catch (error) {
        if (error instanceof Unreadable)
          return {
            changes: [],
            problems: [{ at: error.at, message: error.message, severity: "failure" }],
            reach: reached,
          };
        throw error;
      }
      return { changes, problems: [], reach: reached, ...(wordings.length > 0 && { wordings }), ...(life && { life }) };
    },
  };
}

function samplesOf<R extends Rules, Schema>(
  { parse, reach }: FormatDefinition<R, Schema>,
  samples: Samples<Schema>,
): FormatSamples {
  return {
    async hold(base, head, files, options) {
      const from = base && (await parse(base, options));
      return holdFiles(files, { samples, base: from, head: await parse(head, options), reach });
    },
    async examples(source, options, count) {
      const schema = await parse(source, options);
      return { records: samples.examples(schema, count), binary: samples.binary?.(schema, count, source) };
    },
  };
}
