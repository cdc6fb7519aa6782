import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formats } from "../../src/formats/index.ts";
import { answer, casesOf } from "./cases.ts";

describe.each(formats.map((format) => ({ name: format.name, format })))("$name", ({ format }) => {
  it.each(casesOf(format.name))("$name", async (one) => {
    const got = await answer(format, one);
    await expect(`${JSON.stringify(got, null, 2)}\n`).toMatchFileSnapshot(join(one.folder, "expected.json"));
    for (const same of [one.base, one.head])
      expect((await format.compare("contract", same, same, one.options)).changes).toEqual([]);
  });
});

/** A rule of a family is shown by a case of any of its formats. */
const families = [...new Map(formats.map(({ family, rules }) => [family, rules]))];

describe.each(families.map(([family, rules]) => ({ family, rules })))("the rules of $family", ({ family, rules }) => {
  const members = formats.filter((format) => format.family === family);
  const cases = members.flatMap((format) => casesOf(format.name).map((one) => ({ ...one, format })));

  it.each(Object.entries(rules))("%s has a case that shows it and its mirror", async (id, rule) => {
    const own = cases.filter(({ name }) => name === id || name.startsWith(`${id}--`));
    const shown: string[] = [];
    for (const one of own) {
      const { changes } = await answer(one.format, one);
      if (changes.some((change) => change.rule === `${family}/${id}`)) shown.push(one.name);
    }
    expect(shown).toEqual(own.map((one) => one.name));
    expect(shown).not.toEqual([]);
    if (typeof rule.mirror !== "string") return;
    const mirrored: string[] = [];
    for (const one of own) {
      const { changes } = await answer(one.format, { ...one, base: one.head, head: one.base });
      mirrored.push(...changes.map((change) => change.rule));
    }
    expect(mirrored).toContain(`${family}/${rule.mirror}`);
  });
});
