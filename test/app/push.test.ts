import { expect, it } from "vitest";
import { touchedBy } from "../../src/app/push.ts";

const before = "b".repeat(40);
type Files = readonly string[];
const commit = (...modified: Files) => ({ added: [] as Files, removed: [] as Files, modified });
const pushed = (...commits: readonly ReturnType<typeof commit>[]) => ({ before, commits });
const [nothing, files, descriptors, configuration] = [0, 1, 2, 3];

it.each([
  ["programs and pictures", pushed(commit("src/pay.ts", "docs/flow.svg"), commit("main.py")), nothing],
  ["what may be a contract", pushed(commit("src/pay.ts"), commit("schemas/order.avsc")), files],
  ["a file without an ending", pushed(commit("Makefile")), files],
  ["a descriptor", pushed(commit("schemas/order.avsc", "pipelines/daily.yml")), descriptors],
  ["owners", pushed(commit("CODEOWNERS")), descriptors],
  ["a file that went", pushed({ added: [], removed: ["consumers.yaml"], modified: [] }), descriptors],
  ["the configuration", pushed(commit("a.ts"), commit(".github/contract-review.yml")), configuration],
  ["a branch that is new", { before: "0".repeat(40), commits: [commit("a.ts")] }, configuration],
  ["a branch that was forced back", { before, forced: true, commits: [commit("a.ts")] }, configuration],
  ["commits that were not listed", { before }, configuration],
  ["more commits than are listed", pushed(...Array.from({ length: 2048 }, () => commit("a.ts"))), configuration],
  ["a commit whose files are not listed", pushed(commit("a.ts"), commit()), configuration],
  ["a commit with more files than are listed", pushed(commit(...Array(300).fill("a.ts"))), configuration],
])("a push may touch %s", (_, push, touched) => {
  expect(touchedBy(push, "acme/orders")).toBe(touched);
});

it("the organisation's configuration stands at the root of its `.github`", () => {
  const push = pushed(commit("contract-review.yml"));
  expect([touchedBy(push, "acme/.github"), touchedBy(push, "acme/orders")]).toEqual([configuration, descriptors]);
});
