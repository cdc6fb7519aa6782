import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../app/server.ts";
import { type GitHub, startGitHub } from "./github/github.ts";
import type { PullRequest } from "./github/state-work.ts";
import { additiveProposal, breakingProposal, foundShop, producer, propose } from "./shop.ts";

/**
 * The main job with everything embedded: a stand-in for GitHub with an example organisation, pull requests pushed by real
 * git, the real App answering real webhooks. Prints what stands on GitHub afterwards; false where it is not as expected.
 */
export async function demo(print: (line: string) => void): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "contract-review-demo-"));
  const github = await startGitHub();
  try {
    await foundShop(github);
    print(
      `A stand-in for GitHub listens on ${github.htmlUrl}; the organisation "shop" has ${github.world.repositories.size} repositories.`,
    );
    const { id, privateKey, webhookSecret } = github.app;
    const environment = {
      appId: id,
      privateKey,
      secret: webhookSecret,
      apiUrl: github.apiUrl,
      gitUrl: github.htmlUrl,
      host: "127.0.0.1",
      port: 0,
      webhookPath: "/api/github/webhooks",
      dataDir: folder,
      logLevel: "error",
    } as const;
    const app = await startServer(environment, { unpaced: true });
    try {
      github.app.webhookUrl = `${app.url}${environment.webhookPath}`;
      print(`The App listens on ${app.url}.`);
      const quiet = async () => {
        await github.settled();
        await app.drained();
        await github.settled();
      };
      const breaking = await propose(github, breakingProposal(), { title: "Payments v5: merchant_ref" });
      await quiet();
      const first = show(github, breaking, print);
      const additive = await propose(github, additiveProposal, {
        branch: "payments-country",
        title: "Payments v5: country",
      });
      await quiet();
      const second = show(github, additive, print);
      return first === "action_required" && second === "success";
    } finally {
      await app.stop();
    }
  } finally {
    await github.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function show(github: GitHub, pull: PullRequest, print: (line: string) => void): string | undefined {
  const [run] = github.checkRuns(producer, pull.pull.head.sha);
  const { teams, users } = github.reviewersOf(pull);
  print(`\n${"=".repeat(100)}\n${producer}#${pull.number} "${pull.title}" by ${pull.user.login}\n${"=".repeat(100)}`);
  if (run === undefined) {
    print("No check run stands on its head.");
    return undefined;
  }
  print(
    `check run: ${run.name}, ${run.status}, ${run.conclusion}\ntitle: ${run.output.title}\n\n${run.output.summary}\n\n${run.output.text ?? ""}`,
  );
  for (const { path, start_line, annotation_level, title } of run.annotations)
    print(`annotation: ${path}:${start_line} ${annotation_level}: ${title}`);
  print(
    `reviews requested: ${[...teams.map((slug) => `@shop/${slug}`), ...users.map((login) => `@${login}`)].join(", ") || "nobody"}`,
  );
  for (const comment of pull.comments) print(`comment by ${comment.user.login}:\n${comment.body}`);
  return run.conclusion ?? undefined;
}
