import { describe, expect, it } from "vitest";
import { checkRun } from "../../src/report/check-run.ts";
import { reviewOf, short } from "./world.ts";

interface Orders {
  readonly classification?: string;
  /** Of `amount`. */
  readonly quality?: string;
  readonly sla?: string;
}

function contract({ classification = "internal", quality = "", sla = "" }: Orders): string {
  return `apiVersion: v3.1.0
kind: DataContract
id: orders
version: 1.0.0
status: active
team: {name: checkout, members: [{username: "@shop/checkout", role: owner}]}
schema:
  - name: orders
    properties:
      - {name: order_id, logicalType: string, required: true}
      - {name: amount, logicalType: number, classification: ${classification}, quality: [${quality}]}
slaProperties: [${sla}]
`;
}

function reader(name: string, more: string): string {
  return `apiVersion: contract-consumer/v1
consumer: ${name}
owner: {github: "@shop/${name}"}
reads:
  - {dataset: orders, ${more}}
`;
}

const domains = {
  "shop/growth": {
    "amounts.yml": reader("amounts", "fields: [amount]"),
    "ids.yml": reader("ids", "fields: [order_id]"),
    "archive.yml": reader("archive", "fields: [amount], replay: true"),
  },
};

const story = (base: Orders, head: Orders) =>
  reviewOf({ base: { "orders.odcs.yaml": contract(base) }, head: { "orders.odcs.yaml": contract(head) }, domains });

const markdown = async (base: Orders, head: Orders) => {
  const { title, summary, conclusion } = checkRun(await story(base, head));
  return `${conclusion}: ${title}\n\n${summary}`;
};

describe("a service level that is loosened", () => {
  const level = "{property: latency, element: orders.order_id, unit: m, value: 5}";
  const base = { sla: `${level}, {property: retention, value: 1, unit: y}` };
  const head = { sla: `{property: retention, value: 365, unit: d}, ${level.replace("5}", "30}")}` };

  it("breaks everybody who reads, and nothing else is told", async () => {
    const review = await story(base, head);
    expect(short(review)).toEqual([
      ["amounts", "breaks", "v1.0.0", [""]],
      ["archive", "breaks", "v1.0.0", [""]],
      ["ids", "breaks", "v1.0.0", [""]],
    ]);
    expect(review.diffs.map(({ changes }) => changes.map(({ rule }) => rule))).toEqual([
      ["contract/version-rewritten", "table/sla-loosened"],
    ]);
  });

  it("reads so", async () =>
    expect(await markdown(base, head)).toMatchInlineSnapshot(`
      "action_required: 3 consumers break: orders service level loosened

      ### What to do now

      - \`@shop/amounts\` answers for **amounts**: approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.
      - \`@shop/archive\` likewise for **archive**.
      - \`@shop/ids\` likewise for **ids**.
      - Rather make it safe? Agree the looser service level with those who rely on the old one, from a day that is announced. (\`/contract plan\`)
      - Nobody else needs to act.

      ### Who is affected

      | | contract | change | consumer | reads | verdict | owner |
      | - | - | - | - | - | - | - |
      | ✖ | orders | the whole contract service level loosened | amounts (growth) | current, 1 field, contract-consumer/v1 | **breaks** | \`@shop/amounts\`, to be asked |
      | ✖ | | the whole contract service level loosened | archive (growth) | current, 1 field, replays, contract-consumer/v1 | **breaks** | \`@shop/archive\`, to be asked |
      | ✖ | | the whole contract service level loosened | ids (growth) | current, 1 field, contract-consumer/v1 | **breaks** | \`@shop/ids\`, to be asked |

      Scanned 2 of 2 domain repositories (shop/checkout@head, shop/growth@main).

      Compared \`base\` (the merge base with \`main\`) with \`head\`: 2 changes, 1 breaking; what changed on \`main\` since then is not yours."
    `));

  describe("and a reader that says how fresh it needs the data", () => {
    const needs = {
      "shop/growth": {
        "hourly.yml": reader("hourly", "fields: [amount], freshness_sla: PT1H"),
        "prompt.yml": reader("prompt", "fields: [amount], freshness_sla: PT10M"),
        "silent.yml": reader("silent", "fields: [amount]"),
      },
    };
    const judged = async (before: string, after: string) => {
      const [from, to] = [before, after].map((sla) => ({ "orders.odcs.yaml": contract({ sla }) }));
      const review = await reviewOf({ base: from ?? {}, head: to ?? {}, domains: needs });
      return short(review).map(([name, outcome]) => `${name} ${outcome}`);
    };
    const sla = (property: string, value: number, unit: string) =>
      `{property: ${property}, value: ${value}, unit: ${unit}}`;

    it("breaks those who need it sooner, and those who do not say", async () => {
      expect(await judged(sla("latency", 5, "m"), sla("latency", 30, "m"))).toEqual([
        "hourly unaffected",
        "prompt breaks",
        "silent breaks",
      ]);
    });

    it("counts the time to the next delivery, too", async () => {
      const every = (minutes: number) => `, ${sla("frequency", minutes, "m")}`;
      const late = sla("latency", 5, "m");
      expect(await judged(`${late}${every(10)}`, `${sla("latency", 30, "m")}${every(40)}`)).toEqual([
        "hourly breaks",
        "prompt breaks",
        "silent breaks",
      ]);
      expect((await judged(`${late}${every(10)}`, `${late}${every(40)}`))[0]).toBe("hourly unaffected");
    });

    it.each([
      ["the promise is gone", sla("latency", 5, "m"), ""],
      ["nothing is said of how late rows may be", sla("frequency", 5, "m"), sla("frequency", 30, "m")],
      ["it is about something else", sla("retention", 5, "d"), sla("retention", 4, "d")],
      [
        "another promise is in words",
        sla("latency", 5, "m"),
        `${sla("latency", 30, "m")}, {property: frequency, value: nightly}`,
      ],
    ])("breaks it where %s", async (_, before, after) => {
      expect((await judged(before, after))[0]).toBe("hourly breaks");
    });
  });

  it("is no change where only the unit is another", async () => {
    const review = await story({ sla: level }, { sla: level.replace("unit: m, value: 5", "unit: s, value: 300") });
    expect([review.diffs.map(({ changes }) => changes), review.conclusion]).toEqual([[[]], "success"]);
  });
});

describe("a quality rule of one column", () => {
  const [loose, strict] = [50, 5].map((limit) => ({
    quality: `{type: library, metric: nullValues, mustBeLessThan: ${limit}, unit: percent}`,
  })) as [Orders, Orders];

  it("that is loosened breaks those who read the column, and nobody else", async () => {
    expect(short(await story(strict, loose))).toEqual([
      ["amounts", "breaks", "v1.0.0", ["amount"]],
      ["archive", "breaks", "v1.0.0", ["amount"]],
      ["ids", "unaffected", "v1.0.0", []],
    ]);
  });

  it("that is loosened reads so", async () =>
    expect(await markdown(strict, loose)).toMatchInlineSnapshot(`
      "action_required: 2 consumers break: amount quality loosened

      ### What to do now

      - \`@shop/amounts\` answers for **amounts**: approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.
      - \`@shop/archive\` likewise for **archive**.
      - Rather make it safe? Keep the rule until its readers check for themselves, or agree the looser one with them first. (\`/contract plan\`)
      - Nobody else needs to act.

      ### Who is affected

      | | contract | change | consumer | reads | verdict | owner |
      | - | - | - | - | - | - | - |
      | ✖ | orders | \`amount\` quality loosened | amounts (growth) | current, 1 field, contract-consumer/v1 | **breaks** | \`@shop/amounts\`, to be asked |
      | ✖ | | \`amount\` quality loosened | archive (growth) | current, 1 field, replays, contract-consumer/v1 | **breaks** | \`@shop/archive\`, to be asked |
      | ✔ | | \`amount\` not read | ids (growth) | current, 1 field, contract-consumer/v1 | unaffected | \`@shop/ids\` |

      Scanned 2 of 2 domain repositories (shop/checkout@head, shop/growth@main).

      Compared \`base\` (the merge base with \`main\`) with \`head\`: 2 changes, 1 breaking; what changed on \`main\` since then is not yours."
    `));

  it("that is tightened breaks those who read old rows by it", async () => {
    expect(short(await story(loose, strict))).toEqual([
      ["amounts", "unaffected", "v1.0.0", []],
      ["archive", "breaks", "v1.0.0", ["amount"]],
      ["ids", "unaffected", "v1.0.0", []],
    ]);
  });

  it("that is tightened reads so", async () =>
    expect(await markdown(loose, strict)).toMatchInlineSnapshot(`
      "action_required: 1 consumer breaks: amount quality tightened

      ### What to do now

      - \`@shop/archive\` answers for **archive**: approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.
      - Rather make it safe? Measure stored rows by the new rule before they are replayed; who does not replay need do nothing. (\`/contract plan\`)
      - Nobody else needs to act.

      ### Who is affected

      | | contract | change | consumer | reads | verdict | owner |
      | - | - | - | - | - | - | - |
      | ✖ | orders | \`amount\` quality tightened | archive (growth) | current, 1 field, replays, contract-consumer/v1 | **breaks** | \`@shop/archive\`, to be asked |
      | ✔ | | nothing it reads | amounts (growth) | current, 1 field, contract-consumer/v1 | unaffected | \`@shop/amounts\` |
      | ✔ | | nothing it reads | ids (growth) | current, 1 field, contract-consumer/v1 | unaffected | \`@shop/ids\` |

      Scanned 2 of 2 domain repositories (shop/checkout@head, shop/growth@main).

      Compared \`base\` (the merge base with \`main\`) with \`head\`: 2 changes, 1 breaking; what changed on \`main\` since then is not yours."
    `));
});

describe("a classification that is raised", () => {
  const [base, head] = [{}, { classification: "restricted" }];

  it("puts those at risk who read the column", async () => {
    expect(short(await story(base, head))).toEqual([
      ["amounts", "at-risk", "v1.0.0", ["amount"]],
      ["archive", "at-risk", "v1.0.0", ["amount"]],
      ["ids", "unaffected", "v1.0.0", []],
    ]);
  });

  it("reads so", async () =>
    expect(await markdown(base, head)).toMatchInlineSnapshot(`
      "action_required: 2 consumers are at risk: amount classification raised

      ### What to do now

      - \`@shop/amounts\` answers for **amounts**: approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.
      - \`@shop/archive\` likewise for **archive**.
      - Nobody else needs to act.

      ### Who is affected

      | | contract | change | consumer | reads | verdict | owner |
      | - | - | - | - | - | - | - |
      | ⚠ | orders | \`amount\` classification raised | amounts (growth) | current, 1 field, contract-consumer/v1 | **at risk** | \`@shop/amounts\`, to be asked |
      | ⚠ | | \`amount\` classification raised | archive (growth) | current, 1 field, replays, contract-consumer/v1 | **at risk** | \`@shop/archive\`, to be asked |
      | ✔ | | \`amount\` not read | ids (growth) | current, 1 field, contract-consumer/v1 | unaffected | \`@shop/ids\` |

      Scanned 2 of 2 domain repositories (shop/checkout@head, shop/growth@main).

      Compared \`base\` (the merge base with \`main\`) with \`head\`: 2 changes, 1 breaking; what changed on \`main\` since then is not yours."
    `));
});
