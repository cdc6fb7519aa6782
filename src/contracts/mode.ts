import type { Mode } from "../model.ts";

/** What a mode promises: the directions, and whether of every version. */
function promises(mode: Mode): readonly string[] {
  const directions = mode.startsWith("FULL")
    ? ["BACKWARD", "FORWARD"]
    : mode === "NONE"
      ? []
      : [mode.split("_", 1)[0] ?? ""];
  return directions.flatMap((one) => (mode.endsWith("_TRANSITIVE") ? [one, `${one}_TRANSITIVE`] : [one]));
}

/** Whether something promised is not promised any more. Undefined promises nothing. */
export function promisesLess(before: Mode, after: Mode | undefined): boolean {
  const kept = new Set(after === undefined ? [] : promises(after));
  return promises(before).some((promise) => !kept.has(promise));
}

/** The mode that promises everything any of them does; undefined where there are none. */
export function strictest(modes: readonly Mode[]): Mode | undefined {
  if (modes.length === 0) return undefined;
  const all = new Set(modes.flatMap(promises));
  const directions = ["BACKWARD", "FORWARD"].filter((one) => all.has(one));
  const transitive = directions.some((one) => all.has(`${one}_TRANSITIVE`)) ? "_TRANSITIVE" : "";
  if (directions.length === 0) return "NONE";
  return `${directions.length === 2 ? "FULL" : (directions[0] as "BACKWARD")}${transitive}`;
}
