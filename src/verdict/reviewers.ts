import type { Addressee, Verdict } from "../model.ts";

/** Only owners of consumers that break or are at risk are asked; owners whose pin moves are told. Nobody is both. */
export function addressees(
  verdicts: readonly Verdict[],
  isReachable: (owner: string) => boolean,
): { readonly ask: readonly Addressee[]; readonly tell: readonly Addressee[] } {
  const ask = gather(
    verdicts.filter(({ outcome }) => outcome === "breaks" || outcome === "at-risk"),
    isReachable,
  );
  const asked = new Set(ask.map(({ owner }) => owner.toLowerCase()));
  const tell = gather(
    verdicts.filter(({ outcome }) => outcome === "move-pin"),
    isReachable,
  );
  return { ask, tell: tell.filter(({ owner }) => !asked.has(owner.toLowerCase())) };
}

function gather(verdicts: readonly Verdict[], isReachable: (owner: string) => boolean): readonly Addressee[] {
  const consumers = new Map<string, { readonly owner: string; readonly names: Set<string> }>();
  for (const { consumer } of verdicts)
    for (const owner of consumer.owners) {
      const key = owner.toLowerCase();
      const known = consumers.get(key) ?? { owner, names: new Set<string>() };
      consumers.set(key, known);
      known.names.add(consumer.name);
    }
  return [...consumers.values()]
    .map(({ owner, names }) => ({ owner, reachable: isReachable(owner), consumers: [...names].sort() }))
    .sort((a, b) => (a.owner.toLowerCase() < b.owner.toLowerCase() ? -1 : 1));
}
