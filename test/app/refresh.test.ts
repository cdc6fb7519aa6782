import { expect, it } from "vitest";
import { additiveProposal, breakingProposal, exampleFiles, producer, propose } from "../../src/demo/shop.ts";
import { queueSchema } from "../../src/store/queue.ts";
import { type Stage, stage } from "../review/desk.ts";

const check = ({ github }: Stage, sha: string) =>
  github.checkRuns(producer, sha).map(({ conclusion, output }) => `${conclusion} ${output.title}`);

const breaks = (count: number) => [
  `action_required ${count} consumers break: merchant_id removed, status newly nullable`,
];

/** Another consumer of what the breaking proposal takes away, to be declared in a domain. */
const reader = (name: string) => ({
  [`consumers/${name}.yml`]: `apiVersion: contract-consumer/v1
consumer: ${name}
owner: {github: "@shop/growth"}
reads:
  - dataset: checkout_raw.payments
    fields: [merchant_id]
`,
});

const reviews = ({ github }: Stage) => github.traffic.count("GET /repos/{owner}/{repo}/compare/{basehead}");

const readAt = ({ store: { database } }: Stage) =>
  database.query<{ repository: string; ref: string; commit: string | null; minds: number }>(
    'select repository, ref, commit, minds from contract_review.reading order by repository collate "C", ref',
  );

it("a push to a domain turns the checks of those whose answer it can change, and of nobody else", async () => {
  const world = await stage();
  const { github, store, quiet } = world;
  const pull = await propose(github, breakingProposal());
  await github.push(producer, "notes", { "notes.txt": "no contract" }, { by: "carla", from: "main" });
  await github.openPullRequest({ repository: producer, head: "notes", title: "Notes", author: "carla" });
  await quiet();
  const { sha } = pull.pull.head;
  expect([check(world, sha), reviews(world)]).toEqual([breaks(2), 2]);

  await github.push("shop/partner", "main", reader("ledger"), { by: "ada" });
  await quiet();
  expect([check(world, sha), reviews(world)]).toEqual([breaks(3), 3]);

  const later = await github.push("shop/partner", "main", { "jobs/run.py": "pass" }, { by: "ada" });
  await github.push("shop/partner", "elsewhere", reader("unmerged"), { by: "ada", from: "main" });
  await quiet();
  expect(reviews(world)).toBe(3);
  expect((await readAt(world)).find(({ repository }) => repository === "shop/partner")?.commit).toBe(later);

  // what follows within some minutes is seen together
  await github.push("shop/partner", "main", reader("books"), { by: "ada" });
  await github.push("shop/growth", "main", reader("reports"), { by: "ada" });
  await quiet();
  expect([check(world, sha), reviews(world)]).toEqual([breaks(3), 3]);
  await store.database.query(`update ${queueSchema}.job set start_after = now() where state = 'created'`);
  await quiet();
  expect([check(world, sha), reviews(world)]).toEqual([breaks(5), 4]);

  github.closePull(pull, "carla");
  await quiet();
  expect((await readAt(world)).map(({ repository, minds }) => [repository, minds])).toEqual([
    ["shop/.github", 3],
    [producer, 3],
  ]);
});

it("a push to the base branch that changes the configuration turns every check, one of programs none", async () => {
  const world = await stage();
  const { github, quiet } = world;
  const pull = await propose(github, breakingProposal());
  await quiet();
  await github.push(producer, "main", { "src/pay.ts": "export {};" }, { by: "ada" });
  await quiet();
  expect(reviews(world)).toBe(1);
  const path = ".github/contract-review.yml";
  const observing = (exampleFiles("producer")[path] ?? "").replace("enforce\n", "observe\n");
  await github.push(producer, "main", { [path]: observing }, { by: "ada" });
  await quiet();
  expect(reviews(world)).toBe(2);
  expect(check(world, pull.pull.head.sha)).toEqual([expect.stringMatching(/^success .*2 consumers break/)]);
});

it("a push that nobody told of is noticed, and one that comes while a review runs is not lost", async () => {
  const world = await stage();
  const { github, app, store, quiet } = world;
  const { webhookUrl } = github.app;
  const pull = await propose(github, breakingProposal());
  await quiet();
  github.app.webhookUrl = undefined;
  await github.push("shop/partner", "main", reader("ledger"), { by: "ada" });
  await github.settled();
  // nor does GitHub remember having tried
  github.app.deliveries.splice(0);
  github.app.webhookUrl = webhookUrl;
  await app.reconcile();
  await quiet();
  expect(check(world, pull.pull.head.sha)).toEqual(breaks(3));

  const second = await propose(github, additiveProposal, { branch: "more", title: "more" });
  await quiet();
  const held = "GET /repos/{owner}/{repo}/issues/{issue_number}/timeline";
  github.faults.add({ on: held, delay: 2500 });
  await github.push(producer, "more", { "proposals/checkout-api-v3.0.0.yml": breakingProposal() }, { by: "carla" });
  await github.until(() => github.checkRuns(producer, second.pull.head.sha)[0]);
  await github.push("shop/growth", "main", reader("reports"), { by: "ada" });
  await quiet();
  const again = `update ${queueSchema}.job set start_after = now() where state = 'created'`;
  for (let turn = 0; turn < 3; turn++) {
    await store.database.query(again);
    await quiet();
  }
  expect(check(world, second.pull.head.sha)).toEqual(breaks(4));
  expect(check(world, pull.pull.head.sha)).toEqual(breaks(4));
});

it("whoever read a repository that was archived looks again, though nothing was pushed to it", async () => {
  const world = await stage();
  const { github, quiet, store } = world;
  const pull = await propose(github, breakingProposal());
  await quiet();
  const before = reviews(world);
  const installation = [...github.world.installations.keys()][0];
  await store.database.query(
    `insert into contract_review.delivery (guid, event, body) values ('archived', 'repository',
       '{"action":"archived","repository":{"name":"finance","owner":{"login":"shop"}},"installation":{"id":${installation}}}')`,
  );
  await world.app.reconcile();
  await quiet();
  expect([reviews(world), check(world, pull.pull.head.sha)]).toEqual([before + 1, breaks(2)]);
});
