import type { Mode } from "../model.ts";
import { modeOf } from "../text/mode.ts";

/** AWS Glue Schema Registry, Compatibility: its words for the modes. Where nothing new may be registered, no change is taken. */
export function glueMode(level: string | undefined): Mode | undefined {
  const word = level?.trim().toUpperCase();
  if (word === "DISABLED") return "FULL_TRANSITIVE";
  return modeOf(word?.replace(/_ALL$/, "_TRANSITIVE"));
}
