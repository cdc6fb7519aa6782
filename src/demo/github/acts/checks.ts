import { announce } from "../announce.ts";
import { readCommit } from "../git-commits.ts";
import { showCheckRun, showCheckSuite } from "../shapes/checks.ts";
import type { Account, App, Repository, World } from "../state.ts";
import type { CheckRun, CheckSuite } from "../state-work.ts";

/** The suite of an App on a commit, made when it is first needed. */
export function suiteFor(world: World, repository: Repository, app: App, sha: string): CheckSuite {
  const known = repository.checkSuites.find((suite) => suite.app === app && suite.sha === sha);
  if (known !== undefined) return known;
  const branch = [...repository.references].find(([name, at]) => at === sha && name.startsWith("refs/heads/"))?.[0];
  const at = world.now();
  const suite: CheckSuite = {
    id: world.nextId(),
    app,
    repository,
    sha,
    branch: branch?.slice("refs/heads/".length) ?? null,
    createdAt: at,
    updatedAt: at,
    reset: false,
  };
  repository.checkSuites.push(suite);
  return suite;
}

/** Tells of a check run; re-requests and pressed buttons go to the App that made it. */
export async function announceCheckRun(
  world: World,
  run: CheckRun,
  action: "created" | "completed" | "rerequested" | "requested_action",
  sender: Account,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { repository, app } = run.suite;
  const suite = showCheckSuite(world, run.suite, await readCommit(repository, run.sha));
  const check_run = { ...showCheckRun(world, run), check_suite: suite };
  const private_ = action === "rerequested" || action === "requested_action";
  announce(world, repository, "check_run", sender, { action, check_run, ...more }, private_ ? app : undefined);
}

export async function announceSuite(
  world: World,
  suite: CheckSuite,
  action: "requested" | "rerequested" | "completed",
  sender: Account,
): Promise<void> {
  const check_suite = showCheckSuite(world, suite, await readCommit(suite.repository, suite.sha));
  announce(world, suite.repository, "check_suite", sender, { action, check_suite }, suite.app);
}
