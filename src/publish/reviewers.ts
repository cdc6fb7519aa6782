import type { Addressee, Question, Review } from "../model.ts";
import type { PullRequest, Said, TimelineEvent } from "../snapshot/answers.ts";
import { type Place, statusOf } from "./place.ts";

/** GitHub requests at most so many users and teams on one pull request. */
const maxReviewers = 15;

/** A user or team as GitHub's API names it. */
interface Reviewer {
  readonly kind: "user" | "team";
  readonly name: string;
}

/**
 * Requests reviews from those who answer for what breaks, and only the difference: not the author, not who is requested
 * already, not whom we asked before (whoever took a request back meant it), not who has reviewed; but again, once, whose answer
 * does not hold for the changes of now. One refused name does not keep the others from being asked. Returns the addressees with
 * what came of it.
 */
export async function requestReviews(
  place: Place,
  pull: PullRequest,
  { ask, answers }: Review,
  { timeline, asked: askedAt }: Said,
): Promise<readonly Addressee[]> {
  if (ask.length === 0) return ask;
  const outcomes = new Map<string, Addressee["asked"]>();
  const wanted = new Map<string, Reviewer>();
  const requested = new Set([
    ...(pull.requested_reviewers ?? []).map(({ login }) => key({ kind: "user", name: login })),
    ...(pull.requested_teams ?? []).map(({ slug }) => key({ kind: "team", name: slug })),
  ]);
  const before = new Set(askedBefore(place, timeline));
  for (const { owner, reachable } of ask) {
    const reviewer = reachable ? reviewerOf(owner, place.owner) : undefined;
    if (!reachable) continue;
    if (reviewer === undefined) outcomes.set(owner, { refused: `a team of another organisation than ${place.owner}` });
    else if (reviewer.kind === "user" && same(reviewer.name, pull.user?.login ?? ""))
      outcomes.set(owner, { refused: "the author of the pull request" });
    else if (requested.has(key(reviewer))) outcomes.set(owner, "asked");
    else if (before.has(key(reviewer)) && !lapsedSince(owner, answers.questions, askedAt)) outcomes.set(owner, "asked");
    else wanted.set(owner, reviewer);
  }
  const standing = (pull.requested_reviewers?.length ?? 0) + (pull.requested_teams?.length ?? 0);
  const room = Math.max(0, maxReviewers - standing);
  const teamsFirst = [...wanted].sort(([, a], [, b]) => a.kind.localeCompare(b.kind));
  for (const [owner] of teamsFirst.slice(room))
    outcomes.set(owner, { refused: `GitHub takes at most ${maxReviewers} reviewers on a pull request` });
  for (const [owner, outcome] of await request(place, pull.number, teamsFirst.slice(0, room)))
    outcomes.set(owner, outcome);
  return ask.map((addressee) => {
    const asked = outcomes.get(addressee.owner);
    return asked === undefined ? addressee : { ...addressee, asked };
  });
}

/** All in one call; where GitHub refuses it, one by one, so that each refusal has its name. The answer is verified. */
async function request(
  place: Place,
  number: number,
  wanted: readonly (readonly [string, Reviewer])[],
): Promise<readonly (readonly [string, Addressee["asked"]])[]> {
  if (wanted.length === 0) return [];
  const { octokit, owner, repo } = place;
  const reviewers = wanted.map(([, reviewer]) => reviewer);
  try {
    const { data } = await octokit.rest.pulls.requestReviewers({
      owner,
      repo,
      pull_number: number,
      reviewers: reviewers.filter(({ kind }) => kind === "user").map(({ name }) => name),
      team_reviewers: reviewers.filter(({ kind }) => kind === "team").map(({ name }) => name),
    });
    const requested = new Set([
      ...(data.requested_reviewers ?? []).map(({ login }) => key({ kind: "user", name: login })),
      ...(data.requested_teams ?? []).map(({ slug }) => key({ kind: "team", name: slug })),
    ]);
    return wanted.map(([name, reviewer]) => [
      name,
      requested.has(key(reviewer)) ? "asked" : { refused: "GitHub took the request, but did not act on it" },
    ]);
  } catch (error) {
    const status = statusOf(error);
    if (status !== 422 && status !== 403 && status !== 404) throw error;
    if (wanted.length > 1) {
      const each = [];
      for (const one of wanted) each.push(...(await request(place, number, [one])));
      return each;
    }
    const refused =
      status === 422 ? "GitHub refused: no access to this repository, or no such name" : `GitHub answered ${status}`;
    return wanted.map(([name]) => [name, { refused }]);
  }
}

/** Whether an answer for one of an owner's consumers, given after they were asked last, no longer holds. */
function lapsedSince(owner: string, questions: readonly Question[], askedAt: Said["asked"]): boolean {
  const last = askedAt.get(owner.toLowerCase()) ?? "";
  return questions.some(
    ({ owners, settledBy, lapsed }) =>
      settledBy === undefined && lapsed !== undefined && lapsed.at > last && owners.some((one) => same(one, owner)),
  );
}

/** Whom this App requested before, whatever became of it, and who has reviewed: by the pull request's timeline. */
function askedBefore({ appId }: Place, events: readonly TimelineEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.event === "reviewed" && "user" in event && event.user)
      return [key({ kind: "user", name: event.user.login })];
    if (event.event !== "review_requested" || !("review_requester" in event)) return [];
    if (event.performed_via_github_app?.id !== appId) return [];
    if ("requested_team" in event && event.requested_team)
      return [key({ kind: "team", name: event.requested_team.slug })];
    if ("requested_reviewer" in event && event.requested_reviewer)
      return [key({ kind: "user", name: event.requested_reviewer.login })];
    return [];
  });
}

function reviewerOf(owner: string, organisation: string): Reviewer | undefined {
  const [login = "", slug] = owner.replace(/^@/, "").split("/", 2);
  if (slug === undefined) return { kind: "user", name: login };
  return same(login, organisation) ? { kind: "team", name: slug } : undefined;
}

function key({ kind, name }: Reviewer): string {
  return `${kind} ${name.toLowerCase()}`;
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
