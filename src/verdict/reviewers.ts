import type { Addressee, Question, Verdict } from "../model.ts";

/**
 * Owners are asked about what breaks or is at risk and is not settled, and about their contract where nobody else is affected;
 * owners whose pin moves are told. Nobody is both.
 */
export function addressees(
  questions: readonly Question[],
  verdicts: readonly Verdict[],
  isReachable: (owner: string) => boolean,
): { readonly ask: readonly Addressee[]; readonly tell: readonly Addressee[] } {
  // who breaks at one version is asked, whatever cannot be told of it at another
  const hurt = new Set(
    verdicts
      .filter(({ outcome }) => outcome === "breaks" || outcome === "at-risk")
      .map(({ contract, consumer }) => JSON.stringify([contract.id, consumer.domain, consumer.name])),
  );
  const open = questions.filter(
    ({ about, needs, settledBy, contract, domain, name }) =>
      settledBy === undefined &&
      (about === "consumer" ||
        (about === "unknown" && hurt.has(JSON.stringify([contract, domain, name]))) ||
        (about === "contract" && needs === "acknowledgement")),
  );
  const ask = gather(open, isReachable);
  const asked = new Set(ask.map(({ owner }) => owner.toLowerCase()));
  const moving = verdicts.filter(({ outcome }) => outcome === "move-pin").map(({ consumer }) => consumer);
  const tell = gather(moving, isReachable);
  return { ask, tell: tell.filter(({ owner }) => !asked.has(owner.toLowerCase())) };
}

interface Answering {
  readonly name: string;
  readonly owners: readonly string[];
}

function gather(about: readonly Answering[], isReachable: (owner: string) => boolean): readonly Addressee[] {
  const consumers = new Map<string, { readonly owner: string; readonly names: Set<string> }>();
  for (const { name, owners } of about)
    for (const owner of owners) {
      const key = owner.toLowerCase();
      const known = consumers.get(key) ?? { owner, names: new Set<string>() };
      consumers.set(key, known);
      known.names.add(name);
    }
  return [...consumers.values()]
    .map(({ owner, names }) => ({ owner, reachable: isReachable(owner), consumers: [...names].sort() }))
    .sort((a, b) => (a.owner.toLowerCase() < b.owner.toLowerCase() ? -1 : 1));
}
