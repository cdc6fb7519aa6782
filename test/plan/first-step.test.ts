import { describe, expect, it } from "vitest";
import type { Format, Source } from "../../src/formats/format.ts";
import { formats } from "../../src/formats/index.ts";
import { firstStep, promised } from "../../src/plan/first-step.ts";
import { casesOf } from "../formats/cases.ts";

/** The whole contract after the step: what base had, and the files of the step in the place of base's or beside them. */
function after(base: Source, head: Source, files: ReadonlyMap<string, string>): Source {
  const own = new Map(
    [...files].map(([path, text]) => [path === head.entry && base.entry !== "" ? base.entry : path, text]),
  );
  return { ...base, files: new Map([...base.files, ...own]) };
}

/** Every case in which something breaks, and the first step towards its head. */
async function stepsOf(format: Format) {
  const steps = [];
  for (const one of casesOf(format.name)) {
    const { name, base, head, options } = one;
    const { changes } = await format.compare("contract", base, head, options);
    const breaking = changes.filter(({ breaks }) => breaks.length > 0);
    if (breaking.length === 0) continue;
    const facts = { contract: "contract", format: format.name, mode: format.mode, options };
    steps.push({ name, base, head, options, step: await firstStep({ ...facts, base, head, changes: breaking }) });
  }
  return steps;
}

const shown: { readonly name: string; readonly format: Format; readonly steps: Awaited<ReturnType<typeof stepsOf>> }[] =
  [];
for (const format of formats) shown.push({ name: format.name, format, steps: await stepsOf(format) });

describe.each(shown)("$name", ({ name: formatName, format, steps }) => {
  it.each(steps)("the first step towards $name breaks nobody", async ({ base, head, options, step }) => {
    if (step.kind === "beside") {
      const [path = "", text = ""] = [...step.files][0] ?? [];
      expect(step.files.size).toBe(1);
      expect(base.files.has(path)).toBe(false);
      const own = format.find(path, text).flatMap(({ names }) => names);
      const old = [...base.files].flatMap(([file, was]) => format.find(file, was).flatMap(({ names }) => names));
      expect(own).toContain(step.name);
      expect(own.filter((one) => old.includes(one))).toEqual([]);
      const alone = { entry: path, part: "", files: step.files };
      expect(await format.compare("contract", undefined, alone, options)).toMatchObject({ problems: [] });
      return;
    }
    const stands = after(base, head, step.files);
    const compared = await format.compare("contract", base, stands, options);
    expect(compared.problems).toEqual([]);
    const broken = new Set(compared.changes.flatMap(({ breaks }) => breaks));
    expect(promised(format.mode).filter((direction) => broken.has(direction))).toEqual([]);
    expect([...broken]).toEqual(step.stillBreaks ?? []);
    const changed = [...stands.files].filter(([path, text]) => base.files.get(path) !== text);
    expect([changed.length > 0, step.added.length > 0]).toEqual(Array(2).fill(step.kind === "expand"));
  });

  it("each case takes the step that its row says", async () => {
    const kinds = steps.map(({ name, step: { kind, added, name: called } }) => {
      const told = added.map(({ element, beside }) => (beside === undefined ? element : `${element} beside ${beside}`));
      return [name, [kind, ...(called === undefined ? [] : [called]), ...told].join(" ")];
    });
    const table = `${JSON.stringify(Object.fromEntries(kinds), null, 2)}\n`;
    await expect(table).toMatchFileSnapshot(`steps/${formatName}.json`);
  });
});
