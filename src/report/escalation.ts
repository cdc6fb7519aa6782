import type { Step } from "../answers/deadlines.ts";
import { isReachable } from "../consumers/owners.ts";
import { bare, code, plainText } from "./escape.ts";
import { contactsOf, contactWords } from "./steps.ts";
import { listed } from "./words.ts";

/** The pull request that people are asked about, as it is called elsewhere: `acme/orders#7`. */
export function calledElsewhere(repository: string, number: number): string {
  return `${repository}#${number}`;
}

/** What an issue in a domain repository says of its consumers whose owners did not answer. */
export function domainIssue(
  steps: readonly Step[],
  pull: string,
  approvers: readonly string[],
): { readonly title: string; readonly body: string } {
  const names = [...new Set(steps.flatMap(({ about }) => about.map(({ name }) => name)))];
  const lines = steps.map(
    ({ whom, about, contract }) =>
      `- ${listed(about.map(({ name }) => `**${plainText(name)}**`))} reads ${code(contract)}; ${listed(whom.map((owner) => (isReachable(owner) ? owner : code(owner))))} ${whom.length === 1 ? "answers" : "answer"} for it${contactWords(contactsOf([{ about }]))}`,
  );
  const instead =
    approvers.length === 0 ? "" : ` Until then ${listed(approvers.map((one) => code(one)))} may answer instead.`;
  return {
    title: bare(`${pull} breaks ${listed(names, 3)} and waits for an answer`, 200),
    body: `${pull} changes a contract that this repository's consumers read, and nobody answered in time:

${lines.join("\n")}

On that pull request, an owner approves it or comments \`/contract ack\` or \`/contract reject reason="..."\`.${instead} If the owner is no longer the right one, correct the descriptor here. This issue is closed once that is done.`,
  };
}

/** What an issue in a domain repository says last: nobody there is waited for any more. */
export function domainIssueOver(pull: string, how: "answered" | "merged" | "closed"): string {
  return how === "answered"
    ? `${pull} waits for no answer about consumers that are declared here any more.`
    : `${pull} was ${how}, so nobody is asked any more.`;
}

/** By this an issue in a domain repository is found again, and from it is known which pull request waits. */
export function domainIssueMarker(pull: string, digest: string): string {
  return `<!-- contract-review escalation ${pull} ${digest} -->`;
}

/** Which pull request an issue of ours in a domain repository is about. */
export function readDomainIssue(
  body: string,
): { readonly owner: string; readonly repo: string; readonly number: number } | undefined {
  const [, owner = "", repo = "", number] =
    /^<!-- contract-review escalation ([\w.-]{1,100})\/([\w.-]{1,100})#(\d{1,9}) [0-9a-f]{16} -->/.exec(body) ?? [];
  return number === undefined ? undefined : { owner, repo, number: Number(number) };
}

/** The same in one sentence without mark-up, for channels outside GitHub. */
export function escalationText(steps: readonly Step[], pull: string, url: string): string {
  const each = steps.map(({ whom, about, contract }) => {
    const contacts = contactsOf([{ about }]);
    const besides = contacts.length === 0 ? "" : `, reached at ${listed([...contacts])}`;
    return `${listed([...whom])} did not answer for ${listed(about.map(({ name }) => name))} (${contract})${besides}`;
  });
  return bare(`${pull}: ${each.slice(0, 20).join("; ")}. ${url}`, 2_000);
}
