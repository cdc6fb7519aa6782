import { describe, expect, it } from "vitest";
import type { Format, Source } from "../../src/formats/format.ts";
import { formats } from "../../src/formats/index.ts";
import { firstStep, promised } from "../../src/plan/first-step.ts";
import { keptBecause } from "../../src/plan/kept.ts";
import { withSuspicions } from "../../src/semantics/suspected.ts";
import { casesOf } from "../formats/cases.ts";

/** Cases whose change has no first step that a text of this kind can hold, and why; other cases of the same rule have one. */
const notWritten: Readonly<Record<string, string>> = {
  "asyncapi format-changed": "a channel for the new format has a name that only its owner can give",
  "asyncapi protobuf": "the schema stands as a text within the document, and a channel beside it has no name yet",
  "openapi nullable": "an open object may hold anything under a new name already",
  "avro message-one-way-changed": "a protocol has one name: a second message needs one that only its owner can give",
  "avro union-branch-added--top-level": "a file that holds a union of records has no name of its own",
  "protobuf field-renamed--extension-moved": "the extension moves into a message of the same package",
  "odcs retired--announced": "its end was announced, and the day has come",
  "table table-removed": "a catalog's history is not edited, and a catalog has no word for an end",
  "iceberg bound-loosened--format-version": "a table's metadata is written by its engine",
  "iceberg constraint-changed--another-table": "a table's metadata is written by its engine",
  "dbt column-removed--no-longer-selected": "the entry says already what the query should give",
  "dbt enforcement-removed--another-project-name": "a project has one configuration",
  "dbt enforcement-removed--in-the-model-file": "a query is not edited",
  "dbt enforcement-removed--in-the-project": "a project has one configuration",
  "dbt table-removed--disabled-in-the-project": "a project has one configuration",
  "dbt table-removed--model-file": "a query is not edited",
  "dbt table-renamed--alias": "a query is not edited",
  "sql column-newly-nullable--view-outer-join": "nothing is added; the old select list is what keeps it",
  "sql column-removed--view-names": "the old select list is what keeps it",
  "sql column-retyped--view-cast": "the old select list is what keeps it",
  "sql definition-changed--view-expression": "the old select list is what keeps it",
  "sql table-renamed--view": "the old view is what keeps its readers",
  "sql unique-changed--by-an-index": "an index holds for all rows or for none",
  "json-schema not-proven--reference-outside": "a schema elsewhere is not edited here, and nothing here has a name",
  "json-schema nullable-added--yaml": "a document with aliases is not edited",
};

/** Cases in which the comparison tells nothing of what the step adds, as it breaks and means nothing. */
const silent = new Set([
  "asyncapi schema-removed",
  "protobuf message-renamed",
  "protobuf service-renamed",
  "json-schema type-changed--registry-lenient",
]);

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
    const rules = breaking.map(({ rule }) => rule);
    const step = await firstStep({ ...facts, base, head, changes: breaking, day: "2026-12-30" });
    steps.push({ name, base, head, options, rules, step });
  }
  return steps;
}

const shown: { readonly name: string; readonly format: Format; readonly steps: Awaited<ReturnType<typeof stepsOf>> }[] =
  [];
for (const format of formats) shown.push({ name: format.name, format, steps: await stepsOf(format) });

describe.each(shown)("$name", ({ name: formatName, format, steps }) => {
  it.each(steps)("the first step towards $name breaks nobody", async ({ name, base, head, options, step }) => {
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
    const { kind, added, marked = [] } = step;
    expect([kind, added.length > 0, kind === "keep" || added.length + marked.length > 0]).toEqual([
      kind,
      kind === "expand",
      true,
    ]);
    // what is proposed is a change by the comparison's own word, and no more than it says
    const told = compared.changes.length + (compared.wordings ?? []).length;
    expect(told > 0 || silent.has(`${formatName} ${name}`)).toBe(kind !== "keep");
    const suspected = withSuspicions("contract", compared).changes.filter(({ meaning }) => meaning?.known === "strong");
    expect(suspected).toEqual([]);
  });

  it("what takes no step has a reason", () => {
    const still = steps.filter(({ step }) => step.kind === "keep");
    const without = still.filter(({ rules }) => rules.every((rule) => keptBecause[rule] === undefined));
    expect(without.map(({ name }) => `${formatName} ${name}`)).toEqual(
      Object.keys(notWritten).filter((one) => one.startsWith(`${formatName} `)),
    );
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
