/** The nouns, in the order a pull request meets them. Types only; imports nothing. */

/**
 * One repository pinned to one commit: the only way anything reads the world. What a path or ref is, or is not, is an answer;
 * what throws is a world that cannot be reached.
 */
export interface Repository {
  /** `owner/name`, or a folder's name where there is no GitHub. */
  readonly name: string;
  /** Commit sha, or `worktree`. */
  readonly commit: string;
  /** Paths of the files that match any of the globs, sorted; links and submodules included (reading them is refused). */
  list(globs: readonly string[]): Promise<readonly string[]>;
  read(path: string): Promise<File>;
  /** Many files at once, in the order asked: one round trip where each `read` would be one. */
  readAll(paths: readonly string[]): Promise<readonly File[]>;
  /** The same repository at a tag, branch or sha; undefined where it has no such ref. */
  at(ref: string): Promise<Repository | undefined>;
  /** The names of its tags. */
  tags(): Promise<readonly string[]>;
}

/** A link, a submodule, a pointer to large storage or an oversized blob is never mistaken for text, nor for absence. */
export type File =
  | { readonly text: string }
  | { readonly absent: true }
  | {
      readonly refused: "symlink" | "submodule" | "lfs-pointer" | "too-large" | "not-utf8";
      /** Of an Avro object container file, which is no text: what it holds. */
      readonly container?: Uint8Array;
    };

/** A file that differs between merge base and head. */
export interface ChangedFile {
  readonly path: string;
  /** Its path on the base side; undefined where it is new. */
  readonly was: string | undefined;
  readonly deleted: boolean;
}

/** Everything a review depends on, read once. Nothing after it does IO but reading these pinned repositories. */
export interface Snapshot {
  /** ISO 8601, UTC. */
  readonly now: string;
  /** The merge base. */
  readonly base: Repository;
  readonly head: Repository;
  /** The tip of the target branch: its configuration, owners and catalog are obeyed. */
  readonly target: Repository;
  /** What the base side is called, as in `main`. */
  readonly baseRef: string;
  readonly changed: readonly ChangedFile[];
  readonly config: Config;
  readonly domains: readonly DomainScan[];
  /** What could not be read while the snapshot was taken: the configuration, a CODEOWNERS file. */
  readonly problems: readonly Problem[];
  /** Where approved versions are registered; absent where the operator defined none. */
  readonly registries?: Registries;
  /** What people said on GitHub, per pull request: one, or those of a merge group. Absent where there is no GitHub. */
  readonly people?: readonly People[];
}

/** Registries of schemas, under the names that the operator gave them. Read-only. */
export interface Registries {
  subject(registry: string, subject: string): Promise<Registered>;
}

/** A subject of a registry, or why it could not be read, in words that hold no part of its address. */
export type Registered =
  | {
      /** Oldest first. */
      readonly versions: readonly RegisteredSchema[];
      /** The compatibility level in force. */
      readonly mode: Mode | undefined;
    }
  | { readonly absent: true }
  | { readonly unreadable: string };

export interface RegisteredSchema {
  readonly version: string;
  readonly format: string;
  readonly text: string;
  /** By the names under which the schema refers to them. */
  readonly references: ReadonlyMap<string, string>;
}

/** One thing a person did on a pull request that can mean something here. Facts; who may say it is judged at every review. */
export type Saying = {
  readonly id: number;
  /** A login. */
  readonly by: string;
  /** ISO 8601, UTC, whole seconds, as GitHub says. */
  readonly at: string;
} & (
  | { readonly kind: "comment"; readonly body: string; readonly edited: boolean }
  /** A review that approves, or one that ends an earlier approval: changes requested, dismissed. */
  | { readonly kind: "approval" | "approval-ended"; readonly commit: string }
  /** `ours`: by this App. */
  | { readonly kind: "labeled" | "unlabeled"; readonly label: string; readonly ours: boolean }
);

/** What the check showed as open on one head, from one moment on, as digests (`answers/print.ts`). */
export interface Shown {
  readonly head: string;
  readonly at: string;
  readonly prints: readonly string[];
}

/** A rejection that stood, kept so that it does not vanish with its comment. */
export interface SpokenNo {
  /** Of its comment. */
  readonly id: number;
  readonly by: string;
  readonly at: string;
  /** The command as written. */
  readonly words: string;
  /** Two pull requests may share a head, and so a check. */
  readonly pull: number;
}

/** What the check on a head remembers. */
export interface Memory {
  /** Oldest first. */
  readonly shown: readonly Shown[];
  readonly rejections: readonly SpokenNo[];
}

/** Logins in lower case; or why nobody can tell. */
export type Members = ReadonlySet<string> | { readonly unverifiable: string };

/** What was said on one pull request, and what its meaning depends on. */
export interface People {
  readonly pull: number;
  readonly author: string;
  readonly draft: boolean;
  /** Oldest first. */
  readonly sayings: readonly Saying[];
  /** Names of the labels that are on now. */
  readonly labels: readonly string[];
  /** When this App last asked an owner (in lower case, `@acme/finance-data`) for a review; else when anybody first did. */
  readonly asked: ReadonlyMap<string, string>;
  /** When it was last made ready for review or opened again; absent where neither. */
  readonly back?: string;
  /** What the check had shown last at that moment: on this commit, or (undefined) whichever was the head. */
  shown(at: string, commit: string | undefined): Promise<Shown | undefined>;
  /** Everything that the checks are known to have shown, oldest first. */
  history(): readonly Shown[];
  /** Who is in a team, or is that login, now. */
  members(owner: string): Promise<Members>;
  /** Whether somebody may write to the repository; undefined where nobody can tell. */
  mayWrite(login: string): Promise<boolean | undefined>;
}

/** What settles or rejects a question. Binds to what the check showed when it was given, never to words or commits. */
export interface Answer {
  readonly kind: "acknowledged" | "approved" | "rejected" | "excepted" | "own-team" | "silence";
  /** A login; for `own-team` and `silence` the owner. */
  readonly by: string;
  readonly at: string;
  readonly reason?: string;
  /** Last day on which it holds, `2026-12-30`. */
  readonly expires?: string;
  /** Day by which the consumer will be ready. */
  readonly readyBy?: string;
  /** Given on an earlier head, to the same changes. */
  readonly kept?: true;
  /** A rejection that says nothing breaks here: the check was wrong. */
  readonly falseAlarm?: true;
}

/** One thing that somebody must settle before a breaking change may pass, and what came of it. */
export interface Question {
  /** A consumer that breaks or is at risk; one nothing is known of; a contract nobody is known to read; a domain not read. */
  readonly about: "consumer" | "unknown" | "contract" | "coverage";
  /** Of the contract; empty for a domain, which leaves every contract in doubt. */
  readonly contract: string;
  /** Of the consumer, the contract or the repository. */
  readonly name: string;
  /** `finance`; empty where it is not about a consumer. */
  readonly domain: string;
  readonly owners: readonly string[];
  readonly contact?: string;
  readonly criticality: Consumer["criticality"];
  readonly changes: readonly Change[];
  /** What settles it: an acknowledgement (an exception too), or nothing but an exception. */
  readonly needs: "acknowledgement" | "exception";
  readonly settledBy?: Answer;
  readonly rejectedBy?: Answer;
  /** The day by which an answer is due, `2026-12-04`; absent where nobody is asked. */
  readonly due?: string;
  /** Since when its owners are waited for: ISO 8601, UTC; absent where they are not. */
  readonly since?: string;
  /** An answer that does not count, or no longer, given then; and why, in words. */
  readonly lapsed?: { readonly says: string; readonly at: string };
}

/** What somebody asked for with `/contract exception`, and how far it is approved. */
export interface ExceptionRequest {
  readonly id: number;
  readonly by: string;
  readonly at: string;
  readonly contract: string;
  readonly reason: string;
  readonly controls: string;
  readonly rollback: string;
  /** Last day, `2026-12-30`. */
  readonly until: string;
  readonly window: string | undefined;
  /** Names of the questions that it covers. */
  readonly covers: readonly string[];
  /** Logins whose approval counts now. */
  readonly approvedBy: readonly string[];
  /** When the last of them approved. */
  readonly approvedAt?: string;
  /** Why it cannot hold any more: expired, withdrawn, made for other changes. */
  readonly over?: string;
  /** The label that approves it. */
  readonly label: string;
}

/** What a command or label came to, for whoever gave it. */
export interface Outcome {
  readonly id: number;
  readonly by: string;
  readonly at: string;
  /** As given, `/contract ack`. */
  readonly words: string;
  readonly counts: boolean;
  readonly says: string;
}

/** A label that does not count because of who put it on. */
export interface RefusedLabel {
  readonly id: number;
  readonly label: string;
  readonly by: string;
  readonly why: string;
}

/** Everything that was asked and said about one review. */
export interface Answers {
  readonly questions: readonly Question[];
  readonly exceptions: readonly ExceptionRequest[];
  /** Newest last. */
  readonly outcomes: readonly Outcome[];
  readonly refusedLabels: readonly RefusedLabel[];
  /** `/contract ask` was given by somebody who may. */
  readonly askedFor: boolean;
  /** What this review shows as open, to be read back when an answer comes. */
  readonly prints: readonly string[];
}

/** A domain repository: what was found in it, or why it could not be read. */
export type DomainScan = {
  readonly repository: string;
  readonly required: boolean;
  /** Fewer people may see it than see the producer's repository: nothing of it is named in the answer. */
  readonly hidden?: true;
} & (
  | {
      readonly commit: string;
      /** Where a kept copy had to serve: its age, and why. */
      readonly stale?: { readonly hours: number; readonly why: string };
      readonly consumers: readonly Consumer[];
      readonly malformed: readonly MalformedDescriptor[];
      /** Files that could have held descriptors and could not be read. */
      readonly problems: readonly Problem[];
      /** What its consumers' fixtures hold, by path. */
      readonly fixtures?: ReadonlyMap<string, File>;
    }
  | { readonly unreadable: string }
);

/** A file that claims to declare consumers and cannot be understood: an unknown consumer of whatever its text mentions. */
export interface MalformedDescriptor {
  readonly at: Location;
  readonly message: string;
  readonly text: string;
  readonly owners: readonly string[];
}

export interface Location {
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
  /** Counted from 1. */
  readonly column?: number;
}

/** Something a person must mend, with its place. Reported, never thrown. */
export interface Problem {
  readonly at: Location;
  readonly message: string;
  /** `failure` keeps the check from passing; a `warning` is only told. */
  readonly severity: "failure" | "warning";
}

/** One contract may span several files, and one file may hold several contracts. */
export interface Contract {
  readonly id: string;
  /** Everything it is called, the id included: a consumer that uses any of these reads it. */
  readonly names: readonly string[];
  readonly format: string;
  readonly entry: string;
  /** Which of the entry's contracts, where it holds several. */
  readonly part: string;
  /** The schema of a topic's keys: any change to it moves keys to other partitions. */
  readonly key?: true;
  /** Where those who own it do not only send it: others write what they receive. */
  readonly flow?: Flow;
  readonly version: string | undefined;
  readonly mode: Mode;
  /** Logins and teams, `@acme/checkout`. */
  readonly owners: readonly string[];
  readonly options: Options;
}

export type Mode = "NONE" | `${"BACKWARD" | "FORWARD" | "FULL"}${"" | "_TRANSITIVE"}`;

/** `received`: its owner reads and the others write, as with a request; `both`: either may do either. */
export type Flow = "received" | "both";

/** How a format is asked to look: level, policy, draft, dialect. */
export type Options = Readonly<Record<string, string | boolean | Readonly<Record<string, string>>>>;

/** backward: head reads what base wrote. forward: base reads what head writes. */
export type Direction = "backward" | "forward";

/** A rule states an invariant; it knows no consumer and no policy. */
export interface Rule {
  /** What holds when the rule is not violated, in one sentence. */
  readonly invariant: string;
  /** Which directions a violation breaks; none for a notice. A handler may narrow it for one finding. */
  readonly breaks: readonly Direction[];
  /** The section of the specification that says so. */
  readonly source: string;
  /** How to make the change safely. */
  readonly advice: string;
  /** What happened, in a few words that follow the element's name: `removed`, `may be null`. Else the id's own words. */
  readonly short?: string;
  /** The rule that fires when base and head are swapped, or why there is none. */
  readonly mirror: string | { readonly none: string };
  /** Data already written would be read as something else: never exceptable. */
  readonly corrupts?: true;
}

/** How a change is known: proven by a document, by the rule alone, or not analysed and so taken to break. */
export type Basis = "witness" | "rule" | "not-analysed" | "declared" | "suspected";

/** A fact: what differs, where, and whom it can break. Never rewritten downstream. */
export interface Change {
  readonly contract: string;
  readonly rule: string;
  /** Relative to the contract; empty for the whole of it. */
  readonly element: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly breaks: readonly Direction[];
  readonly basis: Basis;
  /** A document or record per direction that one side takes and the other does not. */
  readonly witnesses: Readonly<Partial<Record<Direction, unknown>>>;
  readonly corrupts: boolean;
  /** The day for which base had announced the end of what goes, `2026-12-30`; whether it has passed is judged. */
  readonly announced?: string;
  /** Minutes within which data still arrives, of a promise that became weaker: who says that it can wait so long is not hurt. */
  readonly arrivesWithin?: number;
  readonly message: string;
  readonly advice: string;
  readonly location: Location;
  /** Contract id, rule, element, digests of before and after. Never words. */
  readonly fingerprint: string;
  /** Of a change that leaves the structure as it was. */
  readonly meaning?: Meaning;
}

/** What about the meaning changed; `relies_on` of a consumer speaks of the same. */
export type MeaningClass =
  | "entity"
  | "grain"
  | "key"
  | "identifier_scope"
  | "unit"
  | "timezone"
  | "calculation"
  | "null_meaning"
  | "delete_behaviour"
  | "population"
  | "precision"
  | "lateness"
  | "ordering"
  | "confidentiality";

/** What a change of meaning is, beside what every change is, and whom it concerns: judged by what a consumer reads and relies on. */
export interface Meaning {
  readonly class: MeaningClass;
  /** `declared` by the producer; else by signals in the wording: `strong` ones ask for a declaration, a `notice` is only told. */
  readonly known: "declared" | "strong" | "notice";
  /** Readers of the dataset; of the field; those who rely on the class; readers of the dataset but those who rely on others only. */
  readonly concerns: "dataset" | "field" | "relying" | "unless-not-relying";
  readonly disposition: "breaks" | "review";
  /** For consumers of these criticalities it breaks even so. */
  readonly breaksFor: readonly Consumer["criticality"][];
  /** Minutes within which data arrives now: a consumer that needs it sooner breaks. */
  readonly arrivesWithin?: number;
  /** The texts that a suspicion rests on, null where there is none on that side. */
  readonly wording?: Pick<Wording, "kind" | "before" | "after">;
  readonly declared?: DeclaredFacts;
  /** Suspected, and the author states that only the wording changed. */
  readonly stated?: { readonly reason: string; readonly location: Location };
}

/** What a producer wrote about a declared change. */
export interface DeclaredFacts {
  readonly effective: string | undefined;
  /** Whether data written before was brought to the new meaning. */
  readonly history: "restated" | "not_restated" | "not_applicable" | undefined;
  readonly reason: string | undefined;
  readonly migration: string | undefined;
  readonly evidence: readonly string[];
}

/** A text that tells in prose what an element means, where base and head differ; null on a side that has none. */
export interface Wording {
  readonly element: string;
  readonly kind: WordingKind;
  readonly before: string | null;
  readonly after: string | null;
  readonly location: Location;
  /** What the text is called, `description`, where it is told even if nothing in it makes one suspect another meaning. */
  readonly called?: string;
}

/**
 * Prose (`text`), or a member that says one thing only. `definition`: a name or address under which the meaning is defined.
 * `rows`, `grouping` and `expression`: parts of the query that makes the data, in normal form. `deletion`: the columns that mark
 * rows as deleted.
 */
export type WordingKind =
  | "text"
  | "unit"
  | "grain"
  | "null meaning"
  | "time zone"
  | "definition"
  | "logic"
  | "rows"
  | "grouping"
  | "expression"
  | "deletion";

/** What one comparison found. */
export interface Comparison {
  readonly changes: readonly Change[];
  /** Texts about meaning that differ, for `semantics/` to judge; absent once it has. */
  readonly wordings?: readonly Wording[];
  readonly problems: readonly Problem[];
  /**
   * What a reader of each element asked for reads, by the names under which changes are told: a type used in several places,
   * or within itself, is told once. An element that base does not have is not in it: who reads it mistyped, or reads
   * something else.
   */
  readonly reach: ReadonlyMap<string, readonly string[]>;
  /** The status of every version on the base side, where under it nothing is promised yet: `draft`. */
  readonly advisory?: string;
}

/**
 * The first step of making a breaking change so that it breaks nobody, as a comparison with base has shown.
 * - `expand`: base with what head adds, in a form that old records and old readers bear
 * - `announce`: base, saying of what goes that it goes
 * - `beside`: base untouched, and head as a contract of its own under another name
 * - `keep`: base untouched, until those who read or write it are ready
 */
export interface FirstStep {
  readonly kind: "expand" | "announce" | "beside" | "keep";
  /** Path -> text of what is to stand there. */
  readonly files: ReadonlyMap<string, string>;
  /** Elements that it adds; `beside`: the element that one stands beside in changed form. */
  readonly added: readonly { readonly element: string; readonly beside?: string }[];
  /** Elements that stay for now and are marked as deprecated; the empty one is the contract. */
  readonly marked?: readonly string[];
  /** What the new contract is called, of `beside`. */
  readonly name?: string;
  /** Where numbers are for ever: what is to be reserved when the old elements go, by the message that they stand in. */
  readonly reserve?: readonly { readonly within: string; readonly number: string; readonly name: string }[];
  /** Directions that the mode does not promise and that the step still breaks. */
  readonly stillBreaks?: readonly Direction[];
}

/** One contract against one of its baselines. */
export interface Diff extends Comparison {
  readonly contract: Contract;
  /** Which version stands on the base side: `v3`, or the merge base. */
  readonly baseline: string;
  /** Nothing on the base side, and nothing expected there. */
  readonly isNew: boolean;
  /** Where something breaks. */
  readonly firstStep?: FirstStep;
}

/** An exact version, an inclusive range, or undefined: whatever is current. */
export type Pin = string | { readonly min: string; readonly max: string } | undefined;

/** One reader of one contract. */
export interface Consumer {
  readonly domain: string;
  readonly name: string;
  /** The contract by any of its names. */
  readonly contract: string;
  /** As the descriptor says, later mapped by configuration: logins and teams `@acme/x`, or addresses nobody mapped. */
  readonly owners: readonly string[];
  /** Where its domain is reached when its owners do not answer: a team, a channel, an address. */
  readonly contact?: string;
  readonly version: Pin;
  readonly reads: readonly string[] | "everything" | "did-not-say";
  /** Classes of meaning it relies on. */
  readonly reliesOn: readonly string[] | "everything";
  /** Whether it reads old data under the new contract, and so needs backward too. */
  readonly replays: boolean;
  /** Whether it stops at any version but the pinned one. */
  readonly strict: boolean;
  readonly criticality: "low" | "medium" | "high" | "regulatory";
  /** Minutes within which it needs the data, where it says. */
  readonly freshness?: number;
  readonly confidence: "declared" | "unversioned" | "observed";
  /** Day after which the registration has lapsed, `2027-04-01`. */
  readonly expires?: string;
  readonly kind: string;
  /** Declared so on the base side, and otherwise by the pull request itself: counts only where it is hurt. */
  readonly former?: true;
  /** Paths of sample records in the descriptor's own repository that it must go on reading. */
  readonly fixtures?: readonly string[];
  readonly evidence: Location & { readonly repository: string };
}

/** A judgement on one consumer of one contract. */
export type Verdict = {
  readonly consumer: Consumer;
  readonly contract: Contract;
  readonly baseline: string;
  /** What it is compared with promises nothing yet, `draft`: nothing of this blocks. */
  readonly advisory?: string;
  /** What people said of it: the answer that settles it, or the one that rejects it. */
  readonly settledBy?: Answer;
  readonly rejectedBy?: Answer;
} /** `unread`: what breaks, but not what this consumer reads. */ & (
  | { readonly outcome: "unaffected" | "move-pin"; readonly unread: readonly Change[] }
  | { readonly outcome: "at-risk" | "breaks"; readonly changes: readonly Change[]; readonly unread: readonly Change[] }
  | { readonly outcome: "unknown"; readonly why: string }
);

export type Conclusion = "success" | "action_required" | "failure";

/** Who is asked for a review or told, for which consumers. */
export interface Addressee {
  /** `@acme/finance-data`, or an address that resolves to nobody. */
  readonly owner: string;
  readonly reachable: boolean;
  readonly consumers: readonly string[];
  /** What came of asking; undefined where nobody was to be asked yet. */
  readonly asked?: "asked" | { readonly refused: string };
}

/** The only input of a report. */
export interface Review {
  readonly now: string;
  readonly baseRef: string;
  readonly mergeBase: string;
  readonly head: string;
  readonly diffs: readonly Diff[];
  readonly verdicts: readonly Verdict[];
  readonly domains: readonly DomainScan[];
  readonly problems: readonly Problem[];
  /** What the author must still declare, or attest to be a matter of wording. */
  readonly undeclared?: readonly Change[];
  readonly ask: readonly Addressee[];
  readonly tell: readonly Addressee[];
  readonly conclusion: Conclusion;
  /** Why, in words for people: one line per reason, the gravest first. */
  readonly reasons: readonly string[];
  /** In observe mode: what the conclusion would have been. */
  readonly wouldBe?: Conclusion;
  readonly answers: Answers;
  /** Days for which what goes is announced before it goes. */
  readonly noticeDays: number;
}

/** The configuration, defaults filled in. */
export interface Config {
  readonly enforcement: "enforce" | "observe";
  readonly domains: {
    readonly repositories: readonly DomainRef[];
    readonly bestEffort: readonly DomainRef[];
    /** Hours a last good copy may serve. */
    readonly staleAfterHours: number;
    /** Further repositories, by what the organisation says about them. */
    readonly discover: Discovery | undefined;
  };
  readonly contracts: readonly ContractConfig[];
  readonly policy: Policy;
  /** Names in descriptors, in lower case, to logins and teams. */
  readonly owners: ReadonlyMap<string, readonly string[]>;
}
/** Repositories of the producer's organisation that carry a topic, or a custom property with this value. */
export type Discovery = { readonly topic: string } | { readonly property: string; readonly value: string };
export interface DomainRef {
  readonly repository: string;
  readonly ref: string | undefined;
}
export interface ContractConfig {
  readonly path: string;
  readonly format: string | undefined;
  readonly id: string | undefined;
  readonly mode: Mode | undefined;
  readonly owners: readonly string[];
  /** At most one of releases, branch, registry and catalog; none is the merge base. */
  readonly baseline: {
    /** A glob of tag names. */
    readonly releases?: string;
    readonly branch?: string;
    /** As the operator calls it. */
    readonly registry?: string;
    /** In that registry; undefined: the contract's own name. */
    readonly subject?: string;
    /** The path of a file with the versions' history. */
    readonly catalog?: string;
  };
  readonly options: Options;
}
export interface Policy {
  readonly breaking: "acknowledge" | "exception" | "forbid";
  readonly exceptionApprovers: readonly string[];
  readonly noConsumers: "pass" | "owner-approval" | "exception";
  readonly declarations: "required" | "suspected" | "off";
  /** Whether a changed contract document must meet the checklist: owner, freshness, a rule that can be run, a mode. */
  readonly adoption: "warn" | "error" | "off";
  readonly ask: "ready" | "command";
  /** Working days. */
  readonly acknowledgeWithinDays: number;
  readonly escalateTo: string | undefined;
  readonly exceptionMaxDays: number;
  readonly authorMayApprove: boolean;
  readonly silenceAcknowledges: readonly string[];
}
