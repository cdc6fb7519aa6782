import type { Change, Mode } from "../model.ts";

/** Whether these changes keep what a mode promises. */
export function keepsMode(mode: Mode, changes: readonly Change[]): boolean {
  return !changes.some((change) => breaksMode(mode, change));
}

/** Whether a change breaks a direction that the mode promises. */
export function breaksMode(mode: Mode, { breaks }: Change): boolean {
  if (mode === "NONE") return false;
  if (mode.startsWith("BACKWARD")) return breaks.includes("backward");
  if (mode.startsWith("FORWARD")) return breaks.includes("forward");
  return breaks.length > 0;
}
