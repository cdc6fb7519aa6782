import type { Mode } from "../model.ts";

/** Every mode, as configurations, command lines and registries call them. */
export const modes: readonly Mode[] = [
  "NONE",
  "BACKWARD",
  "BACKWARD_TRANSITIVE",
  "FORWARD",
  "FORWARD_TRANSITIVE",
  "FULL",
  "FULL_TRANSITIVE",
];

/** A compatibility level by the registry's name for it, whatever the case; undefined where it is none. */
export function modeOf(level: string | undefined): Mode | undefined {
  const upper = level?.trim().toUpperCase();
  return modes.find((mode) => mode === upper);
}
