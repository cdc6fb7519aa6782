import type { Direction, Location, Options } from "../../model.ts";
import type { Emit, Finding } from "../format.ts";
import { type Level, levels } from "./levels.ts";
import type { ProtoFile } from "./model.ts";
import { rules } from "./rules.ts";

export type Report = (rule: keyof typeof rules, finding: Finding & { readonly level?: Level }) => void;

/** Reports what was found; what does not matter at the level asked for breaks nothing and is told as a notice. */
export function reporter(emit: Emit<typeof rules>, options: Options): Report {
  const asked = levels.indexOf(levelOf(options));
  return (rule, { level, ...finding }) => {
    const matters = levels.indexOf(level ?? rules[rule].level) <= asked;
    const breaks = matters ? (finding.breaks ?? rules[rule].breaks) : [];
    emit(rule, { ...finding, breaks });
  };
}

function levelOf(options: Options): Level {
  const { level } = options;
  return levels.find((one) => one === level) ?? "wire-json";
}

/** Where something stands: an offset in a file of head, or of base where head has nothing left. */
export function locate(file: ProtoFile, offset: number): Location {
  return file.node.source.place(offset);
}

export const both: readonly Direction[] = ["backward", "forward"];
