import type { Change, Direction, Location, Options, Problem } from "../model.ts";
import { isWithin } from "../text/element.ts";
import { changeOf } from "./change.ts";
import { contractRules } from "./contract.ts";
import type { Source } from "./format.ts";
import { formats } from "./index.ts";
import { type HeldRecord, isBinary, type SampleFile } from "./sample.ts";

/** Plain values only, so that it can be sent to a worker. */
interface HoldRequest {
  /** The contract's id. */
  readonly contract: string;
  readonly format: string;
  readonly base: Source | undefined;
  readonly head: Source;
  readonly options: Options;
  readonly files: readonly SampleFile[];
  /** What the comparison of the two found: a record may only confirm it. */
  readonly changes: readonly Pick<Change, "element" | "breaks" | "rule">[];
}

/** What sample records add to a comparison. */
interface Confirmed {
  readonly changes: readonly Change[];
  /** Records that neither side takes, and files that are none: warnings, at the contract where they stand elsewhere. */
  readonly problems: readonly Problem[];
}

export type Hold = (request: HoldRequest) => Promise<Confirmed>;

/** So many places of records that neither side takes are told of one file. */
const maxTold = 3;

/**
 * Holds sample records against base and head. What breaks none that the comparison told is told as a change of its own, proven
 * by the record; what confirms one is a notice. Values of records stand in neither: only where they differ, and why.
 */
export const holdContract: Hold = async ({ contract, format, base, head, options, files, changes }) => {
  const samples = formats.find(({ name }) => name === format)?.samples;
  const fixtures = new Set(files.filter(({ fixture }) => fixture).map(({ path }) => path));
  /** A file of another repository is told at the contract, by its name. */
  const warn = (at: Location, message: string): Problem => {
    if (!fixtures.has(at.path)) {
      const counted = isBinary(at.path) && at.line !== undefined;
      return counted
        ? { at: { path: at.path }, message: `record ${at.line} ${message}`, severity: "warning" }
        : { at, message, severity: "warning" };
    }
    return { at: { path: head.entry }, message: `fixture ${placed(at)} ${message}`, severity: "warning" };
  };
  if (samples === undefined)
    return { changes: [], problems: files.map(({ path }) => warn({ path }, `is not read: no sample of ${format} is`)) };
  const { records, unreadable } = await samples.hold(base, head, files, options);
  const groups = new Map<string, HeldRecord[]>();
  const refused = new Map<string, HeldRecord[]>();
  for (const record of records) {
    const { direction, element, at } = record;
    const [group, key] = direction === undefined ? [refused, at.path] : [groups, `${direction} ${element}`];
    const known = group.get(key) ?? [];
    group.set(key, known);
    known.push(record);
  }
  return {
    changes: [...groups.values()].flatMap(([first, ...more]) =>
      first?.direction === undefined ? [] : [refusal(first, first.direction, more.length, { contract, head, changes })],
    ),
    problems: [
      ...unreadable.map(({ at, message }) => warn(at, `is no sample record: ${message}`)),
      ...[...refused.values()].flatMap((all) =>
        all.slice(0, maxTold).map((one, index) => {
          const left = all.length - maxTold;
          const more = index === maxTold - 1 && left > 0 ? `; ${left} more records of this file likewise` : "";
          return warn(one.at, `is no record of ${contract}, before or now: ${wherein(one)}${one.why}${more}`);
        }),
      ),
    ],
  };
};

function refusal(
  { at, pointer, why, element }: HeldRecord,
  direction: Direction,
  more: number,
  { contract, head, changes }: Pick<HoldRequest, "contract" | "head" | "changes">,
): Change {
  const related = (other: string) => isWithin(other, element) || isWithin(element, other);
  const known = changes.find((change) => change.breaks.includes(direction) && related(change.element));
  const [took, refuses] =
    direction === "backward" ? ["was a record", "head cannot read it"] : ["is a record now", "base cannot read it"];
  const place = `${placed(at)}${pointer === "" ? "" : `, ${pointer}`}`;
  const others = more === 0 ? "" : ` (and ${more} more records)`;
  const confirms = known === undefined ? "" : `; it confirms ${known.rule}`;
  const witness = {
    sample: at.path,
    ...(at.line !== undefined && { [isBinary(at.path) ? "record" : "line"]: at.line }),
    pointer,
  };
  return changeOf(contract, "contract/sample-refused", {
    element,
    before: null,
    after: { direction, pointer, why },
    breaks: known === undefined ? [direction] : [],
    basis: known === undefined ? "witness" : "rule",
    witnesses: known === undefined ? { [direction]: witness } : {},
    message: `sample ${place} ${took}, and ${refuses}: ${why}${others}${confirms}`,
    advice: contractRules["sample-refused"].advice,
    location: { path: head.entry },
  });
}

function wherein({ pointer }: HeldRecord): string {
  return pointer === "" ? "" : `at ${pointer}, `;
}

function placed({ path, line }: Location): string {
  return line === undefined ? path : `${path}, ${isBinary(path) ? "record" : "line"} ${line}`;
}
