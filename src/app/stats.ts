import { type Stats, statsOf, type Tallied } from "../answers/stats.ts";
import { readTally } from "../answers/tally.ts";
import type { Database } from "../store/database.ts";
import { entries } from "../store/ledger.ts";

/** Numbers out of a ledger. `since`: a day. */
export async function statsIn(database: Database, now: string, since: string | undefined): Promise<Stats> {
  const all: Tallied[] = [];
  const landed = new Set<string>();
  for await (const { kind, subject, at, body } of entries(database)) {
    if (kind === "merge") landed.add(subject);
    // merge groups repeat their pull requests; what was superseded or given up came to no conclusion
    if (kind !== "review" || subject.includes("@") || body.inputs === undefined) continue;
    all.push({ subject, at, tally: typeof body.text === "string" ? readTally(body.text) : undefined });
  }
  return statsOf(
    all.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    landed,
    now,
    since,
  );
}
