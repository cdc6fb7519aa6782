import type { Change, Mode } from "../model.ts";

/** Whether these changes keep what a mode promises. */
export function keepsMode(mode: Mode, changes: readonly Change[]): boolean {
  return !changes.some((change) => breaksMode(mode, change));
}

/** What is left to judge on a day: an end that was announced for an earlier day, and that nobody reads, breaks no promise. */
export function notYetDue(changes: readonly Change[], now: string): readonly Change[] {
  return changes.filter(({ announced }) => announced === undefined || announced >= now.slice(0, 10));
}

/** Whether a change breaks a direction that the mode promises. */
export function breaksMode(mode: Mode, { breaks }: Change): boolean {
  if (mode === "NONE") return false;
  if (mode.startsWith("BACKWARD")) return breaks.includes("backward");
  if (mode.startsWith("FORWARD")) return breaks.includes("forward");
  return breaks.length > 0;
}
