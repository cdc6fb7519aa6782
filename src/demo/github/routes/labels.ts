import { addLabels, announceLabel, deleteLabel, makeLabel, removeLabel, renameLabel } from "../acts/issues.ts";
import { type Body, list, optionalText, text } from "../body.ts";
import { invalid, notFound, validationFailed } from "../refusal.ts";
import { type Call, created, noContent, ok, page, type Routes, repositoryOf } from "../router.ts";
import { labelsOf } from "../shapes/issues.ts";
import { showLabel } from "../shapes/repositories.ts";
import type { Label, Repository } from "../state.ts";
import type { Issue } from "../state-work.ts";
import { doer, issueOf } from "./issues.ts";

function checkedName(name: string): string {
  if ([...name].length > 50)
    throw validationFailed("Label", "name", "invalid", "name is too long (maximum is 50 characters)");
  if (name.trim() === "") throw validationFailed("Label", "name", "missing_field");
  return name;
}

function colorOf(body: Body): string | undefined {
  const color = optionalText(body, "color");
  if (color !== undefined && !/^[0-9a-f]{6}$/i.test(color)) throw validationFailed("Label", "color", "invalid");
  return color;
}

function descriptionOf(body: Body): string | undefined {
  const description = optionalText(body, "description");
  if (description !== undefined && [...description].length > 100)
    throw validationFailed("Label", "description", "invalid", "description is too long (maximum is 100 characters)");
  return description;
}

function labelOf(call: Call, repository: Repository): Label {
  const label = repository.labels.get((call.params.name ?? "").toLowerCase());
  if (label === undefined) throw notFound();
  return label;
}

const showAll = (call: Call, issue: Issue) =>
  labelsOf(issue).map((label) => showLabel(call.world, issue.repository, label));

function wantedNames(body: Body): string[] {
  const names = list(body, "labels", 100).map((one) => {
    const name = typeof one === "string" ? one : (one as { name?: unknown } | null)?.name;
    if (typeof name !== "string") throw invalid("Invalid request.\n\nFor 'labels', wanted names.");
    return checkedName(name);
  });
  if (names.length === 0) throw invalid("Invalid request.\n\nNo labels were supplied.");
  return names;
}

function edit(call: Call) {
  const repository = repositoryOf(call, "issues:write", "pull_requests:write");
  const label = labelOf(call, repository);
  const name = checkedName(optionalText(call.body, "new_name") ?? label.name);
  Object.assign(label, {
    color: colorOf(call.body) ?? label.color,
    description: descriptionOf(call.body) ?? label.description,
  });
  renameLabel(call.world, repository, label, name, doer(call).user);
  return ok(showLabel(call.world, repository, label));
}

function remove(call: Call) {
  const repository = repositoryOf(call, "issues:write", "pull_requests:write");
  const label = labelOf(call, repository);
  deleteLabel(call.world, repository, label, doer(call).user);
  return noContent();
}

const at = "/repos/{owner}/{repo}";

export const labelRoutes: Routes = {
  [`GET ${at}/labels`]: (call) => {
    const repository = repositoryOf(call, "issues:read", "pull_requests:read");
    return page(call, [...repository.labels.values()], (shown) =>
      shown.map((one) => showLabel(call.world, repository, one)),
    );
  },
  [`POST ${at}/labels`]: (call) => {
    const repository = repositoryOf(call, "issues:write", "pull_requests:write");
    const name = checkedName(text(call.body, "name"));
    if (repository.labels.has(name.toLowerCase())) throw validationFailed("Label", "name", "already_exists");
    const label = makeLabel(call.world, repository, name, colorOf(call.body), descriptionOf(call.body) ?? null);
    announceLabel(call.world, repository, label, "created", doer(call).user);
    return created(showLabel(call.world, repository, label));
  },
  [`GET ${at}/labels/{name}`]: (call) => {
    const repository = repositoryOf(call, "issues:read", "pull_requests:read");
    return ok(showLabel(call.world, repository, labelOf(call, repository)));
  },
  [`PATCH ${at}/labels/{name}`]: edit,
  [`DELETE ${at}/labels/{name}`]: remove,
  [`GET ${at}/issues/{issue_number}/labels`]: (call) => {
    const issue = issueOf(call, "read");
    return page(call, showAll(call, issue), (shown) => shown);
  },
  [`POST ${at}/issues/{issue_number}/labels`]: (call) => {
    const issue = issueOf(call, "write", "labels:write");
    addLabels(call.world, issue, wantedNames(call.body), doer(call));
    return ok(showAll(call, issue));
  },
  [`DELETE ${at}/issues/{issue_number}/labels/{name}`]: (call) => {
    const issue = issueOf(call, "write", "labels:write");
    if (!removeLabel(call.world, issue, call.params.name ?? "", doer(call))) throw notFound();
    return ok(showAll(call, issue));
  },
};
