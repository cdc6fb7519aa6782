import type { Count, Stats } from "../answers/stats.ts";
import { listed, plural } from "./words.ts";

/** Numbers for a terminal. */
export function statsText(stats: Stats): string {
  const { pulls, exceptions, acknowledgements, rejections, observed, cleanUp } = stats;
  const { medianHours, p90Hours, medianWorkingHours, p90WorkingHours } = acknowledgements;
  const pace =
    medianHours === undefined
      ? ""
      : `; half of them within ${medianHours} h, nine of ten within ${p90Hours} h (of working days: ${medianWorkingHours} h and ${p90WorkingHours} h)`;
  const lines = [
    `${plural(pulls, "pull request was", "pull requests were")} reviewed.`,
    `Exceptions approved: ${exceptions.count}.`,
    ...table("by rule", exceptions.byRule),
    ...table("by contract", exceptions.byContract),
    `Acknowledgements: ${acknowledgements.count}${pace}.`,
    `Rejections: ${rejections.count}, of which ${rejections.falseAlarms} said that the check was wrong.`,
    ...table("false alarms by rule", rejections.falseAlarmsByRule),
    `Observed only: ${observed.pulls}, of which ${observed.wouldHaveBlocked} would have been stopped.`,
    cleanUp.length === 0 ? "No exception is left to clean up." : "Exceptions to clean up:",
    ...cleanUp.map(
      ({ subject, contract, until, by, about, state }) =>
        `  ${subject}  ${contract} for ${listed(about)}, ${state === "landed" ? "merged" : "not merged"}; requested by @${by} until ${until}`,
    ),
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

function table(title: string, counts: readonly Count[]): readonly string[] {
  if (counts.length === 0) return [];
  return [`  ${title}:`, ...counts.slice(0, 20).map(({ name, count }) => `    ${String(count).padStart(5)}  ${name}`)];
}

/** Names come from strangers: nothing in them moves the cursor of who reads. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
}
