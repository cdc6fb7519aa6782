import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { classes, classNames } from "../../src/semantics/classes.ts";
import { detectors, suspicions } from "../../src/semantics/suspicion.ts";

const docs = readFileSync(new URL("../../docs/meaning.md", import.meta.url), "utf8");
const between = (name: string) =>
  docs
    .split(`<!-- ${name} -->`)[1]
    ?.split(`<!-- /${name} -->`)[0]
    ?.split(/\|---\|\n/)[1]
    ?.trim();

const whom = {
  dataset: "whoever reads the dataset",
  field: "whoever reads the field",
  relying: "who relies on the class, or does not say what it relies on",
  "unless-not-relying": "who relies on the class, or does not say what it relies on",
} as const;

describe("docs/meaning.md", () => {
  it("shows the table of classes as it is", () => {
    const rows = classNames.map((name) => {
      const { promise, disposition, breaksFor, concerns, ways } = classes[name];
      const otherwise = disposition === "breaks" ? "breaks" : "owners review";
      const and = breaksFor.length === 0 ? "" : `; breaks for ${breaksFor.join(" and ")} criticality`;
      const which = ways === undefined ? "" : `; \`direction\`: ${ways.join(" or ")}`;
      const milder = ways !== undefined && disposition === "breaks" ? ` (${ways[1]}: owners review)` : "";
      return `| \`${name}\` | ${promise} | ${otherwise}${milder}${and}${which} | ${whom[concerns]} |\n`;
    });
    expect(between("classes")).toBe(rows.join("").trim());
  });

  it("shows every signal, and each does what it shows", () => {
    const rows = detectors.map(({ about, class: name, example: [before, after], weak }) => {
      const [two] = suspicions({ kind: "text", element: "", before, after });
      const both = weak ? "notice" : "**strong**";
      if (!weak) expect([about, two?.class, two?.strength]).toEqual([about, name, "strong"]);
      return `| ${about} (“${before}” → “${after}”) | ${name} | ${both} | notice |\n`;
    });
    expect(between("signals")).toBe(rows.join("").trim());
  });
});
