import { isReachable } from "../consumers/owners.ts";
import type { People, Policy, Question } from "../model.ts";
import { dayOf } from "./days.ts";
import { dueBy, type Wait } from "./waiting.ts";

/** Whether somebody may answer; `cannot tell` is kept apart from no. */
export type May = "yes" | "no" | "cannot tell";

/** When an answer was waited for, as seen at a moment. */
export type WaitsAt = (question: Question, at: string) => readonly Wait[];

/** Who may say what on one pull request, by membership as it is now. */
export class Authority {
  private readonly people: People;
  private readonly policy: Policy;
  private readonly waits: WaitsAt;

  constructor(people: People, policy: Policy, waits: WaitsAt) {
    this.people = people;
    this.policy = policy;
    this.waits = waits;
  }

  /** Whether somebody is one of these owners, or in one of these teams. */
  async isOneOf(login: string, owners: readonly string[]): Promise<May> {
    let answer: May = "no";
    for (const owner of owners) {
      const members = await this.people.members(owner);
      if ("unverifiable" in members) answer = "cannot tell";
      else if (members.has(login.toLowerCase())) return "yes";
    }
    return answer;
  }

  /**
   * Whether somebody answers for what a question is about: its owners do; exception approvers do too once the owners let the
   * day pass, or where nobody can be reached.
   */
  async owns(login: string, question: Question, at: string): Promise<May> {
    const owner = await this.isOneOf(login, question.owners);
    if (owner === "yes" || question.about === "contract" || !this.isSilent(question, at)) return owner;
    const approver = await this.isOneOf(login, this.policy.exceptionApprovers);
    return approver === "no" ? owner : approver;
  }

  private isSilent(question: Question, at: string): boolean {
    if (!question.owners.some(isReachable)) return true;
    const wait = this.waits(question, at).at(-1);
    return wait !== undefined && dueBy(wait, this.policy.acknowledgeWithinDays) < dayOf(wait.to ?? at);
  }

  /** Whether an owner's yes is enough: not the author's for a contract of their own, nor where a second person is needed. */
  mayAcknowledge(login: string, question: Question): boolean {
    if (!this.isAuthor(login) || this.policy.authorMayApprove) return true;
    return question.about !== "contract" && !needsPerson(question);
  }

  /** Whether somebody may approve an exception for a question. */
  async mayApprove(login: string, question: Question): Promise<May> {
    if (this.isAuthor(login) && !this.policy.authorMayApprove) return "no";
    const approver = await this.isOneOf(login, this.policy.exceptionApprovers);
    if (approver === "yes" || question.about === "coverage") return approver;
    const owner = await this.isOneOf(login, question.owners);
    return owner === "no" ? approver : owner;
  }

  isAuthor(login: string): boolean {
    return login.toLowerCase() === this.people.author.toLowerCase();
  }

  async mayWrite(login: string): Promise<May> {
    if (this.isAuthor(login)) return "yes";
    const may = await this.people.mayWrite(login);
    return may === undefined ? "cannot tell" : may ? "yes" : "no";
  }
}

/** A consumer that matters so much that a person must say yes for it. */
export function needsPerson({ criticality }: Question): boolean {
  return criticality === "high" || criticality === "regulatory";
}
