import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import { shownDay } from "../answers/days.ts";
import type { Step } from "../answers/deadlines.ts";
import { isReachable } from "../consumers/owners.ts";
import { code, plainText } from "./escape.ts";
import { listed } from "./words.ts";

/** By this a step that was taken is recognised, so that it is taken once; a digest, since a key may hold names that few may read. */
export function stepMarker(step: Pick<Step, "key">): string {
  return `<!-- contract-review step ${stepDigest([step])} -->`;
}

/** Names steps, in any order, for whoever must not do them twice: 64 bits. */
export function stepDigest(steps: readonly Pick<Step, "key">[]): string {
  const keys = steps.map(({ key }) => key).sort();
  return bytesToHex(sha256(keys.join("\n"))).slice(0, 16);
}

const words = 'approve this pull request or comment `/contract ack`, or `/contract reject reason="..."`';

/** One message to everybody who has not answered yet, who are mentioned. */
export function reminder(steps: readonly Step[]): string {
  const lines = bySubject(steps).map(
    ({ whom, names, contract }) => `- ${mentioned(whom)}: ${names} (${code(contract)})`,
  );
  return `This change still waits for your answer:\n\n${lines.join("\n")}\n\nPlease ${words}.`;
}

/** One message beyond those who did not answer; `approvers`, who may answer instead, are mentioned. `done`: what else was done. */
export function escalation(steps: readonly Step[], approvers: readonly string[], done: readonly string[]): string {
  const lines = bySubject(steps).map(
    ({ whom, names, contract, contacts }) =>
      `- ${listed(whom.map((owner) => code(owner)))} did not answer for ${names} (${code(contract)})${contactWords(contacts)}`,
  );
  const next =
    approvers.length === 0
      ? `Nobody may answer instead, since the configuration names no \`exception-approvers\`. ${listed([...new Set(steps.flatMap(({ whom }) => whom))].map(mention))}: ${words}.`
      : `${mentioned(approvers)}: an exception approver may now answer instead: comment \`/contract ack\`, or \`/contract reject reason="..."\`.`;
  return [`The time to answer is over:\n\n${lines.join("\n")}`, next, ...done].join("\n\n");
}

/** One message to those whose exceptions end soon. */
export function expiry(steps: readonly Step[]): string {
  const lines = steps.map(({ whom, about, contract, ends = "" }) => {
    const names = listed(about.map(({ name }) => `**${plainText(name)}**`));
    return `- ${mentioned(whom)}: the exception for ${names} in ${code(contract)} ends on ${shownDay(ends)}.`;
  });
  return `${[...new Set(lines)].join("\n")}\n\nAfter that day this pull request asks again.`;
}

/** One message to those who promised to be ready by a day that has passed. */
export function readiness(steps: readonly Step[]): string {
  const lines = steps.map(({ whom, about, ends = "" }) => {
    const names = listed([...new Set(about.map(({ name }) => `**${plainText(name)}**`))]);
    return `- ${mentioned(whom)}: ${names} was to be ready for this change by ${shownDay(ends)}, and that day has passed.`;
  });
  return `${lines.join("\n")}\n\nWhere it is ready, nothing is to be done; where it is not, please say here by when it will be. This is asked once.`;
}

/** Where the domains of those who did not answer are reached besides, to go on from a sentence; a team or person there is mentioned. */
export function contactWords(contacts: readonly string[]): string {
  return contacts.length === 0 ? "" : `; reach the domain at ${mentioned(contacts)}`;
}

/** The contacts of those whom steps are about. */
export function contactsOf(steps: readonly Pick<Step, "about">[]): readonly string[] {
  return [...new Set(steps.flatMap(({ about }) => about.flatMap(({ contact }) => contact ?? [])))];
}

/** Steps about the same owners and contract, as one line. */
function bySubject(steps: readonly Step[]): readonly Line[] {
  const groups = new Map<string, Step[]>();
  for (const step of steps) {
    const key = JSON.stringify([step.whom, step.contract]);
    groups.set(key, [...(groups.get(key) ?? []), step]);
  }
  return [...groups.values()].map((all) => {
    const names = [...new Set(all.flatMap(({ about }) => about.map(({ name }) => `**${plainText(name)}**`)))];
    const { whom = [], contract = "" } = all[0] ?? {};
    return { whom, contract, names: listed(names), contacts: contactsOf(all) };
  });
}

interface Line {
  readonly whom: readonly string[];
  readonly contract: string;
  readonly names: string;
  readonly contacts: readonly string[];
}

function mentioned(owners: readonly string[]): string {
  return listed(owners.map(mention));
}

function mention(owner: string): string {
  return isReachable(owner) ? owner : code(owner);
}
