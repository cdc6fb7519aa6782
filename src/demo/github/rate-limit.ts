import type { Actor } from "./access.ts";
import { Refusal } from "./refusal.ts";
import type { World } from "./state.ts";

const hour = 3_600_000;

function caller(actor: Actor): string {
  if (actor.kind === "installation") return `installation ${actor.token.installation.id}`;
  if (actor.kind === "app") return `app ${actor.app.id}`;
  return actor.kind === "user" ? `user ${actor.user.id}` : "anonymous";
}

/** Where a caller stands in the hour. */
export function rateOf(world: World, actor: Actor): { limit: number; used: number; remaining: number; reset: number } {
  const now = Math.floor(world.now().getTime() / hour);
  const entry = world.rateLimit.used.get(caller(actor));
  const used = entry?.hour === now ? entry.count : 0;
  const { limit } = world.rateLimit;
  return { limit, used, remaining: Math.max(limit - used, 0), reset: ((now + 1) * hour) / 1000 };
}

export function rateHeaders(world: World, actor: Actor): Record<string, string> {
  const { limit, used, remaining, reset } = rateOf(world, actor);
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Used": String(used),
    "X-RateLimit-Reset": String(reset),
    "X-RateLimit-Resource": "core",
  };
}

/** Counts one call; 403 once the hour's calls are used up. */
export function countCall(world: World, actor: Actor): void {
  const { remaining, used } = rateOf(world, actor);
  if (remaining === 0) throw new Refusal(403, `API rate limit exceeded for ${caller(actor)}.`);
  world.rateLimit.used.set(caller(actor), { hour: Math.floor(world.now().getTime() / hour), count: used + 1 });
}
