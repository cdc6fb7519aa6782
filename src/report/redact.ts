import type { Review } from "../model.ts";
import type { CheckRun } from "./check-run.ts";
import { code, plainText } from "./escape.ts";

/** Replaces in finished words what fewer people may know than will read them. */
export type Redaction = (words: string) => string;

/**
 * Domain repositories that fewer people may see than see the producer's (`hidden`) are not named in the answer: what breaks and
 * how many they are stays; names, owners and paths do not. Words are replaced where they are finished, so that nothing
 * that is said later can forget it.
 */
export function redactionOf({ domains, verdicts }: Pick<Review, "domains" | "verdicts">): Redaction {
  const hidden = domains.filter((domain) => domain.hidden);
  if (hidden.length === 0) return (words) => words;
  const secrets = new Map<string, string>();
  const keep = (secret: string, placeholder: string) => {
    if (secret !== "" && !secrets.has(secret)) secrets.set(secret, placeholder);
  };
  let [count, owners] = [0, 0];
  for (const [index, { repository }] of hidden.entries()) {
    keep(repository, `private repository ${index + 1}`);
    const known = verdicts.filter(({ consumer }) => consumer.evidence.repository === repository);
    for (const { consumer } of known) {
      if (!secrets.has(consumer.name)) keep(consumer.name, `private consumer ${++count}`);
      keep(consumer.domain, "private");
      keep(consumer.contact ?? "", "a private contact");
      for (const path of [consumer.evidence.path, ...(consumer.fixtures ?? [])]) keep(path, "a private file");
      for (const owner of consumer.owners) if (!secrets.has(owner)) keep(owner, `private owner ${++owners}`);
    }
    const scan = hidden[index];
    if (scan !== undefined && "malformed" in scan)
      for (const { at } of [...scan.malformed, ...scan.problems]) keep(at.path, "a private file");
  }
  // the longest first: a name may hold another
  const forms = [...secrets]
    .sort(([a], [b]) => b.length - a.length)
    .flatMap(([secret, shown]) =>
      [...new Set([code(secret, 1_000), plainText(secret, 1_000), secret])].map(
        (form) => [wordsOf(form), shown] as const,
      ),
    );
  return (words) => forms.reduce((text, [form, shown]) => text.replace(form, shown), words);
}

/** A check run as everybody may read it who sees the producer's repository. */
export function redactRun(run: CheckRun, redact: Redaction): CheckRun {
  const { title, summary, text, annotations } = run;
  const notes = annotations.map((one) => ({ ...one, title: redact(one.title), message: redact(one.message) }));
  return { ...run, title: redact(title), summary: redact(summary), text: redact(text), annotations: notes };
}

function wordsOf(form: string): RegExp {
  const literal = form.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, "gu");
}
