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
    ({ whom, names, contract }) =>
      `- ${listed(whom.map((owner) => code(owner)))} did not answer for ${names} (${code(contract)})`,
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
  return `${lines.join("\n")}\n\nAfter that day this pull request asks again.`;
}

/** Steps about the same owners and contract, as one line. */
function bySubject(
  steps: readonly Step[],
): readonly { readonly whom: readonly string[]; readonly contract: string; readonly names: string }[] {
  const groups = new Map<string, { readonly step: Step; readonly names: Set<string> }>();
  for (const step of steps) {
    const key = JSON.stringify([step.whom, step.contract]);
    const { names } = groups.get(key) ?? groups.set(key, { step, names: new Set() }).get(key) ?? { names: new Set() };
    for (const { name } of step.about) names.add(name);
  }
  return [...groups.values()].map(({ step: { whom, contract }, names }) => ({
    whom,
    contract,
    names: listed([...names].map((name) => `**${plainText(name)}**`)),
  }));
}

function mentioned(owners: readonly string[]): string {
  return listed(owners.map(mention));
}

function mention(owner: string): string {
  return isReachable(owner) ? owner : code(owner);
}
