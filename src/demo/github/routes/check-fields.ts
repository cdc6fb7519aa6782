import { asBody, type Body, integer, list, oneOf, optionalInteger, optionalText, text } from "../body.ts";
import { invalid } from "../refusal.ts";
import type { World } from "../state.ts";
import type { Action, Annotation, CheckRun } from "../state-work.ts";

const statuses = ["queued", "in_progress", "completed"] as const;
const conclusions = ["action_required", "cancelled", "failure", "neutral", "success", "skipped", "timed_out"] as const;
const levels = ["notice", "warning", "failure"] as const;
const longest = 65_535;
const kilobytes64 = 65_536;

function annotation(value: unknown): Annotation {
  const body = asBody(value);
  const read: Annotation = {
    path: text(body, "path"),
    start_line: integer(body, "start_line"),
    end_line: integer(body, "end_line"),
    start_column: optionalInteger(body, "start_column") ?? null,
    end_column: optionalInteger(body, "end_column") ?? null,
    annotation_level: oneOf(text(body, "annotation_level"), "annotation_level", levels),
    message: text(body, "message"),
    title: optionalText(body, "title", 255) ?? null,
    raw_details: optionalText(body, "raw_details") ?? null,
  };
  for (const field of [read.message, read.raw_details])
    if (Buffer.byteLength(field ?? "") > kilobytes64)
      throw invalid("Invalid request.\n\nAn annotation's message and raw_details may have 64 KB.");
  if (read.start_line < 1 || read.end_line < read.start_line)
    throw invalid("Invalid request.\n\nThe lines of an annotation are out of order.");
  if (read.start_line !== read.end_line && (read.start_column ?? read.end_column) !== null)
    throw invalid("Invalid request.\n\nColumns are only for annotations on one line.");
  return read;
}

function action(value: unknown): Action {
  const body = asBody(value);
  return {
    label: text(body, "label", 20),
    description: text(body, "description", 40),
    identifier: text(body, "identifier", 20),
  };
}

function date(body: Body, field: string): Date | undefined {
  const value = optionalText(body, field);
  if (value === undefined) return undefined;
  const at = new Date(value);
  if (Number.isNaN(at.getTime()))
    throw invalid(`Invalid request.\n\n${value} is not a valid date-time for '${field}'.`);
  return at;
}

function output(run: CheckRun, body: Body, kind: "create" | "update"): Pick<CheckRun, "output" | "annotations"> {
  if (body.output === undefined) return { output: run.output, annotations: run.annotations };
  const given = asBody(body.output);
  const title = kind === "create" ? text(given, "title") : (optionalText(given, "title") ?? run.output.title);
  const summary = text(given, "summary", longest);
  const words = optionalText(given, "text", longest) ?? (kind === "create" ? null : run.output.text);
  for (const image of list(given, "images", 100)) [text(asBody(image), "alt"), text(asBody(image), "image_url")];
  const added = list(given, "annotations", 50).map(annotation);
  return { output: { title, summary, text: words }, annotations: [...run.annotations, ...added] };
}

/** Applies a create or update to a run, or refuses it whole with 422. Annotations are added to those there. */
export function applyToRun(world: World, run: CheckRun, body: Body, kind: "create" | "update"): void {
  const given = optionalText(body, "conclusion");
  const conclusion = given === undefined ? undefined : oneOf(given, "conclusion", conclusions);
  const asked = optionalText(body, "status");
  const status = asked === undefined ? undefined : oneOf(asked, "status", statuses);
  if (status === "completed" && conclusion === undefined)
    throw invalid("Invalid request.\n\nFor 'properties/status', \"completed\" needs a conclusion.");
  const written = output(run, body, kind);
  const actions = body.actions === undefined ? run.actions : list(body, "actions", 3).map(action);
  const [startedAt, completedAt] = [date(body, "started_at"), date(body, "completed_at")];
  const now = conclusion === undefined ? (status ?? run.status) : "completed";
  Object.assign(run, written, { actions, status: now });
  run.name = optionalText(body, "name") ?? run.name;
  run.externalId = optionalText(body, "external_id") ?? run.externalId;
  run.detailsUrl = optionalText(body, "details_url") ?? run.detailsUrl;
  run.startedAt = startedAt ?? run.startedAt;
  run.conclusion = now === "completed" ? (conclusion ?? run.conclusion) : null;
  run.completedAt = now === "completed" ? (completedAt ?? run.completedAt ?? world.now()) : undefined;
}
