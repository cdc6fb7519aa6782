/** Limits that GitHub enforces and its description has lost, by operation. */
type Json = Record<string, unknown>;

const asJson = (value: unknown): Json => (value !== null && typeof value === "object" ? (value as Json) : {});
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const lengthOf = (value: unknown) => (typeof value === "string" ? value.length : 0);
const bytesOf = (value: unknown) => (typeof value === "string" ? Buffer.byteLength(value) : 0);

const rules: Record<string, (body: Json) => (string | false)[]> = {
  "POST /repos/{owner}/{repo}/check-runs": (body) => [
    body.status === "completed" && body.conclusion === undefined && "completed without a conclusion",
    ...checkRun(body),
  ],
  "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}": checkRun,
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": reviewers,
  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": reviewers,
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": comment,
  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}": comment,
  "POST /repos/{owner}/{repo}/labels": (body) => label(body.name, body.description),
  "PATCH /repos/{owner}/{repo}/labels/{name}": (body) => label(body.new_name, body.description),
  "POST /repos/{owner}/{repo}/issues/{issue_number}/labels": (body) =>
    asList(body.labels).flatMap((one) => label(typeof one === "string" ? one : asJson(one).name, undefined)),
};

function checkRun(body: Json): (string | false)[] {
  return [
    body.conclusion === "stale" && "only GitHub sets the conclusion stale",
    ...asList(asJson(body.output).annotations)
      .map(asJson)
      .flatMap((annotation, at) => [
        lengthOf(annotation.title) > 255 && `annotation ${at}: title above 255 characters`,
        bytesOf(annotation.message) > 65_536 && `annotation ${at}: message above 64 KB`,
        bytesOf(annotation.raw_details) > 65_536 && `annotation ${at}: raw_details above 64 KB`,
        annotation.start_line !== annotation.end_line &&
          (annotation.start_column ?? annotation.end_column) !== undefined &&
          `annotation ${at}: columns across lines`,
        Number(annotation.end_line) < Number(annotation.start_line) && `annotation ${at}: ends before it starts`,
        Number(annotation.start_line) < 1 && `annotation ${at}: starts before line 1`,
      ]),
  ];
}

function reviewers(body: Json): (string | false)[] {
  const [users, teams] = [asList(body.reviewers), asList(body.team_reviewers)];
  const fold = (names: unknown[]) => new Set(names.map((name) => String(name).toLowerCase()));
  return [
    users.length + teams.length === 0 && "names nobody",
    users.length + teams.length > 15 && "names more than 15 users and teams",
    fold(users).size < users.length && "names a user twice",
    fold(teams).size < teams.length && "names a team twice",
  ];
}

function comment(body: Json): (string | false)[] {
  return [lengthOf(body.body) > 65_536 && "comment above 65,536 characters", body.body === "" && "empty comment"];
}

function label(name: unknown, description: unknown): (string | false)[] {
  return [
    lengthOf(name) > 50 && "label above 50 characters",
    lengthOf(description) > 100 && "label description above 100 characters",
  ];
}

/** What a request body does that the description allows and GitHub does not. */
export function houseRules(operation: string, body: unknown): string[] {
  const found = rules[operation]?.(asJson(body)) ?? [];
  return found.filter((one) => one !== false);
}
