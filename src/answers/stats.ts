import { dayOf, hoursBetween, workingHoursBetween } from "./days.ts";
import type { TalliedAnswer, TalliedException, Tally } from "./tally.ts";

/** One finished review of a pull request, as the ledger keeps it, oldest first. */
export interface Tallied {
  /** `acme/orders#7`. */
  readonly subject: string;
  readonly at: string;
  /** Undefined where nobody was asked anything. */
  readonly tally: Tally | undefined;
}

/** How many, of what. */
export interface Count {
  readonly name: string;
  readonly count: number;
}

/** An exception that needs tidying up: its change is merged and the migration owed, or its day has passed. */
interface Leftover {
  readonly subject: string;
  readonly contract: string;
  readonly until: string;
  readonly by: string;
  readonly about: readonly string[];
  readonly state: "landed" | "expired";
}

/** How long answers took, in hours to a tenth: by the calendar, and of working days (Monday to Friday, UTC) only. */
interface Pace {
  readonly medianHours: number;
  readonly p90Hours: number;
  readonly medianWorkingHours: number;
  readonly p90WorkingHours: number;
}

/** Numbers over the pull requests that were reviewed since a day. */
export interface Stats {
  readonly pulls: number;
  /** Approved ones, by rule that fired and by contract. */
  readonly exceptions: {
    readonly count: number;
    readonly byRule: readonly Count[];
    readonly byContract: readonly Count[];
  };
  /** Answers of people who were asked. */
  readonly acknowledgements: { readonly count: number } & Partial<Pace>;
  readonly rejections: {
    readonly count: number;
    readonly falseAlarms: number;
    readonly falseAlarmsByRule: readonly Count[];
  };
  /** In observe mode: pull requests, and how many of them the check would have stopped at its last look. */
  readonly observed: { readonly pulls: number; readonly wouldHaveBlocked: number };
  readonly cleanUp: readonly Leftover[];
}

/** `landed`: subjects that were merged. `since`: a day; reviews before it do not count. */
export function statsOf(all: readonly Tallied[], landed: ReadonlySet<string>, now: string, since = ""): Stats {
  const reviews = all.filter(({ at }) => at >= since);
  const last = new Map(reviews.map(({ subject, tally }) => [subject, tally]));
  const answers = new Map<string, TalliedAnswer>();
  for (const { subject, tally } of reviews)
    for (const answer of tally?.answers ?? [])
      if (answer.kind !== undefined)
        answers.set(JSON.stringify([subject, answer.contract, answer.about, answer.kind, answer.at]), answer);
  const exceptions = [...last].flatMap(([subject, tally]) =>
    (tally?.exceptions ?? []).filter(({ approvedBy }) => approvedBy.length > 0).map((one) => ({ subject, ...one })),
  );
  const of = (...kinds: readonly TalliedAnswer["kind"][]) =>
    [...answers.values()].filter(({ kind }) => kinds.includes(kind));
  const rejections = of("rejected");
  const falseAlarms = rejections.filter(({ falseAlarm }) => falseAlarm);
  const observed = [...last.values()].filter((tally) => tally?.wouldBe !== undefined);
  return {
    pulls: last.size,
    exceptions: {
      count: exceptions.length,
      byRule: counted(exceptions.flatMap(({ rules }) => rules)),
      byContract: counted(exceptions.map(({ contract }) => contract)),
    },
    acknowledgements: {
      count: of("acknowledged", "approved").length,
      ...paceOf(of("acknowledged", "approved")),
    },
    rejections: {
      count: rejections.length,
      falseAlarms: falseAlarms.length,
      falseAlarmsByRule: counted(falseAlarms.flatMap(({ rules }) => rules)),
    },
    observed: {
      pulls: observed.length,
      wouldHaveBlocked: observed.filter((tally) => tally?.wouldBe !== "success").length,
    },
    cleanUp: exceptions.flatMap((one) => leftover(one, landed, now)),
  };
}

function paceOf(answers: readonly TalliedAnswer[]): Partial<Pace> {
  const times = answers.flatMap(({ asked, at }) =>
    asked === undefined || at === undefined || at < asked ? [] : [[asked, at] as const],
  );
  if (times.length === 0) return {};
  const sorted = (hours: typeof hoursBetween) => times.map(([from, to]) => hours(from, to)).sort((a, b) => a - b);
  const [all, working] = [sorted(hoursBetween), sorted(workingHoursBetween)];
  return {
    medianHours: share(all, 0.5),
    p90Hours: share(all, 0.9),
    medianWorkingHours: share(working, 0.5),
    p90WorkingHours: share(working, 0.9),
  };
}

function leftover(
  { subject, contract, until, by, about, over }: TalliedException & { readonly subject: string },
  landed: ReadonlySet<string>,
  now: string,
): readonly Leftover[] {
  const expired = until < dayOf(now);
  if (expired || (over === undefined && landed.has(subject)))
    return [{ subject, contract, until, by, about, state: landed.has(subject) ? "landed" : "expired" }];
  return [];
}

/** The most frequent first. */
function counted(names: readonly string[]): readonly Count[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** The value below or at which this share of sorted values lies, to a tenth. */
function share(sorted: readonly number[], part: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;
  return Math.round(value * 10) / 10;
}
