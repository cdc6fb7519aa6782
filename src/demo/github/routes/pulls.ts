import { accountOf, appOf } from "../access.ts";
import { countPull } from "../acts/pulls.ts";
import { removeReviewRequests, requestReviews } from "../acts/reviewers.ts";
import { texts } from "../body.ts";
import { mergeBase, resolveCommit } from "../git.ts";
import { log } from "../git-commits.ts";
import { changedFiles } from "../git-files.ts";
import { invalid, notFound } from "../refusal.ts";
import { type Call, created, ok, page, type Routes, repositoryOf } from "../router.ts";
import { showAccount, showTeam } from "../shapes/accounts.ts";
import { showChangedFile, showCommit } from "../shapes/commits.ts";
import { showFullPull, showPull, showReview } from "../shapes/pulls.ts";
import { isPullRequest, type PullRequest } from "../state-work.ts";

const mostFiles = 3000;
const mostCommits = 250;

function pullOf(call: Call, level: "read" | "write"): PullRequest {
  const repository = repositoryOf(call, `pull_requests:${level}`);
  const issue = repository.issues.get(Number(call.params.pull_number));
  if (issue === undefined || !isPullRequest(issue)) throw notFound();
  return issue;
}

/** Pull requests by `state`, `head` (`owner:branch`), `base`, `sort` and `direction`. */
function list(call: Call) {
  const repository = repositoryOf(call, "pull_requests:read");
  const wanted = (name: string, otherwise: string) => call.query.get(name) ?? otherwise;
  const [state, head, base] = [wanted("state", "open"), call.query.get("head"), call.query.get("base")];
  const sort = wanted("sort", "created");
  const descending = wanted("direction", sort === "created" ? "desc" : "asc") === "desc";
  const key = (one: PullRequest) => (sort === "updated" ? one.updatedAt.getTime() : one.number);
  const found = [...repository.issues.values()]
    .filter(isPullRequest)
    .filter((one) => state === "all" || one.state === state)
    .filter(({ pull }) => head === null || `${pull.head.owner.login}:${pull.head.ref}` === head)
    .filter(({ pull }) => base === null || pull.base.ref === base)
    .sort((a, b) => (descending ? key(b) - key(a) || b.number - a.number : key(a) - key(b) || a.number - b.number));
  return page(call, found, (shown) => shown.map((one) => showPull(call.world, one)));
}

/** Where the pull request left its base branch. */
async function baseOf({ repository, pull }: PullRequest): Promise<string> {
  const tip = pull.merged === undefined ? await resolveCommit(repository, pull.base.ref) : undefined;
  return (await mergeBase(repository, tip ?? pull.base.sha, pull.head.sha)) ?? pull.base.sha;
}

function askedFor(call: Call): { reviewers: string[]; teams: string[] } {
  const [reviewers, teams] = [texts(call.body, "reviewers"), texts(call.body, "team_reviewers")];
  if (reviewers.length + teams.length === 0)
    throw invalid("Invalid request.\n\nNo reviewers or team_reviewers were supplied.");
  return { reviewers, teams };
}

const doer = ({ actor }: Call) => ({ user: accountOf(actor), app: appOf(actor) });
const at = "/repos/{owner}/{repo}/pulls";

export const pullRoutes: Routes = {
  [`GET ${at}`]: list,
  [`GET ${at}/{pull_number}`]: async (call) => {
    const request = pullOf(call, "read");
    return ok(showFullPull(call.world, request, await countPull(request)));
  },
  [`GET ${at}/{pull_number}/files`]: async (call) => {
    const request = pullOf(call, "read");
    const { repository, pull } = request;
    const files = await changedFiles(repository, await baseOf(request), pull.head.sha);
    const show = (shown: typeof files) =>
      shown.map((file) => showChangedFile(call.world, repository, pull.head.sha, file));
    return page(call, files.slice(0, mostFiles), (shown) => show([...shown]));
  },
  [`GET ${at}/{pull_number}/commits`]: async (call) => {
    const request = pullOf(call, "read");
    const commits = await log(request.repository, `${await baseOf(request)}..${request.pull.head.sha}`, mostCommits);
    return page(call, commits.reverse(), (shown) =>
      shown.map((one) => showCommit(call.world, request.repository, one)),
    );
  },
  [`GET ${at}/{pull_number}/reviews`]: (call) => {
    const request = pullOf(call, "read");
    return page(call, request.pull.reviews, (shown) => shown.map((one) => showReview(call.world, request, one)));
  },
  [`GET ${at}/{pull_number}/requested_reviewers`]: (call) => {
    const { pull } = pullOf(call, "read");
    const users = pull.reviewers.map((user) => showAccount(call.world, user));
    return ok({ users, teams: pull.teams.map((team) => showTeam(call.world, team)) });
  },
  [`POST ${at}/{pull_number}/requested_reviewers`]: (call) => {
    const request = pullOf(call, "write");
    const { reviewers, teams } = askedFor(call);
    requestReviews(call.world, request, reviewers, teams, doer(call));
    return created(showPull(call.world, request));
  },
  [`DELETE ${at}/{pull_number}/requested_reviewers`]: (call) => {
    const request = pullOf(call, "write");
    const { reviewers, teams } = askedFor(call);
    removeReviewRequests(call.world, request, reviewers, teams, doer(call));
    return ok(showPull(call.world, request));
  },
};
