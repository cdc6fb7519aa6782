import { pathPattern } from "../../src/demo/github/router.ts";
import { closed } from "./closed.ts";
import { complaints, type Operation, rest, schemaCompiler, webhooks } from "./description.ts";
import { houseRules } from "./house-rules.ts";

/** One request and its answer, as far as the description speaks of them. */
export interface SpokenExchange {
  method: string;
  /** Path and query; an `/api/v3` in front is passed over. */
  path: string;
  /** Parsed JSON, or undefined. */
  requestBody?: unknown;
  status: number;
  /** Parsed JSON; undefined where the answer had none or was not JSON. */
  responseBody?: unknown;
}

const compile = schemaCompiler(rest.schemas);
const compileHook = schemaCompiler(webhooks.schemas);

/** Answers GitHub gives that its description does not list for every operation. */
const anywhere = new Set([301, 304, 400, 401, 403, 404, 410, 415, 422, 429, 500, 502, 503]);

/** The status of an exchange whose connection was cut. */
const noAnswer = 0;

const plainWords = (template: string) => template.replace(/\{\w+\}/g, "").length;
const table = Object.entries(rest.operations)
  .map(([name, operation]) => {
    const [method = "", template = ""] = name.split(" ");
    const request = operation.request && { ...operation.request, schema: closed(operation.request.schema) };
    return { name, method, template, operation, request, ...pathPattern(template) };
  })
  .sort((a, b) => plainWords(b.template) - plainWords(a.template));

/** Everything in which a request or its answer departs from GitHub's description; empty is good. */
export function validateExchange(exchange: SpokenExchange): string[] {
  const [path = "", query = ""] = exchange.path.replace(/^\/api\/v3/, "").split("?");
  const entry = table.find(({ method, pattern }) => method === exchange.method && pattern.test(path));
  if (entry === undefined) return [`${exchange.method} ${path}: no such operation among those the App uses`];
  const found = [
    ...queryViolations(entry.operation, new URLSearchParams(query)),
    ...bodyViolations(entry.request, exchange.requestBody).map((one) => `request body ${one}`),
    ...houseRules(entry.name, exchange.requestBody).map((one) => `request body ${one}`),
    ...answerViolations(entry.operation, exchange).map((one) => `answer ${exchange.status} ${one}`),
  ];
  return found.map((one) => `${entry.name}: ${one}`);
}

function queryViolations(operation: Operation, query: URLSearchParams): string[] {
  const known = operation.parameters.filter((parameter) => parameter.in === "query");
  const missing = known.filter(({ name, required }) => required && !query.has(name));
  return [
    ...missing.map(({ name }) => `query parameter ${name} is missing`),
    ...[...query].flatMap(([name, value]) => {
      const parameter = known.find((one) => one.name === name);
      if (parameter === undefined) return [`query parameter ${name} is unknown`];
      const type = (parameter.schema as { type?: string }).type;
      const typed =
        type === "integer" || type === "number" ? Number(value) : type === "boolean" ? value === "true" : value;
      return complaints(compile(parameter.schema), typed).map((one) => `query parameter ${name}: ${one}`);
    }),
  ];
}

function bodyViolations(request: Operation["request"], body: unknown): string[] {
  if (body === undefined) return request?.required ? ["is missing"] : [];
  if (request === undefined) return isEmpty(body) ? [] : ["is not expected"];
  return complaints(compile(request.schema), body);
}

const isEmpty = (body: unknown) => typeof body === "object" && body !== null && Object.keys(body).length === 0;

function answerViolations(operation: Operation, { status, responseBody }: SpokenExchange): string[] {
  if (status === noAnswer) return [];
  const schema = operation.responses[String(status)];
  if (schema === undefined)
    return anywhere.has(status) ? refusalViolations(responseBody) : ["is not in the description"];
  if (status >= 400) return refusalViolations(responseBody);
  if (schema === null || responseBody === undefined) return [];
  return complaints(compile(schema), responseBody);
}

const refusalViolations = (body: unknown) =>
  typeof (body as { message?: unknown } | undefined)?.message === "string" ? [] : ["has no message"];

/** Everything in which a webhook's payload departs from GitHub's description of the event. */
export function validateWebhook(event: string, payload: Record<string, unknown>): string[] {
  const action = typeof payload.action === "string" ? `-${payload.action}` : "";
  const name = `${event}${action}`.replaceAll("_", "-");
  const schema = webhooks.events[name];
  if (schema === undefined) return [`${name}: no such event among those the App hears`];
  return complaints(compileHook(schema), payload).map((one) => `${name}: ${one}`);
}
