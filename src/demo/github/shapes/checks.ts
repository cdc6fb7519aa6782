import type { Commit } from "../git-commits.ts";
import type { World } from "../state.ts";
import type { Annotation, CheckRun, CheckSuite } from "../state-work.ts";
import { showApp } from "./accounts.ts";
import { showSimpleCommit } from "./commits.ts";
import { encodePath, type Json, nodeId, optionalTime, time } from "./common.ts";
import { showPullsAt } from "./pulls.ts";
import { repositoryPage, repositoryUrl, showRepository } from "./repositories.ts";

/** check-run */
export function showCheckRun(world: World, run: CheckRun): Json {
  const { suite } = run;
  const url = `${repositoryUrl(world, suite.repository)}/check-runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId("CheckRun", run.id),
    head_sha: run.sha,
    external_id: run.externalId,
    url,
    html_url: `${repositoryPage(world, suite.repository)}/runs/${run.id}`,
    details_url: run.detailsUrl,
    status: run.status,
    conclusion: run.conclusion,
    started_at: optionalTime(run.startedAt),
    completed_at: optionalTime(run.completedAt),
    output: { ...run.output, annotations_count: run.annotations.length, annotations_url: `${url}/annotations` },
    check_suite: { id: suite.id },
    app: showApp(world, suite.app),
    pull_requests: showPullsAt(world, suite.repository, run.sha),
  };
}

/** check-annotation */
export function showAnnotation(world: World, run: CheckRun, annotation: Annotation): Json {
  const page = repositoryPage(world, run.suite.repository);
  return { ...annotation, blob_href: `${page}/blob/${run.sha}/${encodePath(annotation.path)}` };
}

/** The newest run of each name, as the merge box sees a suite. */
export function latestRuns(runs: readonly CheckRun[]): CheckRun[] {
  const latest = new Map<string, CheckRun>();
  for (const run of runs) latest.set(`${run.suite.app.id} ${run.name}`, run);
  return [...latest.values()];
}

function statusOf(suite: CheckSuite): { status: string; conclusion: string | null } {
  const runs = latestRuns(suite.repository.checkRuns.filter((run) => run.suite === suite));
  if (runs.length === 0 || suite.reset) return { status: "queued", conclusion: null };
  if (runs.some((run) => run.status !== "completed")) return { status: "in_progress", conclusion: null };
  const worst = ["failure", "timed_out", "action_required", "cancelled", "neutral", "success", "skipped"];
  const conclusion = worst.find((one) => runs.some((run) => run.conclusion === one)) ?? null;
  return { status: "completed", conclusion };
}

/** check-suite without its repository, as in webhooks */
export function showCheckSuite(world: World, suite: CheckSuite, commit: Commit): Json {
  const url = `${repositoryUrl(world, suite.repository)}/check-suites/${suite.id}`;
  const runs = latestRuns(suite.repository.checkRuns.filter((run) => run.suite === suite));
  return {
    id: suite.id,
    node_id: nodeId("CheckSuite", suite.id),
    head_branch: suite.branch,
    head_sha: suite.sha,
    ...statusOf(suite),
    url,
    before: commit.parents[0] ?? "0".repeat(40),
    after: suite.sha,
    pull_requests: showPullsAt(world, suite.repository, suite.sha),
    app: showApp(world, suite.app),
    created_at: time(suite.createdAt),
    updated_at: time(suite.updatedAt),
    latest_check_runs_count: runs.length,
    check_runs_url: `${url}/check-runs`,
    head_commit: showSimpleCommit(commit),
  };
}

/** check-suite */
export function showFullCheckSuite(world: World, suite: CheckSuite, commit: Commit): Json {
  return { ...showCheckSuite(world, suite, commit), repository: showRepository(world, suite.repository) };
}
