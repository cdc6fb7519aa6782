import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { rules } from "../../src/formats/rules.ts";
import { rulesMarkdown } from "../../src/report/rule.ts";

it("the table of rules is what the rules say", async () => {
  const file = fileURLToPath(new URL("../../src/formats/README.md", import.meta.url));
  await expect(rulesMarkdown(rules)).toMatchFileSnapshot(file);
});

it("every rule says what holds, where that is written and what to do, and its mirror exists", () => {
  const faults = [...rules].flatMap(([id, { invariant, source, advice, mirror }]) => {
    const family = id.split("/", 1)[0];
    const reflected = typeof mirror === "string" ? rules.has(`${family}/${mirror}`) : mirror.none.length > 10;
    return invariant.endsWith(".") && source.length > 10 && advice.length > 5 && reflected ? [] : [id];
  });
  expect(faults).toEqual([]);
});
