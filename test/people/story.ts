import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Environment } from "../../src/app/environment.ts";
import { startServer } from "../../src/app/server.ts";
import type { GitHub } from "../../src/demo/github/github.ts";
import type { CheckRun, PullRequest } from "../../src/demo/github/state-work.ts";
import { breakingProposal, producer, propose } from "../../src/demo/shop.ts";
import { around } from "../endings.ts";
import { environmentFor, freshStore, type Stage, scratch, stage, work, worker } from "../review/desk.ts";

/** A Monday; every story begins here. */
const monday = "2026-11-30T09:00:00Z";

/** Milliseconds since the epoch: the time of GitHub and of the App alike. */
let time = Date.parse(monday);
export const clock = (): Date => new Date(time);

around.start.push(() => {
  time = Date.parse(monday);
});

/** One pull request and the people around it. Time stands still unless told to pass. */
export interface Story extends Stage {
  readonly pull: PullRequest;
  /** Lets a minute pass, does what is to be done, and waits until the App has done its part. */
  after(act: () => unknown): Promise<void>;
  /** Lets so many seconds pass, and waits until the App has done what is due by then. */
  wait(seconds: number): Promise<void>;
  /** The App's process ends, and another starts with nothing of what the first one stored. */
  restart(): Promise<void>;
  /** Sends every webhook so far again, so many times; `renamed`: as deliveries of their own, all at once. */
  again(times: number, renamed?: "renamed"): Promise<void>;
}

/** The breaking proposal stands as a pull request of carla's, and was reviewed. */
export async function story(
  founding?: (github: GitHub) => Promise<void>,
  how: Parameters<typeof propose>[2] & { readonly text?: string; readonly channels?: Environment["channels"] } = {},
): Promise<Story> {
  const on = await stage(founding, clock, how.channels);
  const pull = await propose(on.github, how.text ?? breakingProposal(), how);
  await on.quiet();
  const { github } = on;
  let { app } = on;
  const quiet = async () => {
    for (let round = 0; round < 2; round++) {
      await github.settled();
      await app.drained();
    }
  };
  const after = async (act: () => unknown) => {
    pass(60);
    await act();
    await quiet();
  };
  const wait = async (seconds: number) => {
    pass(seconds);
    await app.reconcile();
    await quiet();
  };
  const restart = async () => {
    await app.stop();
    const environment = environmentFor(github, await scratch());
    const next = await startServer(environment, { worker, work, unpaced: true, clock, store: await freshStore() });
    app = next;
    onTestFinished(() => next.stop());
    github.app.webhookUrl = `${next.url}/api/github/webhooks`;
    await quiet();
  };
  const again = async (times: number, renamed?: "renamed") => {
    const sent = [...github.app.deliveries];
    const send = ({ requestHeaders, payload }: (typeof sent)[number]) => {
      const headers = renamed ? { ...requestHeaders, "X-GitHub-Delivery": randomUUID() } : requestHeaders;
      return fetch(github.app.webhookUrl ?? "", { method: "POST", headers, body: JSON.stringify(payload) });
    };
    for (let round = 0; round < times; round++)
      if (renamed) await Promise.all(sent.map(send));
      else for (const one of sent) await send(one);
  };
  return { ...on, pull, quiet, after, wait, restart, again };
}

/** Lets time pass, in seconds. */
export function pass(seconds: number): void {
  time += seconds * 1000;
}

export const days = (count: number): number => count * 86_400;

/** The check on the pull request's head. */
export function check({ github, pull }: Pick<Story, "github" | "pull">): CheckRun {
  const run = github.checkRuns(producer, pull.pull.head.sha).at(-1);
  if (run === undefined) throw new Error("no check stands on the head");
  return run;
}

/** What the merge box shows. */
export function box(told: Pick<Story, "github" | "pull">): string {
  const { conclusion, output } = check(told);
  return `${conclusion}: ${output.title}`;
}

/** The App's comments, without the lines nobody sees. */
export function said({ github, pull }: Pick<Story, "github" | "pull">): string[] {
  const ours = pull.comments.filter(({ app }) => app === github.app);
  return ours.map(({ body }) => body.replace(/<!--.*?-->\n*/g, "").trimEnd());
}

/** Everything a person reads on the pull request: the merge box, the check's summary, the App's comments. */
export function page(told: Pick<Story, "github" | "pull">): string {
  const comments = said(told).map((body) => `\n----- a comment of the App -----\n\n${body}\n`);
  const words = `${box(told)}\n\n----- the check -----\n\n${check(told).output.summary}\n${comments.join("")}`;
  return words.replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/g, "(commit)").replaceAll(told.github.htmlUrl, "(GitHub)");
}

/** Holds all that a person reads against `answers/`. */
export async function reads(told: Pick<Story, "github" | "pull">, name: string): Promise<void> {
  await expect(page(told)).toMatchFileSnapshot(join(import.meta.dirname, `answers/${name}.md`));
}

/** The reactions on somebody's comment. */
export function reactions(comment: { readonly reactions: readonly { readonly content: string }[] }): string[] {
  return comment.reactions.map(({ content }) => content);
}
