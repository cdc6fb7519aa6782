import { expect, test } from "vitest";
import { statsIn } from "../../src/app/stats.ts";
import type { GitHub } from "../../src/demo/github/github.ts";
import { producer } from "../../src/demo/shop.ts";
import { founded } from "./shop.ts";
import { box, clock, days, said, story } from "./story.ts";

const contract = "checkout_raw.payments";
const governed = founded({ policy: 'exception-approvers: ["@shop/governance"]' });
const request = `/contract exception ${contract} reason="the books close" controls="totals" rollback="revert" until=2026-12-20`;
const hidden = /<!--.*?-->\n*/g;

test("what was merged under an exception is owed: an issue says by whom and when, and is asked after until it is closed", async () => {
  const told = await story(governed);
  const { github, pull, after, wait } = told;
  await after(() => github.comment(pull, request, "carla"));
  await after(() => github.label(pull, `contract-exception:${contract}`, "greta"));
  expect(box(told)).toMatch(/^success: 2 consumers break, all excepted until 2026-12-20/);
  await after(() => github.mergePull(pull, "carla"));
  const [issue] = github.issues(producer);
  expect([issue?.title, issue?.labels, issue?.assignees?.map(({ login }) => login), issue?.app?.id]).toEqual([
    `Migration owed for ${contract} by 2026-12-20 (#1)`,
    ["contract-migration"],
    ["carla"],
    github.app.id,
  ]);
  expect(
    issue?.body?.replace(hidden, ""),
  ).toBe(`#1 was merged under an exception that ends on Sun 20 Dec. By then the migration must be done.

| | |
|---|---|
| contract | \`${contract}\` |
| changed | \`merchant_id\` and \`status\` (\`table/column-removed\` and \`table/column-newly-nullable\`) |
| not migrated yet | **settlement** and **dashboard** |
| owed by | \`@carla\`, who requested the exception |
| approved by | \`@greta\` |
| reason given | the books close |

Close this issue when those consumers no longer depend on what changed; the check on #1 says under each change how it is made safe. Until it is closed it is asked about seven days and one day before Sun 20 Dec, on the day after, and then every week.`);

  const asked = () => issue?.comments.map(({ body }) => body.replace(hidden, ""));
  await after(() => told.again(1));
  expect([github.issues(producer).length, asked()]).toEqual([1, []]);
  await wait(days(13));
  const before = "@carla: this migration is promised by Sun 20 Dec. Close this issue when it is done.";
  const past =
    "@carla: the day by which this migration was promised, Sun 20 Dec, has passed. Close this issue when it is done; until then it is asked about every week.";
  expect(asked()).toEqual([before]);
  expect(await statsIn(told.store.database, clock().toISOString(), undefined)).toMatchObject({
    pulls: 1,
    exceptions: { count: 1, byContract: [{ name: contract, count: 1 }] },
    cleanUp: [
      {
        ...{ subject: "shop/checkout#1", contract, until: "2026-12-20", by: "carla" },
        ...{ about: ["settlement", "dashboard"], state: "landed" },
      },
    ],
  });
  // a process that lost everything finds the promise on GitHub
  await told.restart();
  await wait(days(8));
  expect(asked()).toEqual([before, past]);
  if (issue !== undefined) github.closeIssue(issue, "cleo");
  await wait(days(30));
  expect(asked()).toEqual([before, past]);
}, 900_000);

test("where the App may not open issues, the pull request itself says what is owed", async () => {
  const told = await story(async (github: GitHub) => {
    await governed(github);
    const [installation] = github.world.installations.values();
    delete installation?.permissions.issues;
  });
  const { github, pull, after } = told;
  await after(() => github.comment(pull, request, "carla"));
  await after(() => github.comment(pull, `/contract approve ${contract}`, "greta"));
  await after(() => github.mergePull(pull, "carla"));
  await after(() => told.again(1));
  expect(github.issues(producer)).toEqual([]);
  expect(said(told).slice(1)).toEqual([
    `@carla: this was merged under an exception for **settlement** and **dashboard** in \`${contract}\` that ends on Sun 20 Dec; by then the migration must be done. No issue could be opened to keep it in mind: the App may not write issues there.`,
  ]);
}, 900_000);
