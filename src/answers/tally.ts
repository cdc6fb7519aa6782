import type { Answer, People, Review } from "../model.ts";
import { askedOf } from "./waiting.ts";

/**
 * What a review came to, in few words for counting and for what follows a merge, kept like the record in the check's own text:
 * hidden, bounded, and nobody but this App can write there.
 */
export interface Tally {
  /** Observing: what the conclusion would have been. */
  readonly wouldBe?: string;
  readonly answers: readonly TalliedAnswer[];
  readonly exceptions: readonly TalliedException[];
}

export interface TalliedAnswer {
  readonly contract: string;
  readonly about: string;
  readonly rules: readonly string[];
  /** Since when its owner was waited for. */
  readonly asked?: string;
  /** What settles or rejects it, whose, when; absent while it is open. */
  readonly kind?: Answer["kind"];
  readonly by?: string;
  readonly at?: string;
  readonly falseAlarm?: true;
  /** Day by which it will be ready, as its owner promised. */
  readonly readyBy?: string;
}

export interface TalliedException {
  /** Of the comment that requested it. */
  readonly id: number;
  readonly contract: string;
  readonly by: string;
  readonly reason: string;
  readonly until: string;
  readonly approvedBy: readonly string[];
  readonly about: readonly string[];
  readonly rules: readonly string[];
  readonly elements: readonly string[];
  /** Why it does not hold any more. */
  readonly over?: string;
}

/** `redact`: what fewer may know than will read it. */
export function tallyOf(
  { answers, wouldBe }: Pick<Review, "answers" | "wouldBe">,
  people: People,
  redact: (words: string) => string,
): Tally {
  const { questions } = answers;
  const unique = (all: readonly string[]) => [...new Set(all)].slice(0, 8);
  return {
    ...(wouldBe !== undefined && { wouldBe }),
    exceptions: answers.exceptions.map((request) => {
      const { id, contract, by, until, covers, approvedBy, over } = request;
      const changes = questions
        .filter((one) => covers.includes(one.name) && (one.contract === contract || one.about === "coverage"))
        .flatMap((one) => one.changes);
      return {
        ...{ id, contract, by, until, approvedBy },
        reason: redact(request.reason).slice(0, 200),
        about: unique(covers.map(redact)),
        rules: unique(changes.map(({ rule }) => rule)),
        elements: unique(changes.map(({ element }) => element || contract)),
        ...(over !== undefined && { over }),
      };
    }),
    answers: questions.map((question) => {
      const answer = question.settledBy ?? question.rejectedBy;
      const asked = question.since ?? askedOf(question, people)?.at;
      return {
        contract: question.contract,
        about: redact(question.name),
        rules: unique(question.changes.map(({ rule }) => rule)),
        ...(asked !== undefined && { asked }),
        ...(answer && { kind: answer.kind, by: redact(answer.by), at: answer.at }),
        ...(answer?.falseAlarm && { falseAlarm: true as const }),
        ...(answer?.readyBy !== undefined && { readyBy: answer.readyBy }),
      };
    }),
  };
}

const opening = "<!-- contract-review tally ";
const closing = " -->";

/** Characters of a check's text that the tally may take. */
const room = 5_000;
/** Exceptions that are kept, the newest. */
const mostExceptions = 6;

/** One hidden line of ASCII; empty where there is nothing to count. Answers give way where there are too many. */
export function writeTally(tally: Tally): string {
  const exceptions = tally.exceptions.slice(-mostExceptions);
  // what was promised is looked after when the change is merged
  const promised = (answer: TalliedAnswer) => answer.readyBy !== undefined;
  const answers = [...tally.answers.filter(promised), ...tally.answers.filter((one) => !promised(one))];
  for (let kept = answers.length; ; kept = Math.floor(kept * 0.8)) {
    const all = { ...tally, exceptions, answers: answers.slice(0, kept) };
    if (tally.wouldBe === undefined && all.exceptions.length === 0 && all.answers.length === 0) return "";
    const line = `${opening}${ascii(JSON.stringify(all))}${closing}`;
    if (line.length <= room) return line;
    if (kept === 0) return "";
  }
}

/** The hidden line itself, as it stands in a text; empty where there is none. */
export function tallyLine(text: string): string {
  const start = text.lastIndexOf(opening);
  const end = text.indexOf(closing, start);
  return start < 0 || end < 0 ? "" : text.slice(start, end + closing.length);
}

/** What a check's text tells; undefined where there is no tally, or it cannot be read. */
export function readTally(text: string): Tally | undefined {
  const line = tallyLine(text);
  if (line === "") return undefined;
  try {
    const told: unknown = JSON.parse(line.slice(opening.length, -closing.length));
    const { answers, exceptions } = told as Partial<Tally>;
    return Array.isArray(answers) && Array.isArray(exceptions) ? (told as Tally) : undefined;
  } catch {
    return undefined;
  }
}

/** JSON that ends no comment and that bytes and characters count alike. */
function ascii(json: string): string {
  return json.replace(/[<>]|[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
