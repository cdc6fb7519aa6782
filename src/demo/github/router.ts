import type { Actor, Need } from "./access.ts";
import { demand } from "./access.ts";
import type { Body } from "./body.ts";
import { notFound } from "./refusal.ts";
import { findRepository, type Repository, type World } from "./state.ts";

/** One API request, taken apart. */
export interface Call {
  world: World;
  actor: Actor;
  /** Values of the `{names}` in the route, decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: Body;
  accept: string;
  /** The full URL, for Link headers. */
  url: URL;
}

export interface Answer {
  status: number;
  body?: unknown;
  /** Sent instead of JSON. */
  raw?: Uint8Array;
  headers?: Record<string, string>;
}

type Handler = (call: Call) => Answer | Promise<Answer>;

/** Routes as GitHub's own description writes them: `GET /repos/{owner}/{repo}`. */
export type Routes = Readonly<Record<string, Handler>>;

interface CompiledRoute {
  template: string;
  method: string;
  pattern: RegExp;
  names: string[];
  handler: Handler;
}

/** These may hold slashes. */
const longNames = new Set(["path", "ref", "basehead", "branch"]);

/** The pattern a path template stands for; `{path}`, `{ref}`, `{basehead}` and `{branch}` may span slashes. */
export function pathPattern(template: string): { pattern: RegExp; names: string[] } {
  const names: string[] = [];
  const source = template.replace(/[.+]/g, "\\$&").replace(/\{(\w+)\}/g, (_all, name: string) => {
    names.push(name);
    return longNames.has(name) ? "(.*)" : "([^/]+)";
  });
  return { pattern: new RegExp(`^${source}$`), names };
}

/** Finds the route of a request; where several fit, the one that says most in plain words. */
export function compileRoutes(
  routes: Routes,
): (method: string, path: string) => (CompiledRoute & { params: Record<string, string> }) | undefined {
  const plainWords = (template: string) => template.replace(/\{\w+\}/g, "").length;
  const compiled: CompiledRoute[] = Object.entries(routes)
    .map(([template, handler]) => {
      const [method = "", path = ""] = template.split(" ");
      return { template, method, handler, ...pathPattern(path) };
    })
    .sort((a, b) => plainWords(b.template) - plainWords(a.template));
  return (method, path) => {
    for (const route of compiled) {
      if (route.method !== method) continue;
      const match = route.pattern.exec(path);
      if (match === null) continue;
      const params = Object.fromEntries(route.names.map((name, at) => [name, decode(match[at + 1] ?? "")]));
      return { ...route, params };
    }
    return undefined;
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The repository a call names, once the caller is found to have what the call needs. */
export function repositoryOf(call: Call, ...needs: readonly Need[]): Repository {
  const repository = findRepository(call.world, call.params.owner ?? "", call.params.repo ?? "");
  if (repository === undefined) throw notFound();
  demand(call.world, call.actor, repository, needs);
  return repository;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent = (): Answer => ({ status: 204 });

/** One page of a list, with GitHub's `Link` header. */
export function page<T>(call: Call, items: readonly T[], show: (items: readonly T[]) => unknown): Answer {
  const perPage = Math.min(Math.max(Number(call.query.get("per_page") ?? 30) || 30, 1), 100);
  const number = Math.max(Number(call.query.get("page") ?? 1) || 1, 1);
  const last = Math.max(Math.ceil(items.length / perPage), 1);
  const link = (rel: string, target: number) => {
    const url = new URL(call.url);
    url.searchParams.set("page", String(target));
    return `<${url.href}>; rel="${rel}"`;
  };
  const links = [
    ...(number > 1 ? [link("prev", number - 1)] : []),
    ...(number < last ? [link("next", number + 1), link("last", last)] : []),
    ...(number > 1 ? [link("first", 1)] : []),
  ];
  const shown = items.slice((number - 1) * perPage, number * perPage);
  return { status: 200, body: show(shown), ...(links.length > 0 && { headers: { Link: links.join(", ") } }) };
}
