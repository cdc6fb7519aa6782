import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formats } from "../../src/formats/index.ts";
import { answer, casesOf } from "./cases.ts";

describe.each(formats.map((format) => ({ name: format.name, format })))("$name", ({ format }) => {
  const cases = casesOf(format.name);

  it.each(cases)("$name", async (one) => {
    const got = await answer(format, one);
    await expect(`${JSON.stringify(got, null, 2)}\n`).toMatchFileSnapshot(join(one.folder, "expected.json"));
    for (const same of [one.base, one.head])
      expect((await format.compare("contract", same, same, one.options)).changes).toEqual([]);
  });

  it.each(Object.entries(format.rules))("%s has a case that shows it and its mirror", async (id, rule) => {
    const own = cases.filter((one) => one.name === id || one.name.startsWith(`${id}--`));
    const shown: string[] = [];
    for (const one of own) {
      const { changes } = await answer(format, one);
      if (changes.some((change) => change.rule === `${format.family}/${id}`)) shown.push(one.name);
    }
    expect(shown).toEqual(own.map((one) => one.name));
    expect(shown).not.toEqual([]);
    if (typeof rule.mirror !== "string") return;
    const mirrored: string[] = [];
    for (const one of own) {
      const { changes } = await answer(format, { ...one, base: one.head, head: one.base });
      mirrored.push(...changes.map((change) => change.rule));
    }
    expect(mirrored).toContain(`${format.family}/${rule.mirror}`);
  });
});
