import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { producer } from "../../src/demo/shop.ts";
import { founded, readers } from "./shop.ts";
import { box, days, reads, said, story } from "./story.ts";

const contract = "checkout_raw.payments";
const waiting = founded({
  policy: 'exception-approvers: ["@shop/governance"]\nescalate-to: data-oncall',
  readers: readers.map((one) => ({ ...one, contact: "#data-help" })),
});
const breaks = "merchant_id removed, status newly nullable";

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The operator's channel: hears what it is told, and answers what it is to answer. */
async function channel(answer: () => number = () => 204) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      heard.push({ headers: request.headers, body });
      response.writeHead(answer(), { location: "http://127.0.0.1:1/elsewhere" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { heard, channels: new Map([["data-oncall", { url, secret: "s".repeat(32) }]]) };
}

test("one acknowledges, one stays silent: reminded, gone past, and at last excepted by who governs", async () => {
  const { heard, channels } = await channel();
  const told = await story(waiting, { channels });
  const { github, pull, after, wait } = told;
  await after(() => github.comment(pull, "/contract ack", "finn"));
  const quiet = said(told);

  await wait(days(0.9));
  expect(said(told)).toEqual(quiet);
  await wait(days(0.2));
  expect(said(told).slice(1)).toEqual([
    `This change still waits for your answer:

- @shop/growth: **dashboard** (\`${contract}\`)

Please approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.`,
  ]);
  await after(() => told.again(1));
  await wait(days(3));
  expect(said(told)).toHaveLength(2);

  await after(() => github.comment(pull, "/contract ack", "greta"));
  expect(said(told)[0]).toContain("`@greta` does not answer for `settlement` and `dashboard`");
  expect(heard).toEqual([]);
  await wait(days(4));
  await reads(told, "escalated");
  expect(
    github
      .issues("shop/readers")
      .map(({ title, body, labels }) => [title, body?.split("\n").slice(2).join("\n"), labels]),
  ).toEqual([
    [
      "shop/checkout#1 breaks dashboard and waits for an answer",
      `shop/checkout#1 changes a contract that this repository's consumers read, and nobody answered in time:

- **dashboard** reads \`${contract}\`; @shop/growth answers for it; reach the domain at \`#data-help\`

On that pull request, an owner approves it or comments \`/contract ack\` or \`/contract reject reason="..."\`. Until then \`@shop/governance\` may answer instead. If the owner is no longer the right one, correct the descriptor here. This issue is closed once that is done.`,
      ["contract-review"],
    ],
  ]);
  const [{ headers, body } = { headers: {}, body: "" }] = heard;
  const signature = createHmac("sha256", "s".repeat(32)).update(body).digest("hex");
  expect(headers["x-contract-review-signature-256"]).toBe(`sha256=${signature}`);
  expect(JSON.parse(body)).toEqual({
    version: 1,
    id: headers["x-contract-review-id"],
    kind: "escalation",
    repository: producer,
    number: 1,
    url: `${github.htmlUrl}/shop/checkout/pull/1`,
    waiting: [{ contract, consumers: ["dashboard"], owners: ["@shop/growth"], contacts: ["#data-help"] }],
    text: `shop/checkout#1: @shop/growth did not answer for dashboard (${contract}), reached at #data-help. ${github.htmlUrl}/shop/checkout/pull/1`,
  });
  expect(box(told)).toBe(`action_required: 2 consumers break, 1 of 2 settled: ${breaks}`);

  await told.restart();
  await wait(days(1));
  await after(() => told.again(1));
  expect(said(told)).toHaveLength(3);
  expect([heard.length, github.issues("shop/readers").length]).toEqual([1, 1]);

  const request = `/contract exception ${contract} reason="growth is on leave" controls="totals compared" rollback="revert" until=2026-12-31 consumers=dashboard`;
  await after(() => github.comment(pull, request, "carla"));
  await after(() => github.label(pull, `contract-exception:${contract}`, "greta"));
  expect(box(told)).toBe(`success: 2 consumers break, all acknowledged, excepted until 2026-12-31: ${breaks}`);
  const [issue] = github.issues("shop/readers");
  expect([issue?.state, issue?.comments.map(({ body }) => body)]).toEqual([
    "closed",
    ["shop/checkout#1 waits for no answer about consumers that are declared here any more."],
  ]);
  await reads(told, "excepted-after-silence");

  // the end is announced, then the check asks again
  await wait(days(15));
  expect(said(told).slice(3)).toEqual([
    `- @carla and @greta: the exception for **dashboard** in \`${contract}\` ends on Thu 31 Dec.

After that day this pull request asks again.`,
  ]);
  await wait(days(6));
  expect(said(told)).toHaveLength(5);
  expect(box(told)).toMatch(/^success: /);
  await wait(days(2));
  expect(box(told)).toBe(`action_required: 2 consumers break, 1 of 2 settled: ${breaks}`);
  // with the whole time to answer anew, from the first of January, a Friday
  expect(said(told)[0]).toContain("- `@shop/growth` answers for **dashboard** by Fri 8 Jan:");
  expect(said(told)).toHaveLength(5);

  // gone past once more, then given up: nobody is left with an issue
  await wait(days(10));
  expect(github.issues("shop/readers").map(({ state }) => state)).toEqual(["closed", "open"]);
  await after(() => github.closePull(pull, "carla"));
  await wait(days(1));
  expect(github.issues("shop/readers").map(({ state, comments }) => [state, comments.at(-1)?.body])).toEqual([
    ["closed", "shop/checkout#1 waits for no answer about consumers that are declared here any more."],
    ["closed", "shop/checkout#1 was closed, so nobody is asked any more."],
  ]);
}, 900_000);

test("who governs answers for who stays silent; silence counts as yes only for what matters little", async () => {
  const readers = [
    { name: "settlement", team: "finance-data", version: 3, criticality: "high" },
    { name: "dashboard", team: "growth", fields: ["payment_id", "status"], criticality: "low" },
  ];
  const told = await story(
    founded({ policy: 'exception-approvers: ["@shop/governance"]\nsilence-acknowledges: [low, high]', readers }),
  );
  const { github, pull, after, wait } = told;
  await wait(days(7.9));
  expect(box(told)).toBe(`action_required: 2 consumers break, 1 of 2 settled: ${breaks}`);
  expect(said(told)[0]).toContain("- **dashboard**: `@shop/growth` did not answer in time, which counts as yes here.");
  await wait(days(0.5));
  expect(said(told).at(-1)).toContain("- `@shop/finance-data` did not answer for **settlement**");
  const issue = () => github.issues("shop/readers").map(({ state }) => state);
  expect(issue()).toEqual(["open"]);
  // a process that lost everything finds it again
  await told.restart();
  await wait(60);
  await after(() => github.comment(pull, "/contract ack", "greta"));
  expect(box(told)).toMatch(/^success: 2 consumers break, all acknowledged: /);
  expect(issue()).toEqual(["closed"]);
}, 900_000);

test("a closed pull request is left alone, and what could not be told is tried again", async () => {
  let status = 302;
  const { heard, channels } = await channel(() => status);
  const told = await story(waiting, { channels });
  const { github, pull, after, wait } = told;
  github.repository("shop/readers").private = false;
  await wait(days(8.1));
  // neither followed nor taken for an answer: nothing is said before it is told
  expect(heard).toHaveLength(1);
  expect(said(told).filter((body) => body.includes("time to answer"))).toEqual([]);
  status = 204;
  await wait(360);
  expect(heard.map(({ headers }) => headers["x-contract-review-id"])).toEqual(
    Array(2).fill(heard[0]?.headers["x-contract-review-id"]),
  );
  const last = said(told).at(-1) ?? "";
  expect(last).toContain("The channel `data-oncall` was told.");
  expect(last).toContain("No issue was opened in `shop/readers`: more people see it than see this repository.");
  expect(github.issues("shop/readers")).toEqual([]);

  const before = said(told);
  await after(() => github.closePull(pull, "carla"));
  github.traffic.clear();
  await wait(days(30));
  expect(github.traffic.on("api").filter(({ method, path }) => method !== "GET" && path.startsWith("/repos"))).toEqual(
    [],
  );
  expect(said(told)).toEqual(before);
}, 900_000);
