import type { People, Policy, Question } from "../model.ts";

/** Whether somebody may answer; `cannot tell` is kept apart from no. */
export type May = "yes" | "no" | "cannot tell";

/** Who may say what on one pull request, by membership as it is now. */
export class Authority {
  private readonly people: People;
  private readonly policy: Policy;

  constructor(people: People, policy: Policy) {
    this.people = people;
    this.policy = policy;
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

  /** Whether somebody answers for what a question is about. */
  owns(login: string, { owners }: Question): Promise<May> {
    return this.isOneOf(login, owners);
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
    const owner = await this.owns(login, question);
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
