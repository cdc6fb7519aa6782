import { promisesLess } from "../contracts/mode.ts";
import type { Config, Policy, Problem } from "../model.ts";

/**
 * What a change to the configuration would no longer hold people to: told as a warning to whoever reviews it, since a pull
 * request that edits the configuration is not judged by its edit.
 */
export function weakenings(before: Config, after: Config, path: string): readonly Problem[] {
  return [
    ...enforcement(before, after),
    ...domains(before, after),
    ...modes(before, after),
    ...policies(before.policy, after.policy),
  ].map((what) => ({ at: { path }, message: `weakens the review: ${what}`, severity: "warning" }));
}

function enforcement(before: Config, after: Config): readonly string[] {
  return before.enforcement === "enforce" && after.enforcement === "observe" ? ["enforcement becomes observe"] : [];
}

function domains(before: Config, after: Config): readonly string[] {
  const required = ({ domains: { repositories } }: Config) => repositories.map(({ repository }) => repository);
  const left = new Set(required(after).map((name) => name.toLowerCase()));
  const gone = required(before).filter((name) => !left.has(name.toLowerCase()));
  return gone.map((name) => `${name} need no longer be read`);
}

function modes(before: Config, after: Config): readonly string[] {
  const now = new Map(after.contracts.map((contract) => [contract.path, contract]));
  return before.contracts.flatMap(({ path, mode }) => {
    if (mode === undefined) return [];
    const next = now.get(path)?.mode;
    return promisesLess(mode, next)
      ? [`the mode of ${path} goes from ${mode} to ${next ?? "whatever its format promises"}`]
      : [];
  });
}

const strictest = {
  breaking: ["forbid", "exception", "acknowledge"],
  noConsumers: ["exception", "owner-approval", "pass"],
  declarations: ["required", "suspected", "off"],
  adoption: ["error", "warn", "off"],
} as const;

function policies(before: Policy, after: Policy): readonly string[] {
  const looser = (key: keyof typeof strictest, name: string) => {
    const order: readonly string[] = strictest[key];
    const [was, is] = [before[key], after[key]];
    return order.indexOf(is) > order.indexOf(was) ? [`policy.${name} goes from ${was} to ${is}`] : [];
  };
  const silent = after.silenceAcknowledges.filter((one) => !before.silenceAcknowledges.includes(one));
  return [
    ...looser("breaking", "breaking"),
    ...looser("noConsumers", "no-consumers"),
    ...looser("declarations", "declarations"),
    ...looser("adoption", "adoption"),
    ...(after.authorMayApprove && !before.authorMayApprove ? ["authors may approve their own exceptions"] : []),
    ...(after.exceptionMaxDays > before.exceptionMaxDays
      ? [`exceptions may last ${after.exceptionMaxDays} days in place of ${before.exceptionMaxDays}`]
      : []),
    ...silent.map((one) => `silence counts as yes for ${one} consumers`),
  ];
}
