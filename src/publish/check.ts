import { readRecord, writeRecord } from "../answers/record.ts";
import { tallyLine } from "../answers/tally.ts";
import type { Memory } from "../model.ts";
import type { CheckRun } from "../report/check-run.ts";
import type { Octokit, Place } from "./place.ts";

/** The name by which rulesets require the check. */
export const checkName = "Contract review";

/** GitHub takes so many annotations a request; each request appends. */
const annotationsPerRequest = 50;

export interface OpenCheck {
  readonly id: number;
  readonly finished: boolean;
  /** Its details, with what it remembers. */
  readonly text: string;
}

/** Our newest check run on a head; undefined where there is none. */
export async function findCheck(place: Place, headSha: string): Promise<OpenCheck | undefined> {
  const { octokit, owner, repo, appId } = place;
  const { data } = await octokit.rest.checks.listForRef({
    owner,
    repo,
    ref: headSha,
    check_name: checkName,
    app_id: appId,
    filter: "latest",
  });
  const newest = data.check_runs.toSorted((a, b) => b.id - a.id)[0];
  return newest && { id: newest.id, finished: newest.status === "completed", text: newest.output.text ?? "" };
}

/** Makes the check on a head say that a review is under way: the one that stands there, which keeps what it remembers, or a new one. */
export async function openCheck(
  place: Place,
  headSha: string,
  externalId: string,
): Promise<{ readonly id: number; readonly memory: Memory }> {
  const { octokit, owner, repo } = place;
  const output = { title: "Reviewing", summary: "Contract changes and their consumers are being looked at." };
  const known = await findCheck(place, headSha);
  const state = { owner, repo, name: checkName, status: "in_progress", external_id: externalId, output } as const;
  if (known === undefined) {
    const { data } = await octokit.rest.checks.create({ ...state, head_sha: headSha });
    return { id: data.id, memory: { shown: [], rejections: [] } };
  }
  const memory = readRecord(known.text);
  const kept =
    memory.shown.length === 0
      ? output
      : { ...output, text: `${tallyLine(known.text)}\n\n${writeRecord(memory)}`.trimStart() };
  await octokit.rest.checks.update({ ...state, output: kept, check_run_id: known.id });
  return { id: known.id, memory };
}

/** What a check shows, with what it remembers: hidden lines at the end of its details. `tally`: the line for counting. */
export function remembering<T extends { readonly text: string }>(run: T, memory: Memory, tally = ""): T {
  const lines = [tally, memory.shown.length === 0 ? "" : writeRecord(memory)].filter((line) => line !== "");
  return { ...run, text: [run.text, ...lines].join("\n\n").trimStart() };
}

/** A check run as GitHub tells of it. */
export type PublishedCheck = Awaited<ReturnType<Octokit["rest"]["checks"]["update"]>>["data"];

/**
 * Puts the answer on a check: annotations first, in requests of 50, the conclusion last. `externalId` replaces what the check
 * was opened with. Gives the check as it then stands; undefined where nothing was to be written any more.
 */
export async function finishCheck(
  place: Place,
  id: number,
  { conclusion, title, summary, text, annotations, actions }: Finished,
  mayWrite: () => boolean | Promise<boolean>,
  externalId?: string,
): Promise<PublishedCheck | undefined> {
  const { octokit, owner, repo } = place;
  const output = { title, summary, ...(text !== "" && { text }) };
  const chunks: (typeof annotations)[] = [];
  for (let from = 0; from < annotations.length; from += annotationsPerRequest)
    chunks.push(annotations.slice(from, from + annotationsPerRequest));
  const last = chunks.pop() ?? [];
  for (const chunk of chunks) {
    if (!(await mayWrite())) return undefined;
    await octokit.rest.checks.update({
      owner,
      repo,
      check_run_id: id,
      status: "in_progress",
      output: { ...output, annotations: [...chunk] },
    });
  }
  if (!(await mayWrite())) return undefined;
  const { data } = await octokit.rest.checks.update({
    owner,
    repo,
    check_run_id: id,
    status: "completed",
    conclusion,
    ...(externalId !== undefined && { external_id: externalId }),
    ...(actions.length > 0 && { actions: [...actions] }),
    output: { ...output, ...(last.length > 0 && { annotations: [...last] }) },
  });
  return data;
}

/** A review's conclusion, or why a run ended without one. */
export type Finish = CheckRun["conclusion"] | "cancelled" | "timed_out";
export type Finished = Omit<CheckRun, "conclusion"> & { readonly conclusion: Finish };
