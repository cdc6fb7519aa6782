import { directionVerdict } from "../formats/pairs.ts";
import type { Change, Comparison, Diff, DomainScan, Mode, Review, Verdict } from "../model.ts";
import { title } from "./check-run.ts";
import { classOfChange, classOfContract } from "./class.ts";
import { byGravity } from "./words.ts";

/** The review as one JSON document, for `check --output json`. Names are stable; more may be added. */
export function reviewJson(review: Review): object {
  const { conclusion, wouldBe, reasons, baseRef, mergeBase, head, now, problems, undeclared = [], ask, tell } = review;
  return {
    conclusion,
    ...(wouldBe !== undefined && { wouldBe }),
    title: title(review),
    reasons,
    compared: { baseRef, mergeBase, head, at: now },
    contracts: review.diffs.map((diff) => contract(diff, review)),
    consumers: [...review.verdicts].sort(byGravity).map(consumer),
    coverage: review.domains.map(coverageJson),
    problems,
    undeclared: undeclared.map(({ contract, element, rule, fingerprint }) => ({
      contract,
      element,
      rule,
      fingerprint,
    })),
    ask,
    tell,
  };
}

/** One domain repository: what was read there, or why it was not. */
export function coverageJson(domain: DomainScan): object {
  if ("unreadable" in domain) return domain;
  const { repository, required, commit, stale, consumers, malformed, problems } = domain;
  const told = malformed.map(({ at, message }) => ({ at, message }));
  return {
    repository,
    required,
    commit,
    ...(stale && { stale }),
    consumers: consumers.length,
    malformed: told,
    problems,
  };
}

/** One comparison, as `compare --json` prints it. */
export function comparisonJson(compared: {
  readonly format: string;
  readonly mode: Mode;
  readonly comparison: Comparison;
  readonly passes: boolean;
}): object {
  const { format, mode, passes, comparison } = compared;
  const { changes, problems } = comparison;
  return {
    format,
    mode,
    passes,
    backward: directionVerdict("backward", changes),
    forward: directionVerdict("forward", changes),
    changes: changes.map(changeJson),
    problems,
  };
}

function contract({ contract: of, baseline, isNew, changes, firstStep }: Diff, review: Review) {
  const { id, names, format, entry, part, version, mode, owners } = of;
  return {
    id,
    names,
    format,
    path: entry,
    part,
    version: version ?? null,
    mode,
    owners,
    baseline,
    isNew,
    class: classOfContract(review, id),
    ...(firstStep !== undefined && { firstStep: firstStep.kind }),
    changes: changes.map((change) => ({ ...changeJson(change), class: classOfChange(change, review) })),
  };
}

function consumer(verdict: Verdict) {
  const { consumer, contract, baseline, outcome } = verdict;
  const { evidence, name, domain, owners, version, reads, replays, criticality, confidence, kind, expires } = consumer;
  return {
    name,
    domain,
    contract: contract.id,
    verdict: outcome,
    baseline,
    version: version ?? null,
    reads,
    replays,
    criticality,
    confidence,
    kind,
    owners,
    ...(expires !== undefined && { expires }),
    evidence,
    ...("why" in verdict && { why: verdict.why }),
    ...("changes" in verdict && { changes: verdict.changes.map(changeJson) }),
    ...("unread" in verdict && { unread: verdict.unread.map(({ element, rule }) => ({ element, rule })) }),
  };
}

/** One change, as every command prints it. */
function changeJson({ contract: _, corrupts, ...change }: Change): object {
  return corrupts ? { ...change, corrupts } : change;
}
