import type { Change, Consumer, Diff, Verdict } from "../model.ts";
import { rules } from "../rules.ts";
import { showVersion } from "../text/version.ts";

/** What happened to an element in a few words that follow its name: `removed`, `may be null`. */
export function happened({ rule, element }: Change): string {
  const known = rules.get(rule)?.short;
  if (known !== undefined) return known;
  const words = rule.slice(rule.indexOf("/") + 1).split("-");
  return (nouns.has(words[0] ?? "") && element !== "" && words.length > 1 ? words.slice(1) : words).join(" ");
}

/** What an element may be: said by its name already. */
const nouns = new Set(["column", "field", "property", "symbol", "value", "table", "method", "message"]);

/** A commit as people quote it; a work tree by its own name. */
export function shortCommit(commit: string): string {
  return /^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 7) : commit;
}

/** `v3, every field`, `current, 2 fields, replays`. */
export function reading({ version, reads, replays, kind }: Consumer): string {
  const pin =
    version === undefined
      ? "current"
      : typeof version === "string"
        ? showVersion(version)
        : `${showVersion(version.min)} to ${showVersion(version.max)}`;
  const fields =
    reads === "everything"
      ? "every field"
      : reads === "did-not-say"
        ? "did not say which fields"
        : plural(reads.length, "field");
  return [pin, fields, ...(replays ? ["replays"] : []), kind].join(", ");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`; beyond `most`, `a, b and 7 more`. */
export function listed(items: readonly string[], most = 6): string {
  const shown = items.length > most ? [...items.slice(0, most - 1), `${items.length - most + 1} more`] : items;
  if (shown.length <= 1) return shown.join("");
  return `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

export const verdictWords: Readonly<Record<Verdict["outcome"], { readonly mark: string; readonly words: string }>> = {
  breaks: { mark: "✖", words: "breaks" },
  "at-risk": { mark: "⚠", words: "at risk" },
  unknown: { mark: "?", words: "unknown" },
  "move-pin": { mark: "✔", words: "moves pin" },
  unaffected: { mark: "✔", words: "unaffected" },
};

/** The gravest first, then by contract and name, so that two runs print the same. */
export function byGravity(a: Verdict, b: Verdict): number {
  const order = Object.keys(verdictWords);
  return (
    order.indexOf(a.outcome) - order.indexOf(b.outcome) ||
    compare(a.contract.id, b.contract.id) ||
    compare(a.consumer.name, b.consumer.name) ||
    compare(a.consumer.domain, b.consumer.domain)
  );
}

/** So many of those for whom nothing changed are listed, so that they do not hide the others. */
const mostCalm = 10;

/** The gravest first; `calm`: how many more there are who read nothing that changed. */
export function listedVerdicts(verdicts: readonly Verdict[]): {
  readonly listed: readonly Verdict[];
  readonly calm: number;
} {
  const sorted = [...verdicts].sort(byGravity);
  const calm = sorted.filter((one) => one.outcome === "unaffected" && one.unread.length === 0);
  const left = new Set(calm.slice(mostCalm));
  return { listed: sorted.filter((one) => !left.has(one)), calm: left.size };
}

/** `395 more consumers read nothing that changed`. */
export function calmWords(count: number): string {
  return `${plural(count, "more consumer reads", "more consumers read")} nothing that changed`;
}

/** `checkout_raw.payments v4 → v5`. */
export function versions({ contract, baseline, isNew }: Pick<Diff, "contract" | "baseline" | "isNew">): string {
  const next = contract.version === undefined ? "" : showVersion(contract.version);
  if (isNew) return `${contract.id} ${next} (new)`.replace("  ", " ");
  return next === "" || baseline === next ? contract.id : `${contract.id} ${baseline} → ${next}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
