import { answersTo } from "../../src/answers/answered.ts";
import { questionsOf, withAnswers } from "../../src/answers/questions.ts";
import { remember } from "../../src/answers/record.ts";
import { spokenNoes, withSpokenNoes } from "../../src/answers/rejections.ts";
import { answerWords } from "../../src/answers/words.ts";
import { defaultConfig } from "../../src/config.ts";
import type {
  Answers,
  Change,
  Consumer,
  Contract,
  Diff,
  DomainScan,
  Members,
  People,
  Policy,
  Saying,
  Shown,
  SpokenNo,
  Verdict,
} from "../../src/model.ts";
import { conclude } from "../../src/verdict/conclusion.ts";

/** The contract that every scene is about. */
const payments: Contract = {
  id: "payments",
  names: ["payments", "checkout_raw.payments"],
  format: "table",
  entry: "payments.sql",
  part: "",
  version: "5",
  mode: "FORWARD",
  owners: ["@shop/checkout"],
  options: {},
};

export function change(element: string, more: Partial<Change> = {}): Change {
  return {
    contract: "payments",
    rule: "table/column-removed",
    element,
    before: "VARCHAR",
    after: null,
    breaks: ["forward"],
    basis: "rule",
    witnesses: {},
    corrupts: false,
    message: `column ${element} was removed`,
    advice: `Keep ${element}.`,
    location: { path: "payments.sql" },
    fingerprint: `fingerprint of ${element}`,
    ...more,
  };
}

export function consumer(name: string, owner: string | readonly string[], more: Partial<Consumer> = {}): Consumer {
  return {
    domain: "finance",
    name,
    contract: "payments",
    owners: typeof owner === "string" ? [owner] : owner,
    version: undefined,
    reads: "everything",
    reliesOn: "everything",
    replays: false,
    strict: false,
    criticality: "medium",
    confidence: "declared",
    kind: "test",
    evidence: { repository: "shop/readers", path: "consumers.yml" },
    ...more,
  };
}

const teams: Record<string, readonly string[]> = {
  "@shop/checkout": ["carla", "cleo"],
  "@shop/finance-data": ["finn", "fay"],
  "@shop/growth": ["gus"],
  "@shop/governance": ["greta"],
};

/** A consumer and what breaks it, by element. */
type Broken = readonly [Consumer, ...string[]];

export const settlement = consumer("settlement", "@shop/finance-data");
export const dashboard = consumer("dashboard", "@shop/growth", { domain: "growth" });

/** One pull request of carla's, told step by step; every step takes a minute. */
export class Scene {
  broken: readonly Broken[] = [
    [settlement, "merchant_id", "status"],
    [dashboard, "status"],
  ];
  policy: Policy = { ...defaultConfig.policy, exceptionApprovers: ["@shop/governance"] };
  author = "carla";
  draft = false;
  back: string | undefined;
  head = "a".repeat(40);
  domains: DomainScan[] = [];
  unknown: readonly (readonly [Consumer, string])[] = [];
  readonly teams = new Map(Object.entries(teams).map(([team, members]) => [team, new Set(members)]));
  readonly labels = new Set<string>();
  readonly unverifiable = new Set<string>();
  readonly asked = new Map<string, string>();
  private readonly sayings: Saying[] = [];
  private history: readonly Shown[] = [];
  private rejections: readonly SpokenNo[] = [];
  private clock = Date.parse("2026-11-30T09:00:00Z");
  private next = 1;

  /** The check is posted, and shows what is broken. */
  async review(): Promise<Answers> {
    const answers = await this.answers();
    this.tick();
    this.rejections = spokenNoes(answers, this.people());
    this.history = remember(this.history, { head: this.head, at: this.now(), prints: answers.prints });
    return answers;
  }

  /** A new head, with these breaks; reviewed unless said otherwise. */
  async push(broken: readonly Broken[] = this.broken, reviewed = true): Promise<void> {
    this.head = String.fromCharCode(this.head.charCodeAt(0) + 1).repeat(40);
    this.broken = broken;
    if (reviewed) await this.review();
  }

  comment(by: string, body: string, edited = false): number {
    return this.say({ kind: "comment", by, body, edited });
  }

  approve(by: string, commit = this.head): number {
    return this.say({ kind: "approval", by, commit });
  }

  endApproval(by: string): number {
    return this.say({ kind: "approval-ended", by, commit: this.head });
  }

  label(by: string, label: string): number {
    this.labels.add(label);
    return this.say({ kind: "labeled", by, label, ours: false });
  }

  unlabel(by: string, label: string, ours = false): number {
    this.labels.delete(label);
    return this.say({ kind: "unlabeled", by, label, ours });
  }

  /** A comment is gone. */
  forget(id: number): void {
    this.sayings.splice(
      this.sayings.findIndex((saying) => saying.id === id),
      1,
    );
  }

  pass(days: number): void {
    this.clock += days * 86_400_000;
  }

  now(): string {
    return new Date(this.clock).toISOString().replace(".000Z", "Z");
  }

  people(): People {
    return {
      pull: 7,
      author: this.author,
      draft: this.draft,
      sayings: withSpokenNoes(this.sayings, this.rejections, 7),
      labels: [...this.labels],
      asked: this.asked,
      ...(this.back !== undefined && { back: this.back }),
      shown: async (at, commit) =>
        this.history.findLast((one) => one.at <= at && (commit === undefined || one.head === commit)),
      history: () => this.history,
      members: async (owner): Promise<Members> => {
        if (this.unverifiable.has(owner)) return { unverifiable: "GitHub answered 404" };
        return this.teams.get(owner) ?? new Set([owner.slice(1).toLowerCase()]);
      },
      mayWrite: async (login) => ["carla", "cleo"].includes(login),
    };
  }

  async answers(people: readonly People[] = [this.people()]): Promise<Answers> {
    const { policy, head } = this;
    return answersTo(questionsOf(this.facts(), policy), people, {
      policy,
      contracts: [payments],
      head,
      now: this.now(),
    });
  }

  /** What the check concludes, and why. */
  async conclusion(people: readonly People[] = [this.people()]): Promise<string> {
    const { questions } = await this.answers(people);
    const facts = this.facts();
    const { conclusion, reasons } = conclude(
      { ...facts, verdicts: withAnswers(facts.verdicts, questions), problems: [], questions },
      { policy: this.policy, enforcement: "enforce" },
    );
    return `${conclusion}: ${reasons.join(" | ")}`;
  }

  /** Each question and where it stands. */
  async standing(): Promise<Record<string, string>> {
    const { questions } = await this.answers();
    return Object.fromEntries(
      questions.map(({ name, settledBy, rejectedBy, lapsed, changes }) => {
        const answer = settledBy ?? rejectedBy;
        const open = lapsed === undefined ? "open" : `open; ${lapsed.says}`;
        return [name, answer === undefined ? open : answerWords(answer, changes.length)];
      }),
    );
  }

  /** What became of commands and labels. */
  async outcomes(): Promise<string[]> {
    const { outcomes } = await this.answers();
    return outcomes.map(
      ({ by, words, counts, says }) => `${by}: ${words} ${counts ? "counts" : "does not count"}: ${says}`,
    );
  }

  /** What a review holds besides answers. */
  facts() {
    const changes = new Map<string, Change>();
    const verdicts: Verdict[] = this.broken.map(([who, ...elements]) => {
      const theirs = elements.map((element) => change(element));
      for (const one of theirs) changes.set(one.fingerprint, one);
      return { consumer: who, contract: payments, baseline: "v4", outcome: "breaks", changes: theirs, unread: [] };
    });
    for (const [who, why] of this.unknown)
      verdicts.push({ consumer: who, contract: payments, baseline: "", outcome: "unknown", why });
    const all = [...changes.values()];
    const diff: Diff = {
      contract: payments,
      baseline: "v4",
      isNew: false,
      changes: all,
      problems: [],
      reach: new Map(),
    };
    return {
      diffs: [this.broken.length === 0 ? { ...diff, changes: [change("legacy")] } : diff],
      verdicts,
      domains: this.domains,
      now: this.now(),
    };
  }

  private say(what: Omit<Extract<Saying, { kind: "comment" }>, "id" | "at">): number;
  private say(what: { kind: "approval" | "approval-ended"; by: string; commit: string }): number;
  private say(what: { kind: "labeled" | "unlabeled"; by: string; label: string; ours: boolean }): number;
  private say(what: object): number {
    this.tick();
    const id = this.next++;
    this.sayings.push({ ...what, id, at: this.now() } as Saying);
    return id;
  }

  private tick(): void {
    this.clock += 60_000;
  }
}

/** A scene whose first head was reviewed. */
export async function scene(
  told: Partial<Pick<Scene, "broken" | "author" | "draft" | "domains" | "unknown">> & { policy?: Partial<Policy> } = {},
): Promise<Scene> {
  const one = new Scene();
  const { policy, ...rest } = told;
  Object.assign(one, rest, { policy: { ...one.policy, ...policy } });
  await one.review();
  return one;
}

/** The words that request an exception for everything. */
export const request =
  '/contract exception payments reason="closing books" controls="daily totals compared" rollback="revert the release" until=2026-12-20';
export const exceptionLabel = "contract-exception:payments";
