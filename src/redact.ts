import type { Addressee, Config, DomainScan, Review, Verdict } from "./model.ts";
import { conclude } from "./verdict/conclusion.ts";

/**
 * A review as everybody may see it who sees the producer's repository: of domain repositories that fewer people may see, what
 * breaks and how many they are stays; names, owners, paths and commits do not.
 */
export function redact(review: Review, config: Pick<Config, "policy" | "enforcement">): Review {
  const hidden = review.domains.filter((domain) => domain.hidden);
  if (hidden.length === 0) return review;
  const repositories = new Map(hidden.map(({ repository }, index) => [repository, `private repository ${index + 1}`]));
  const names = new Map<string, string>();
  const verdicts = review.verdicts.map((verdict) => hide(verdict, repositories, names));
  const domains = review.domains.map((domain) => hideDomain(domain, repositories));
  const secret = new Set(
    review.verdicts
      .filter(({ consumer }) => repositories.has(consumer.evidence.repository))
      .flatMap(({ consumer }) => consumer.owners.map((owner) => owner.toLowerCase())),
  );
  const people = (addressees: readonly Addressee[]) => addressees.map((one) => hideAddressee(one, secret, names));
  const facts = { diffs: review.diffs, verdicts, domains, problems: review.problems };
  const { reasons } = conclude(facts, config);
  return { ...review, verdicts, domains, reasons, ask: people(review.ask), tell: people(review.tell) };
}

function hide(verdict: Verdict, repositories: ReadonlyMap<string, string>, names: Map<string, string>): Verdict {
  const { consumer } = verdict;
  const repository = repositories.get(consumer.evidence.repository);
  if (repository === undefined) return verdict;
  const name = names.get(consumer.name) ?? `private consumer ${names.size + 1}`;
  names.set(consumer.name, name);
  const evidence = { repository, path: "" };
  const shown = {
    ...consumer,
    name,
    domain: "private",
    owners: consumer.owners.length === 0 ? [] : [secretOwner],
    evidence,
  };
  if (verdict.outcome !== "unknown") return { ...verdict, consumer: shown };
  const why = verdict.why.startsWith("its descriptor") ? "its descriptor cannot be understood" : verdict.why;
  return { ...verdict, consumer: shown, why };
}

const secretOwner = "its owner";

function hideDomain(domain: DomainScan, repositories: ReadonlyMap<string, string>): DomainScan {
  const repository = repositories.get(domain.repository);
  if (repository === undefined) return domain;
  if ("unreadable" in domain) return { repository, required: domain.required, unreadable: domain.unreadable };
  const { required, stale } = domain;
  const kept = stale === undefined ? {} : { stale: { hours: stale.hours, why: "it could not be read" } };
  return { repository, required, commit: "", ...kept, consumers: [], malformed: [], problems: [] };
}

function hideAddressee(one: Addressee, secret: ReadonlySet<string>, names: ReadonlyMap<string, string>): Addressee {
  const consumers = one.consumers.map((name) => names.get(name) ?? name);
  return { ...one, consumers, owner: secret.has(one.owner.toLowerCase()) ? secretOwner : one.owner };
}
