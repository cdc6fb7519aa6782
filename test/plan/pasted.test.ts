import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findConsumers } from "../../src/consumers/find.ts";
import { formats } from "../../src/formats/index.ts";
import type { Contract } from "../../src/model.ts";
import { planOf } from "../../src/plan/plan.ts";
import { declarationFile } from "../../src/report/declaration.ts";
import { movedPin } from "../../src/report/pin.ts";
import { readDeclaration } from "../../src/semantics/declaration.ts";
import { casesOf } from "../formats/cases.ts";

/** The declaration that the plan of a case proposes, with its contract called by a name that needs quotes. */
async function proposed(format: (typeof formats)[number]) {
  const found = [];
  for (const { name, base, head, options } of casesOf(format.name)) {
    const { changes } = await format.compare("shop: orders #1", base, head, options);
    const contract: Contract = {
      ...{ id: "shop: orders #1", names: ["shop: orders #1"], format: format.name, entry: head.entry, part: "" },
      ...{ version: undefined, mode: format.mode, owners: [], options },
    };
    const plan = planOf({ contract, baseline: "main", isNew: false }, changes, {
      verdicts: [],
      answers: { questions: [] },
    });
    const file = plan && declarationFile(plan, "2026-11-30", "2026-12-30");
    if (file !== undefined) found.push({ name, file });
  }
  return found;
}

const all = await Promise.all(formats.map(async (format) => ({ format: format.name, found: await proposed(format) })));

describe.each(all.filter(({ found }) => found.length > 0))("the declarations to paste of $format", ({ found }) => {
  it.each(found)("$name is read as it is written", ({ file: { path, text } }) => {
    const { declaration, problems } = readDeclaration(path, text.replaceAll('reason: ""', "reason: because"));
    const count = text.split("- class:").length - 1;
    expect([problems, declaration?.dataset, declaration?.changes.length]).toEqual([[], "shop: orders #1", count]);
  });
});

const page = readFileSync(join(import.meta.dirname, "../../docs/descriptors.md"), "utf8");
const descriptors = page.split("```yaml\n").slice(1);

const readersIn = (path: string, text: string) =>
  findConsumers({ repository: "shop/x", files: [{ path, text }], codeowners: "" }, new Map());

describe("the pins to paste", () => {
  it.each([
    ["contract-consumer/v1", "x.yml", descriptors[0] ?? "", /version: 4/, "5", "version: 5"],
    ["cordata.tech/v2", "x.yml", descriptors[1] ?? "", /schema_version: 4/, "5", "schema_version: 5"],
    ["odps/v1.0.0", "x.yml", descriptors[2] ?? "", /version: 1\.4\.0/, "1.10", "version: 1.10"],
    ["dbt ref", "x.sql", "select * from {{ ref('trips', v=2) }}", /v=2/, "3", "v=3"],
  ])("of %s are read where they are put", (kind, path, text, pin, to, line) => {
    const old = text.slice(0, text.includes("```") ? text.indexOf("```") : undefined);
    const [consumer] = readersIn(path, old).consumers;
    if (consumer === undefined) throw new Error("no consumer");
    expect([consumer.kind, movedPin(consumer, to)]).toEqual([kind, line]);
    const { consumers, malformed } = readersIn(path, old.replace(pin, line));
    expect([consumers[0], malformed]).toEqual([{ ...consumer, version: to }, []]);
  });

  it("of who pins nothing, or of a version that nobody knows or that is no version, are none", () => {
    const [consumer] = readersIn("x.yml", (descriptors[0] ?? "").split("```")[0] ?? "").consumers;
    if (consumer === undefined) throw new Error("no consumer");
    expect(movedPin({ ...consumer, version: undefined }, "5")).toBeUndefined();
    expect(movedPin(consumer, undefined)).toBeUndefined();
    expect(movedPin(consumer, "5 # x")).toBeUndefined();
    expect(movedPin({ ...consumer, kind: "cordata.tech/v1" }, "1.2")).toBeUndefined();
    expect(movedPin({ ...consumer, kind: "kafka-gitops" }, "5")).toBeUndefined();
  });
});
