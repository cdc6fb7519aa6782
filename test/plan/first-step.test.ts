import { describe, expect, it } from "vitest";
import { formats } from "../../src/formats/index.ts";
import { firstStep, promised } from "../../src/plan/first-step.ts";
import { casesOf } from "../formats/cases.ts";

const tally: Record<string, number> = {};
describe.each(formats.map((format) => ({ name: format.name, format })))("$name", ({ format }) => {
  it.each(casesOf(format.name))("$name", async ({ name, base, head, options }) => {
    const { changes } = await format.compare("contract", base, head, options);
    const breaking = changes.filter(({ breaks }) => breaks.length > 0);
    if (breaking.length === 0) return;
    const step = await firstStep({
      contract: "contract",
      format: format.name,
      mode: format.mode,
      base,
      head,
      options,
      changes: breaking,
    });
    const key = `${format.name} ${step.kind}`;
    tally[key] = (tally[key] ?? 0) + 1;
    console.log(
      key,
      name,
      breaking.map((b) => b.rule.split("/")[1]).join(","),
      JSON.stringify(step.added),
      step.stillBreaks ?? "",
    );
  });
  it("tally", () => console.log(tally));
});
