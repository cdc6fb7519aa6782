import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkRun } from "../../src/report/check-run.ts";
import { comment } from "../../src/report/comment.ts";
import { isNoChecklist, reviewOf, short, type Texts } from "./world.ts";

const contract = (amount: string, grain = "One row per order.") => `apiVersion: v3.1.0
kind: DataContract
id: urn:contract:checkout:orders
version: 1.4.0
status: active
team: {members: [{username: "@shop/checkout", role: owner}]}
schema:
  - name: orders
    dataGranularityDescription: ${grain}
    properties:
      - name: order_id
        logicalType: string
        required: true
      - name: amount
        logicalType: number
        description: ${amount}
`;

const reader = (name: string, fields: string, more = "") => `apiVersion: contract-consumer/v1
consumer: ${name}
owner: {github: "@shop/${name}"}
${more}reads:
  - {dataset: "urn:contract:checkout:orders", fields: [${fields}]}
`;

const declaration = (text: string) => `apiVersion: contract-change/v1
dataset: urn:contract:checkout:orders
${text}`;
const unitDeclared = declaration(`changes:
  - class: unit
    fields: [amount]
    from: EUR
    to: EUR cents
    effective: 2026-12-01T00:00:00Z
    history: not_restated
    reason: Finance closes books on whole numbers from December.
    evidence: [https://github.com/shop/checkout/actions/runs/1]
    migration: amount_eur is added in 1.5.0; read it until 2027-03-01.
`);

const path = "contracts/orders.odcs.yaml";
const declared = ".contracts/changes/2026-11-cents.yml";
const domains: Record<string, Texts> = {
  "shop/domain": { "a.yml": reader("settlement", "amount"), "b.yml": reader("routing", "order_id") },
};
const before = contract("Order total in EUR.");
const after = contract("Order total in EUR cents.");

/** The Markdown as GitHub gets it. */
async function answer(base: Texts, head: Texts, more: { config?: string; domains?: Record<string, Texts> } = {}) {
  const review = await reviewOf({ base, head, domains, ...more });
  const run = checkRun(review);
  return { review, run, markdown: `# ${run.title}\n\n${run.summary}\n\n${run.text}\n`, comment: comment(review) };
}

/** A whole answer in a file beside the tests; `vitest -u` writes it anew, a person reads it. */
const whole = (markdown: string, name: string) => expect(markdown).toMatchFileSnapshot(`meaning/${name}.md`);

describe("a unit that is corrected", () => {
  it("undeclared: the author is asked, with a declaration ready to paste; its readers are at risk", async () => {
    const { review, markdown, comment } = await answer({ [path]: before }, { [path]: after });
    expect(short(review)).toEqual([
      ["routing", "unaffected", "v1.4.0", []],
      ["settlement", "at-risk", "v1.4.0", ["amount"]],
    ]);
    expect(review.conclusion).toBe("action_required");
    await whole(markdown, "unit-undeclared");
    await whole(`${comment}\n`, "unit-undeclared-comment");
  });

  it("declared: it breaks whoever reads the field, told with from, to, day and reason", async () => {
    const { review, markdown } = await answer({ [path]: before }, { [path]: after, [declared]: unitDeclared });
    expect(short(review)).toEqual([
      ["routing", "unaffected", "v1.4.0", []],
      ["settlement", "breaks", "v1.4.0", ["amount"]],
    ]);
    expect([review.conclusion, review.undeclared]).toEqual(["action_required", []]);
    await whole(markdown, "unit-declared");
  });

  it("attested to be wording: still a question to the field's readers, no more to the author", async () => {
    const text = declaration("no_semantic_change:\n  - {field: amount, reason: it always was in cents}\n");
    const { review, markdown } = await answer({ [path]: before }, { [path]: after, [declared]: text });
    expect(short(review)).toEqual([
      ["routing", "unaffected", "v1.4.0", []],
      ["settlement", "at-risk", "v1.4.0", ["amount"]],
    ]);
    expect([review.conclusion, review.undeclared]).toEqual(["action_required", []]);
    await whole(markdown, "unit-attested");
  });

  it("attested, and nobody known reads it: the contract's owner answers, even where nobody is asked else", async () => {
    const text = declaration("no_semantic_change:\n  - {field: amount, reason: it always was in cents}\n");
    const head = { [path]: after, [declared]: text };
    for (const config of ["version: 1\n", "version: 1\npolicy: {no-consumers: pass}\n"]) {
      const { review } = await answer({ [path]: before }, head, { config, domains: {} });
      expect(review.conclusion).toBe("action_required");
      expect(review.answers.questions.map(({ about, owners }) => [about, owners])).toEqual([
        ["contract", ["@shop/checkout"]],
      ]);
    }
  });
});

describe("a service level that is loosened", () => {
  it("is exact: told with before and after, to all who read the dataset but those who can wait so long", async () => {
    const latency = (minutes: number) =>
      `${before}slaProperties: [{property: latency, value: ${minutes}, unit: m, element: orders.booked_at}]\n`;
    const waiting = reader("monthly", "amount").replace("]}\n", "], freshness_sla: P1D}\n");
    const { review, markdown } = await answer(
      { [path]: latency(5) },
      { [path]: latency(30).replace("1.4.0", "1.5.0") },
      { domains: { "shop/domain": { ...domains["shop/domain"], "c.yml": waiting } } },
    );
    expect(short(review)).toEqual([
      ["monthly", "unaffected", "v1.4.0", []],
      ["routing", "breaks", "v1.4.0", [""]],
      ["settlement", "breaks", "v1.4.0", [""]],
    ]);
    await whole(markdown, "sla-loosened");
  });
});

describe("a grain that changes", () => {
  it("undeclared: the author is asked, and everybody who reads the dataset is at risk", async () => {
    const { review, markdown } = await answer(
      { [path]: before },
      { [path]: contract("Order total in EUR.", "One row per order line.") },
    );
    expect(short(review)).toEqual([
      ["routing", "at-risk", "v1.4.0", [""]],
      ["settlement", "at-risk", "v1.4.0", [""]],
    ]);
    expect(review.conclusion).toBe("action_required");
    await whole(markdown, "grain-undeclared");
  });

  it("declared: breaks everybody who reads the dataset, whatever the fields", async () => {
    const head = {
      [path]: contract("Order total in EUR.", "One row per order line."),
      [declared]: declaration(
        "changes:\n  - {class: grain, dataset: true, from: order, to: order line, effective: 2027-01-01, history: restated, reason: returns are per line}\n",
      ),
    };
    const { review, markdown } = await answer({ [path]: before }, head);
    expect(short(review)).toEqual([
      ["routing", "breaks", "v1.4.0", [""]],
      ["settlement", "breaks", "v1.4.0", [""]],
    ]);
    expect(review.diffs[0]?.changes.map(({ rule, breaks }) => [rule, breaks])).toEqual([
      ["semantics/grain-declared", ["forward"]],
    ]);
    await whole(markdown, "grain-declared");
  });
});

describe("policy.declarations", () => {
  const removed = before.replace(/ {6}- name: order_id\n.*\n.*\n/, "");

  it("required: a break of the structure wants a declaration too, or a word that it is nothing more", async () => {
    const config = "version: 1\npolicy: {declarations: required}\n";
    const { review, markdown } = await answer({ [path]: before }, { [path]: removed }, { config });
    expect(review.undeclared?.map(({ rule }) => rule)).toEqual(["table/column-removed"]);
    await whole(markdown, "required");
    const text = declaration("no_semantic_change:\n  - {field: order_id, reason: nobody may see it any more}\n");
    const spoken = await answer({ [path]: before }, { [path]: removed, [declared]: text }, { config });
    expect(spoken.review.undeclared).toEqual([]);
  });

  it("suspected: a break of the structure speaks for itself", async () => {
    const { review } = await answer({ [path]: before }, { [path]: removed });
    expect(review.undeclared).toEqual([]);
  });

  it("off: nothing is suspected; what is declared counts all the same", async () => {
    const config = "version: 1\npolicy: {declarations: off}\n".replace("off", '"off"');
    const { review } = await answer({ [path]: before }, { [path]: after }, { config });
    expect([review.conclusion, review.diffs[0]?.changes, review.undeclared]).toEqual(["success", [], []]);
    const told = await answer({ [path]: before }, { [path]: after, [declared]: unitDeclared }, { config });
    expect(short(told.review).map(([name, outcome]) => [name, outcome])).toEqual([
      ["routing", "unaffected"],
      ["settlement", "breaks"],
    ]);
  });
});

describe("a declaration", () => {
  it("makes its contract one that changes, though no line of it did", async () => {
    const { review } = await answer({ [path]: before }, { [path]: before, [declared]: unitDeclared });
    expect(short(review).map(([name, outcome]) => [name, outcome])).toEqual([
      ["routing", "unaffected"],
      ["settlement", "breaks"],
    ]);
  });

  it("finds its contract by the id that the configuration gives", async () => {
    const config = `version: 1\ncontracts: [{path: ${path}, id: shop-orders}]\n`;
    const text = unitDeclared.replace("urn:contract:checkout:orders", "SHOP-ORDERS");
    const { review } = await answer({ [path]: before }, { [path]: before, [declared]: text }, { config });
    expect(review.diffs.map(({ contract: { id } }) => id)).toEqual(["shop-orders"]);
  });

  it("that came with an earlier pull request, or only moved, says nothing", async () => {
    const still = await answer(
      { [path]: before, [declared]: unitDeclared },
      { [path]: after, [declared]: unitDeclared },
    );
    expect(still.review.undeclared?.length).toBe(1);
    const moved = await reviewOf({
      base: { [path]: before, [declared]: unitDeclared },
      head: { [path]: after, ".contracts/changes/old.yml": unitDeclared },
      renamed: [[declared, ".contracts/changes/old.yml"]],
      domains,
    });
    expect(moved.undeclared?.length).toBe(1);
  });

  it("of a contract or a field that nobody has is a problem with its place", async () => {
    const lost = unitDeclared.replace("checkout:orders", "checkout:order");
    const { review } = await answer({ [path]: before }, { [path]: after, [declared]: lost });
    expect(review.problems.filter(isNoChecklist)).toEqual([
      {
        at: { path: declared, line: 2, column: 10 },
        message:
          "`dataset` names urn:contract:checkout:order, and no contract is called that, neither before nor after: use a name that a contract or the configuration gives",
        severity: "failure",
      },
    ]);
    expect(review.conclusion).toBe("failure");
    const nowhere = unitDeclared.replace("[amount]", "[amount, amuont]");
    const mistyped = await answer({ [path]: before }, { [path]: after, [declared]: nowhere });
    expect(mistyped.review.problems.filter(isNoChecklist)).toEqual([
      {
        at: { path: declared, line: 5, column: 22 },
        message: "names the field `amuont`, and urn:contract:checkout:orders has none, neither before nor after",
        severity: "failure",
      },
    ]);
  });

  it("may name a field that only the new version has", async () => {
    const head = after.replace("name: amount", "name: amount_cents");
    const text = declaration("no_semantic_change:\n  - {field: amount_cents, reason: it is the old amount}\n");
    const { review } = await answer({ [path]: before }, { [path]: head, [declared]: text });
    expect(review.problems.filter(isNoChecklist)).toEqual([]);
  });
});

describe("whom a declared change concerns", () => {
  const change = (entry: string) => ({
    [path]: before,
    [declared]: declaration(
      `changes:\n  - {${entry}, from: PT30M, to: PT2H, effective: 2027-01-01, history: not_applicable, reason: a new source}\n`,
    ),
  });
  const outcome = async (entry: string, consumer: string) => {
    const world = { "shop/domain": { "a.yml": consumer } };
    const { review } = await answer({ [path]: before }, change(entry), { domains: world });
    return short(review).map(([, said]) => said)[0];
  };
  const relying = (...classes: readonly string[]) =>
    reader("a", "amount").replace("fields: [amount]", `fields: [amount], relies_on: [${classes.join(", ")}]`);

  it.each([
    ["class: population, dataset: true", reader("a", "amount"), "at-risk"],
    ["class: population, dataset: true", reader("a", "amount", "criticality: high\n"), "breaks"],
    ["class: entity, dataset: true", reader("a", "amount"), "breaks"],
    ["class: key, dataset: true", relying("unit"), "breaks"],
    ["class: calculation, fields: [order_id]", reader("a", "amount"), "unaffected"],
    ["class: calculation, fields: [amount]", relying("unit"), "breaks"],
    ["class: identifier_scope, fields: [order_id]", reader("a", "order_id"), "breaks"],
    ["class: null_meaning, dataset: true", reader("a", "amount"), "breaks"],
    ["class: delete_behaviour, dataset: true", reader("a", "amount"), "breaks"],
    ["class: delete_behaviour, dataset: true", relying("unit"), "unaffected"],
    ["class: precision, fields: [amount]", reader("a", "amount"), "breaks"],
    ["class: precision, direction: narrowed, fields: [amount]", reader("a", "amount"), "breaks"],
    ["class: precision, direction: widened, fields: [amount]", reader("a", "amount"), "at-risk"],
    ["class: ordering, dataset: true", relying("ordering"), "at-risk"],
    ["class: ordering, dataset: true", relying("unit"), "unaffected"],
    ["class: confidentiality, direction: raised, fields: [amount]", reader("a", "amount"), "at-risk"],
    ["class: lateness, dataset: true", relying("unit"), "unaffected"],
    ["class: lateness, dataset: true", relying("lateness"), "at-risk"],
    ["class: lateness, direction: loosened, dataset: true", late("PT1H"), "breaks"],
    ["class: lateness, direction: loosened, dataset: true", late("PT6H"), "at-risk"],
    ["class: lateness, direction: tightened, dataset: true", late("PT1H"), "at-risk"],
  ])("%s", async (entry, consumer, expected) => {
    expect(await outcome(entry, consumer)).toBe(expected);
  });
});

/** A consumer that needs the data within a time. */
function late(within: string): string {
  return `${reader("a", "amount")
    .replace("reads:\n", "")
    .replace(/ {2}- \{/, "reads:\n  - {")
    .replace("fields: [amount]", `fields: [amount], freshness_sla: ${within}`)}`;
}

describe("the example of the documentation", () => {
  it("is a declaration that can be read", async () => {
    const docs = readFileSync(new URL("../../docs/meaning.md", import.meta.url), "utf8");
    const text = /```yaml\n([\s\S]*?)```/.exec(docs)?.[1] ?? "";
    const { review } = await answer(
      { [path]: before.replace("order_id", "status") },
      { [path]: before.replace("order_id", "status"), [declared]: text },
    );
    expect(review.problems.filter(isNoChecklist)).toEqual([]);
  });
});
