import { announceCheckRun, announceSuite, suiteFor } from "../acts/checks.ts";
import { text } from "../body.ts";
import { readCommit } from "../git-commits.ts";
import { forbidden, notFound } from "../refusal.ts";
import { type Call, created, ok, page, type Routes, repositoryOf } from "../router.ts";
import { latestRuns, showAnnotation, showCheckRun, showFullCheckSuite } from "../shapes/checks.ts";
import type { App, Repository } from "../state.ts";
import type { CheckRun, CheckSuite } from "../state-work.ts";
import { applyToRun } from "./check-fields.ts";
import { commitNamed } from "./commits.ts";

/** GitHub deletes older runs of one name in a suite beyond this. */
const mostRunsOfOneName = 1000;

function writer(call: Call): App {
  if (call.actor.kind !== "installation") throw forbidden("You must authenticate via a GitHub App.");
  return call.actor.token.installation.app;
}

async function create(call: Call) {
  const repository = repositoryOf(call, "checks:write");
  const app = writer(call);
  const name = text(call.body, "name");
  const sha = await commitNamed(repository, text(call.body, "head_sha"));
  const run: CheckRun = {
    id: call.world.nextId(),
    suite: suiteFor(call.world, repository, app, sha),
    name,
    sha,
    status: "queued",
    conclusion: null,
    externalId: "",
    detailsUrl: `${call.world.htmlUrl}/apps/${app.slug}`,
    startedAt: call.world.now(),
    completedAt: undefined,
    output: { title: null, summary: null, text: null },
    annotations: [],
    actions: [],
  };
  applyToRun(call.world, run, call.body, "create");
  repository.checkRuns.push(run);
  const ofName = repository.checkRuns.filter((one) => one.suite === run.suite && one.name === name);
  const oldest = ofName.length > mostRunsOfOneName ? ofName[0] : undefined;
  if (oldest !== undefined) repository.checkRuns = repository.checkRuns.filter((one) => one !== oldest);
  await written(call, run, "created", false);
  return created(showCheckRun(call.world, run));
}

async function written(call: Call, run: CheckRun, action: "created" | undefined, wasCompleted: boolean) {
  run.suite.reset = false;
  run.suite.updatedAt = call.world.now();
  const { bot } = writer(call);
  if (action !== undefined) await announceCheckRun(call.world, run, action, bot);
  if (run.status !== "completed" || wasCompleted) return;
  await announceCheckRun(call.world, run, "completed", bot);
  const runs = latestRuns(run.suite.repository.checkRuns.filter((one) => one.suite === run.suite));
  if (runs.every(({ status }) => status === "completed")) await announceSuite(call.world, run.suite, "completed", bot);
}

function runOf(call: Call, repository: Repository): CheckRun {
  const run = repository.checkRuns.find(({ id }) => id === Number(call.params.check_run_id));
  if (run === undefined) throw notFound();
  return run;
}

async function update(call: Call) {
  const repository = repositoryOf(call, "checks:write");
  const app = writer(call);
  const run = runOf(call, repository);
  if (run.suite.app !== app)
    throw forbidden(`Invalid app_id \`${app.id}\` - check run can only be modified by the GitHub App that created it.`);
  const wasCompleted = run.status === "completed";
  applyToRun(call.world, run, call.body, "update");
  await written(call, run, undefined, wasCompleted);
  return ok(showCheckRun(call.world, run));
}

/** A list of runs by `check_name`, `app_id`, `status` and `filter` (`latest` unless `all`), newest first. */
function listRuns(call: Call, runs: readonly CheckRun[]) {
  const [name, app, status] = ["check_name", "app_id", "status"].map((one) => call.query.get(one));
  const kept = (call.query.get("filter") === "all" ? [...runs] : latestRuns(runs))
    .filter((run) => name === null || run.name === name)
    .filter((run) => app === null || run.suite.app.id === Number(app))
    .filter((run) => status === null || run.status === status)
    .reverse();
  return page(call, kept, (shown) => ({
    total_count: kept.length,
    check_runs: shown.map((run) => showCheckRun(call.world, run)),
  }));
}

function suiteOf(call: Call, repository: Repository): CheckSuite {
  const suite = repository.checkSuites.find(({ id }) => id === Number(call.params.check_suite_id));
  if (suite === undefined) throw notFound();
  return suite;
}

const showSuite = async (call: Call, suite: CheckSuite) =>
  showFullCheckSuite(call.world, suite, await readCommit(suite.repository, suite.sha));

export const checkRoutes: Routes = {
  "POST /repos/{owner}/{repo}/check-runs": create,
  "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}": update,
  "GET /repos/{owner}/{repo}/check-runs/{check_run_id}": (call) =>
    ok(showCheckRun(call.world, runOf(call, repositoryOf(call, "checks:read")))),
  "GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations": (call) => {
    const run = runOf(call, repositoryOf(call, "checks:read"));
    return page(call, run.annotations, (shown) => shown.map((one) => showAnnotation(call.world, run, one)));
  },
  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs": async (call) => {
    const repository = repositoryOf(call, "checks:read");
    const sha = await commitNamed(repository, call.params.ref ?? "");
    return listRuns(
      call,
      repository.checkRuns.filter((run) => run.sha === sha),
    );
  },
  "GET /repos/{owner}/{repo}/commits/{ref}/check-suites": async (call) => {
    const repository = repositoryOf(call, "checks:read");
    const sha = await commitNamed(repository, call.params.ref ?? "");
    const [app, name] = [call.query.get("app_id"), call.query.get("check_name")];
    const hasRun = (suite: CheckSuite) => repository.checkRuns.some((run) => run.suite === suite && run.name === name);
    const suites = repository.checkSuites
      .filter((suite) => suite.sha === sha && (app === null || suite.app.id === Number(app)))
      .filter((suite) => name === null || hasRun(suite));
    const shown = await Promise.all(suites.map((suite) => showSuite(call, suite)));
    return page(call, shown, (check_suites) => ({ total_count: shown.length, check_suites }));
  },
  "GET /repos/{owner}/{repo}/check-suites/{check_suite_id}": async (call) =>
    ok(await showSuite(call, suiteOf(call, repositoryOf(call, "checks:read")))),
  "GET /repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs": (call) => {
    const repository = repositoryOf(call, "checks:read");
    const suite = suiteOf(call, repository);
    return listRuns(
      call,
      repository.checkRuns.filter((run) => run.suite === suite),
    );
  },
};
