import { shownDay } from "../answers/days.ts";
import type { Step } from "../answers/deadlines.ts";
import { isReachable } from "../consumers/owners.ts";
import { code, plainText } from "./escape.ts";
import { listed } from "./words.ts";

/** By this the message of a step is found again, so that it is said once. */
export function stepMarker({ key }: Step): string {
  return `<!-- contract-review step ${key.replace(/[^\w@/.:-]/g, "_")} -->`;
}

/** One message to the people a step concerns, who are mentioned; `approvers`: who decides where owners stay silent. */
export function stepMessage(step: Step, approvers: readonly string[]): string {
  const { kind, whom, about, contract } = step;
  const names = listed(about.map((name) => `**${plainText(name)}**`));
  const answer = 'approve this pull request or comment `/contract ack`, or `/contract reject reason="..."`';
  switch (kind) {
    case "reminder":
      return `${mentioned(whom)}: what this change to ${code(contract)} means for ${names} still waits for your answer: ${answer}.`;
    case "escalation":
      return `${mentioned(approvers.length === 0 ? whom : approvers)}: ${listed(whom.map((owner) => code(owner)))} did not answer for ${names} in time. An exception approver may now answer instead: comment \`/contract ack\`, or \`/contract reject reason="..."\`.`;
    case "expiry":
      return `${mentioned(whom)}: the exception for ${names} in ${code(contract)} ends on ${shownDay(step.ends ?? step.due)}. After that this pull request asks again.`;
  }
}

function mentioned(owners: readonly string[]): string {
  return listed(owners.map((owner) => (isReachable(owner) ? owner : code(owner))));
}
