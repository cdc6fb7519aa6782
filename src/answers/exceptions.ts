import type { ExceptionWish } from "../commands/command.ts";
import type { ExceptionRequest, Question, Saying, Shown } from "../model.ts";
import { nearest } from "../text/nearest.ts";
import type { Came } from "./acknowledge.ts";
import { type Board, isCalled, keptMark, standingOf } from "./board.ts";
import { addDays, dayOf } from "./days.ts";
import { exceptionLabel } from "./label.ts";
import { named, namedChanges } from "./naming.ts";
import { wasShown, wasShownInPart } from "./print.ts";
import { endApprovals, type Requested } from "./requested.ts";

/** The contracts that questions are about, and every name they go by. */
export type Names = ReadonlyMap<string, readonly string[]>;

/** Somebody asks for an exception: bound to what the check showed then, limited to what is named. */
export async function requestException(
  board: Board,
  wish: ExceptionWish,
  { id, by, at }: Saying,
  names: Names,
): Promise<Came & { readonly requested?: Requested }> {
  const no = (says: string) => ({ counts: false, says });
  const may = await board.authority.mayWrite(by);
  if (may === "cannot tell") return no(`who \`@${by}\` is here cannot be verified`);
  if (may === "no") return no("only the author and people with write access here may request an exception");
  const contract = contractCalled(wish.contract, names);
  if ("says" in contract) return contract;
  const longest = addDays(dayOf(at), board.policy.exceptionMaxDays);
  if (wish.until > longest)
    return no(`an exception lasts at most ${board.policy.exceptionMaxDays} days: until \`${longest}\``);
  const among = board.questions.filter((one) => one.contract === contract.id || one.about === "coverage");
  const stranger = wish.consumers.find((name) => !among.some((question) => isCalled(question, name)));
  if (stranger !== undefined) return no(`nothing called \`${stranger}\` is in question for \`${contract.id}\``);
  const rules = new Set(among.flatMap(({ changes }) => changes.map(({ rule }) => rule)));
  const strangeRule = wish.rules.find((rule) => !rules.has(rule));
  if (strangeRule !== undefined) return no(`no change here falls under \`${strangeRule}\``);
  const meant = among.filter((question) =>
    wish.consumers.length === 0
      ? question.about !== "coverage"
      : wish.consumers.some((name) => isCalled(question, name)),
  );
  const within = (question: Question) =>
    wish.rules.length === 0 || question.changes.every(({ rule }) => wish.rules.includes(rule));
  const shown = await board.people.shown(at, undefined);
  if (shown === undefined) return no("requested before the check had shown what breaks; please request it again");
  if (meant.length === 0) return no(`nothing of \`${contract.id}\` is in question`);
  const covers = meant.filter((one) => within(one) && wasShown(shown.prints, one, board.questions));
  const { reason, controls, rollback, until, window } = wish;
  const label = exceptionLabel(contract.id, [...names.keys()]);
  const request = { id, by, at, contract: contract.id, reason, controls, rollback, until, window, label };
  const beyond = meant.filter((one) => !covers.includes(one));
  const requested = { request, covers, beyond, shown, approvals: [], ended: [] };
  if (covers.length === 0)
    return { ...no("requested for other changes than these; please request it again"), requested };
  const gaps = beyond.length === 0 ? "" : `; not for ${named(beyond)}, which has other changes`;
  const how = `the label \`${label}\` or \`/contract approve ${contract.id}\` approves it`;
  return { counts: true, says: `is requested for ${named(covers)} until \`${until}\`${gaps}; ${how}`, requested };
}

/** Somebody approves what was requested last for a contract: by command, or by label. `authority: false`: they may approve none of it. `until`: it was taken back then. */
export async function approveException(
  board: Board,
  requests: readonly Requested[],
  called: string,
  { by, at }: Saying,
  names: Names,
  until?: string,
): Promise<Came & { readonly authority: boolean }> {
  const contract = contractCalled(called, names);
  if ("says" in contract) return { ...contract, authority: true };
  const candidates = board.questions.filter((one) => one.contract === contract.id || one.about === "coverage");
  const mine: Question[] = [];
  let unsure = false;
  for (const question of candidates) {
    const may = await board.authority.mayApprove(by, question);
    if (may === "yes") mine.push(question);
    unsure ||= may === "cannot tell";
  }
  if (mine.length === 0) {
    if (candidates.length === 0) return { counts: false, authority: true, says: "nothing here needs an exception" };
    const author = board.authority.isAuthor(by) && !board.policy.authorMayApprove;
    const why = author
      ? "the author does not approve an exception of their own"
      : unsure
        ? `whether \`@${by}\` may approve this cannot be verified`
        : `\`@${by}\` neither answers for what breaks nor is an exception approver`;
    return { counts: false, authority: unsure && !author, says: why };
  }
  const requested = requests.findLast(
    ({ request, withdrawn }) => request.contract === contract.id && withdrawn === undefined && request.at <= at,
  );
  if (requested === undefined)
    return {
      counts: false,
      authority: true,
      says: `no exception was requested for \`${contract.id}\` before; \`/contract exception ${contract.id} ...\` requests one`,
    };
  const shown = await board.people.shown(at, undefined);
  const covers = requested.covers.filter(
    (one) => mine.includes(one) && shown !== undefined && wasShown(shown.prints, one, board.questions),
  );
  if (covers.length === 0)
    return { counts: false, authority: true, says: "nothing that was requested is theirs to approve" };
  if (until === undefined) requested.approvals.push({ by, at, covers });
  else requested.ended.push({ by, at, covers, until });
  return {
    counts: true,
    authority: true,
    says: `is approved for ${named(covers)} until \`${requested.request.until}\``,
  };
}

/** Takes back a request of one's own, or one's approvals. */
export function withdrawException(
  requests: readonly Requested[],
  called: string,
  { by, at }: Saying,
  names: Names,
): Came {
  const contract = contractCalled(called, names);
  if ("says" in contract) return contract;
  const mine = (one: string) => one.toLowerCase() === by.toLowerCase();
  let taken = 0;
  for (const one of requests.filter(({ request }) => request.contract === contract.id)) {
    if (mine(one.request.by) && one.withdrawn === undefined) {
      one.withdrawn = { says: `withdrawn by \`@${by}\``, at };
      taken++;
    } else taken += endApprovals(one, at, (approval) => mine(approval.by));
  }
  if (taken === 0) return { counts: false, says: `\`@${by}\` neither requested nor approved an exception here` };
  return { counts: true, says: "is withdrawn" };
}

/** Taking the label off revokes every approval that was given before. */
export function revoke(requests: readonly Requested[], label: string, at: string): void {
  for (const one of requests) if (same(one.request.label, label)) endApprovals(one, at);
}

/** What is left of the requests at the end of the story; valid approvals settle their questions. */
export function settleExceptions(board: Board, requests: readonly Requested[]): readonly ExceptionRequest[] {
  return requests.map(({ request, covers, beyond, approvals, withdrawn, shown }) => {
    const expired = request.until < dayOf(board.now) ? `expired on ${request.until}` : undefined;
    const void_ = covers.length === 0 ? "made for other changes than these" : undefined;
    const over = withdrawn?.says ?? expired ?? void_;
    if (over === undefined)
      for (const { by, at, covers: approved } of approvals)
        for (const question of approved) {
          const standing = standingOf(board, question);
          // who rejected it must say yes themselves; an acknowledgement is enough where no exception is needed
          if (standing.rejectedBy !== undefined && standing.rejectedBy.at > at) continue;
          if (standing.rejectedBy !== undefined && !same(standing.rejectedBy.by, by)) continue;
          if (standing.settledBy !== undefined && question.needs === "acknowledgement") continue;
          delete standing.rejectedBy;
          delete standing.lapsed;
          const { reason, until: expires } = request;
          standing.settledBy = {
            kind: "excepted",
            by,
            at,
            reason,
            expires,
            ...keptMark(board, shown),
          };
        }
    if (withdrawn === undefined && expired === undefined)
      for (const question of beyond) {
        const standing = standingOf(board, question);
        const says = `the exception requested by \`@${request.by}\` is for ${uncovered(question, shown, board.questions)}`;
        if (standing.settledBy === undefined && (standing.lapsed?.at ?? "") < request.at)
          standing.lapsed = { says, at: request.at };
      }
    const approvedBy = [...new Set(approvals.map(({ by }) => by))];
    const approvedAt = approvals.at(-1)?.at;
    return {
      ...request,
      covers: covers.map(({ name }) => name),
      approvedBy,
      ...(approvedAt !== undefined && { approvedAt }),
      ...(over !== undefined && { over }),
    };
  });
}

/** A label that stands for a contract's exception; undefined for any other. */
export function contractOfLabel(label: string, names: Names): string | undefined {
  const all = [...names.keys()];
  return all.find((id) => same(exceptionLabel(id, all), label));
}

function uncovered(question: Question, { prints }: Shown, all: readonly Question[]): string {
  const { changes } = question;
  const others = changes.filter((change) => !wasShownInPart(prints, { ...question, changes: [change] }, all));
  if (others.length === 0 || others.length === changes.length) return "other changes than these";
  return `${changes.length - others.length} of these ${changes.length} changes, not for ${namedChanges(others)}`;
}

function contractCalled(called: string, names: Names): { readonly id: string } | Came {
  const wanted = called.toLowerCase();
  for (const [id, aliases] of names) if ([id, ...aliases].some((name) => name.toLowerCase() === wanted)) return { id };
  const close = nearest(called, [...names.keys()]);
  const hint = close === undefined ? "" : `; did you mean \`${close}\`?`;
  return { counts: false, says: `no contract called \`${called}\` changes here${hint}` };
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
