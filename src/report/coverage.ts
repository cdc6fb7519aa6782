import type { DomainScan, Review } from "../model.ts";
import { howSettled } from "../verdict/settled.ts";
import { code, plainText } from "./escape.ts";
import { plural, shortCommit } from "./words.ts";

/** Which domain repositories were read, at which commit and how old, and which were not: part of every answer. */
export function coverage({ domains, conclusion, wouldBe, answers, diffs }: Review): string {
  const read = domains.filter((domain) => "commit" in domain);
  const unread = domains.filter((domain) => "unreadable" in domain);
  const commits = read.map((domain) => `${plainText(domain.repository)}@${shortCommit(domain.commit)}${age(domain)}`);
  const lines = [
    `Scanned ${read.length} of ${plural(domains.length, "domain repository", "domain repositories")}${commits.length === 0 ? "" : ` (${commits.join(", ")})`}.`,
  ];
  const holds = (wouldBe ?? conclusion) === "success" ? "" : ", so this cannot turn green";
  for (const { repository, unreadable, required } of unread) {
    const excepted = answers.questions.find(
      ({ about, name }) => about === "coverage" && name === repository,
    )?.settledBy;
    const stands = excepted === undefined ? holds : `, ${howSettled([excepted])}`;
    lines.push(
      `**${plainText(repository)} could not be read** (${plainText(unreadable)}): readers there are unknown${required ? stands : "; it is best-effort"}.`,
    );
  }
  for (const domain of read)
    for (const { at, message } of domain.malformed)
      lines.push(`In ${plainText(domain.repository)}, ${code(place(at))} cannot be understood: ${plainText(message)}.`);
  // who might read what did not change concerns nobody
  const skipped = diffs.length === 0 ? [] : read.flatMap(({ problems }) => problems);
  for (const { at, message } of skipped.slice(0, 5)) lines.push(`${code(place(at))}: ${plainText(message)}.`);
  if (skipped.length > 5) lines.push(`${skipped.length - 5} more files were not read.`);
  return lines.join("\n");
}

function age({ stale }: Extract<DomainScan, { commit: string }>): string {
  return stale === undefined ? "" : `, ${stale.hours} h old: ${plainText(stale.why)}`;
}

function place(at: { readonly path: string; readonly line?: number }): string {
  return at.line === undefined ? at.path : `${at.path}:${at.line}`;
}
