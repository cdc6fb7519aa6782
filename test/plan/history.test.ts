import { expect, it } from "vitest";
import { firstStep } from "../../src/plan/first-step.ts";
import { plansOf } from "../../src/report/plan.ts";
import { reviewOf } from "../review/world.ts";

const path = "schemas/order.avsc";
const order = (...fields: string[]) =>
  `{"type": "record", "name": "Order", "namespace": "shop", "fields": [\n  ${fields.join(",\n  ")}\n]}\n`;
const id = '{"name": "id", "type": "string"}';
const [text, number] = ["string", "int"].map((type) => `{"name": "note", "type": "${type}"}`);
const side = (file: string) => ({ entry: path, part: "", files: new Map([[path, file]]) });

it("a step that the approved version bears and an earlier one does not is no step in a transitive mode", async () => {
  const request = {
    ...{
      contract: "shop.Order",
      format: "avro",
      base: side(order(id)),
      head: side(order(id, number ?? "")),
      options: {},
    },
    changes: [{ rule: "avro/field-added", element: "note", basis: "witness", breaks: ["backward"] }],
  } as const;
  const history = [side(order(id, text ?? ""))];
  expect((await firstStep({ ...request, mode: "FULL", history: [] })).kind).toBe("expand");
  expect(await firstStep({ ...request, mode: "FULL_TRANSITIVE", history })).toEqual({
    kind: "beside",
    added: [],
    name: "shop.v2.Order",
    files: new Map([["schemas/order_v2.avsc", order(id, number ?? "").replace('"shop"', '"shop.v2"')]]),
  });
});

it("a review hands the versions before the approved one to the plan", async () => {
  const at = (file: string) => ({ [path]: file });
  const versions = [order(id, text ?? ""), order(id)].map((file, index) => ({
    ...{ version: String(index + 1), format: "avro", text: file, references: new Map<string, string>() },
  }));
  const world = {
    base: at(order(id)),
    head: at(order(id, number ?? "")),
    registries: { subject: async () => ({ versions, mode: undefined }) },
  };
  const config = (mode: string) =>
    `version: 1\ncontracts:\n  - {path: ${path}, mode: ${mode}, baseline: {registry: main, subject: orders-value}}\n`;
  const kinds = [];
  for (const mode of ["FULL", "FULL_TRANSITIVE"])
    for (const plan of plansOf(await reviewOf({ ...world, config: config(mode) }), undefined))
      kinds.push([mode, plan.firstStep.kind]);
  expect(kinds).toEqual([
    ["FULL", "expand"],
    ["FULL_TRANSITIVE", "beside"],
  ]);
});
