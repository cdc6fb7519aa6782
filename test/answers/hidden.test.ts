import { expect, test } from "vitest";
import { hideInAnswers } from "../../src/answers/hidden.ts";
import { request, scene, settlement } from "./scene.ts";

test("what may not be seen is in no word of the answers", async () => {
  const told = await scene({ domains: [{ repository: "shop/risk", required: true, unreadable: "404" }] });
  told.comment("carla", `${request} consumers=settlement,shop/risk`);
  told.comment("gus", "/contract ack settlement");
  told.comment("finn", "/contract ack");
  await told.push([[settlement, "status", "amount"]]);
  const hidden = new Map([
    ["settlement", "private consumer 1"],
    ["shop/risk", "private repository 1"],
    ["@shop/finance-data", "its owner"],
  ]);
  const answers = await told.answers();
  expect(JSON.stringify(answers)).toMatch(/settlement.*finance-data|finance-data.*settlement/);
  const text = JSON.stringify(hideInAnswers(answers, hidden));
  for (const secret of hidden.keys()) expect(text).not.toContain(secret);
  expect(text).toContain("private consumer 1");
});
