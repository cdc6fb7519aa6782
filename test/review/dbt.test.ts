import { describe, expect, it } from "vitest";
import { checkRun } from "../../src/report/check-run.ts";
import { reviewOf, type Texts } from "./world.ts";

const project = "name: shop\nmodel-paths: [models]\n";
const entry = (more = "", columns = "{name: id, data_type: bigint}, {name: total, data_type: numeric}") => `version: 2
models:
  - name: orders
    config: {contract: {enforced: true}${more}}
    columns: [${columns}]
`;
const select = (where = "where status = 'paid'", total = "total") => `select
  id,
  ${total} as total
from {{ ref('stg_orders') }}
${where}
`;

const base: Texts = {
  "dbt_project.yml": project,
  "models/schema.yml": entry(),
  "models/orders.sql": select(),
};

const finance: Texts = {
  "consumers.yml": `apiVersion: contract-consumer/v1
consumer: revenue-daily
domain: finance
owner: {github: "@shop/finance-data"}
criticality: high
reads:
  - {contract: orders, fields: [total]}
`,
};

/** The base's files with others in their place; null takes one away. */
function changed(files: Readonly<Record<string, string | null>>, from: Texts = base): Texts {
  return Object.fromEntries(
    Object.entries({ ...from, ...files }).flatMap(([path, text]) => (text === null ? [] : [[path, text]])),
  );
}

const review = (files: Readonly<Record<string, string | null>>, from: Texts = base) =>
  reviewOf({ base: from, head: changed(files, from), domains: { "shop/finance": finance } });

/** What is told: the conclusion, the rules with their elements, and where. */
async function told(files: Readonly<Record<string, string | null>>, from: Texts = base) {
  const { conclusion, diffs, problems } = await review(files, from);
  const changes = diffs.flatMap((diff) =>
    diff.changes.map(({ rule, element, location }) => {
      const at = location.line === undefined ? location.path : `${location.path}:${location.line}`;
      return `${rule} ${element} @ ${at}`.replace("  ", " ");
    }),
  );
  return [conclusion, ...changes, ...problems.map(({ at, message }) => `${at.path}: ${message}`)];
}

const silent = async (files: Readonly<Record<string, string | null>>, from: Texts = base) =>
  expect(await told(files, from)).toEqual(["success"]);

describe("a model that is no longer made", () => {
  it("is told as a removal, in words", async () => {
    const { conclusion, reasons, verdicts } = await review({ "models/orders.sql": null });
    expect([
      conclusion,
      reasons,
      verdicts.map(({ consumer, outcome }) => [consumer.name, outcome]),
    ]).toMatchInlineSnapshot(`
      [
        "action_required",
        [
          "1 consumer breaks",
        ],
        [
          [
            "revenue-daily",
            "breaks",
          ],
        ],
      ]
    `);
    const { title, text } = checkRun(await review({ "models/orders.sql": null }));
    expect(`${title}\n\n${text}`).toMatchInlineSnapshot(`
      "1 consumer breaks: orders table removed

      #### ✖ orders table removed: breaks backward and forward

      | | before (the merge base) | after |
      |---|---|---|
      | orders | \`orders\` | absent |

      the model orders is gone: its file models/orders.sql is no longer among the project's models (rule \`table/table-removed\`).

      Safe way: Keep the table until no consumer reads it; announce the date, then remove it.

      #### How this was judged

      - orders: dbt, mode FORWARD, compared with the merge base
      - orders is a **breaking structure**: no ordinary merge. Evidence to ask for: a migration and a way back. Usual way out: a version beside the old one, or expand and contract.

      Each consumer is compared with the version it pins and looked at only for what it reads. Configuration from \`main\`."
    `);
  });

  const gone = "table/table-removed";
  it.each([
    ["its file is deleted", { "models/orders.sql": null }, [`${gone} @ models/schema.yml:3`]],
    [
      "its file is renamed",
      { "models/orders.sql": null, "models/orders_all.sql": select() },
      [`${gone} @ models/schema.yml:3`],
    ],
    [
      "its file is moved out of the models",
      { "models/orders.sql": null, "analyses/orders.sql": select() },
      [`${gone} @ models/schema.yml:3`],
    ],
    [
      "it is disabled in its entry",
      { "models/schema.yml": entry(", enabled: false") },
      ["contract/removed @ models/schema.yml"],
    ],
    [
      "it is disabled beside its entry's config",
      { "models/schema.yml": entry().replace("    config", "    enabled: false\n    config") },
      [`${gone} @ models/schema.yml:4`],
    ],
    [
      "it is disabled in its file",
      { "models/orders.sql": `{{ config(enabled=false) }}\n${select()}` },
      [`${gone} @ models/orders.sql:1`],
    ],
    [
      "it is disabled in a comment of SQL",
      { "models/orders.sql": `-- {{ config(enabled = False) }}\n${select()}` },
      [`${gone} @ models/orders.sql:1`],
    ],
    [
      "it is disabled among other settings",
      {
        "models/orders.sql": `{#- {{ config(x) }} #}\n{{\n  config(\n    tags=['a)', "b("],\n    meta={'a': {'b': "}}"}},\n    enabled=false\n  )\n}}\n${select()}`,
      },
      [`${gone} @ models/orders.sql:6`],
    ],
    [
      "it is disabled by its folder",
      { "dbt_project.yml": `${project}models: {shop: {+enabled: false}}\n` },
      [`${gone} @ dbt_project.yml:3`],
    ],
    [
      "it becomes ephemeral",
      { "models/orders.sql": `{{ config(materialized='ephemeral') }}\n${select()}` },
      [`${gone} @ models/orders.sql:1`],
    ],
    [
      "the project looks elsewhere",
      { "dbt_project.yml": project.replace("[models]", "[transform]") },
      [`${gone} @ models/schema.yml:3`],
    ],
    ["the project's file is gone", { "dbt_project.yml": null }, [`${gone} @ models/schema.yml:3`]],
  ])("%s", async (_, files, expected) => {
    expect(await told(files)).toEqual(["action_required", ...expected]);
  });

  it("in Python is gone with its file", async () => {
    const python = changed({
      "models/orders.sql": null,
      "models/orders.py": "def model(dbt, session):\n    return dbt.ref('stg')\n",
    });
    expect(await told({ "models/orders.py": null }, python)).toEqual([
      "action_required",
      "table/table-removed @ models/schema.yml:3",
    ]);
    expect(
      await told(
        {
          "models/orders.py":
            "def model(dbt, session):\n    dbt.config(enabled=False)  # off\n    return dbt.ref('stg')\n",
        },
        python,
      ),
    ).toEqual(["action_required", "table/table-removed @ models/orders.py:2"]);
    await silent(
      { "models/orders.py": "# as before\n\ndef model(dbt, session):\n    return dbt.ref('stg')\n" },
      python,
    );
  });

  it("in one version takes that version away, and the model's own name where it is the latest", async () => {
    const versions = (latest: number) =>
      entry().replace(
        "    columns",
        `    latest_version: ${latest}\n    versions: [{v: 1, defined_in: orders_old}, {v: 2}]\n    columns`,
      );
    const from = (latest: number) =>
      changed({
        "models/schema.yml": versions(latest),
        "models/orders.sql": null,
        "models/orders_old.sql": select(),
        "models/orders_v2.sql": select(),
      });
    const rewritten = ["contract/version-rewritten @ models/schema.yml", "table/table-removed @ models/schema.yml:6"];
    expect(await told({ "models/orders_v2.sql": null }, from(2))).toEqual([
      "action_required",
      ...rewritten,
      ...rewritten,
    ]);
    expect(await told({ "models/orders_old.sql": null }, from(2))).toEqual(["action_required", ...rewritten]);
    // dbt takes the file of the model's own name for the latest version's
    await silent({ "models/orders_v2.sql": null, "models/orders.sql": select() }, from(2));
  });

  it.each([["its file moves within the models", { "models/orders.sql": null, "models/marts/orders.sql": select() }]])(
    "is none where %s",
    async (_, files) => silent(files, base),
  );

  it("is none where its file never was in the repository", async () => {
    const none = changed({ "models/orders.sql": null });
    await silent({ "models/schema.yml": `${entry()}# more\n` }, none);
    await silent({ "models/other.sql": "select 1" }, none);
    await silent({ "models/orders.sql": select() }, none);
  });
});

describe("a query that changes", () => {
  const [population, grain, calculation] = ["population", "grain", "calculation"].map(
    (name) => `semantics/${name}-suspected`,
  );
  it.each([
    ["where", select("where status <> 'void'"), [`${population} @ models/orders.sql:5`]],
    ["no where any more", select(""), [`${population} @ models/orders.sql:1`]],
    [
      "join",
      select("join {{ ref('c') }} c on c.id = id\nwhere status = 'paid'"),
      [`${population} @ models/orders.sql:4`],
    ],
    ["other table", select().replace("stg_orders", "stg_orders_all"), [`${population} @ models/orders.sql:4`]],
    [
      "qualify",
      `${select()}qualify row_number() over (partition by id order by at) = 1\n`,
      [`${population} @ models/orders.sql:6`],
    ],
    ["limit", `${select()}limit 10\n`, [`${population} @ models/orders.sql:6`]],
    [
      "union",
      `${select()}union all\nselect id, total from {{ ref('old') }}\n`,
      [`${population} @ models/orders.sql:6`, `${calculation} @ models/orders.sql:7`],
    ],
    ["group by", `${select()}group by 1, 2\n`, [`${grain} @ models/orders.sql:6`]],
    ["distinct", select().replace("select", "select distinct"), [`${grain} @ models/orders.sql:1`]],
    [
      "the expression behind a column",
      select(undefined, "total * 1.19"),
      [`${calculation} total @ models/orders.sql:3`],
    ],
    ["what Jinja writes", select("where {{ paid() }}"), [`${population} @ models/orders.sql:5`]],
    [
      "a condition in a comment",
      select("-- {% if target.name == 'prod' %}\nwhere status = 'paid'\n-- {% endif %}"),
      [`${population} @ models/orders.sql:4`],
    ],
    ["a set above", `{% set day = 7 %}\n${select()}`, [`${calculation} @ models/orders.sql:1`]],
    [
      "nothing that is a select",
      "{{ everything() }}\n",
      [`${population} @ models/orders.sql`, `${calculation} @ models/orders.sql`],
    ],
  ])("%s: is told as a suspicion, with its place", async (_, sql, expected) => {
    expect(await told({ "models/orders.sql": sql })).toEqual(["action_required", ...expected]);
  });

  it("behind a column that nobody is promised says nothing", async () => {
    await silent({
      "models/orders.sql": select(undefined, "total as total, now()").replace("now() as total", "now() as at"),
    });
  });

  it.each([
    ["comments", `-- paid ones\n${select()} /* where true */ {# and more #}`],
    [
      "spaces, letters' case and a semicolon",
      "SELECT ID, TOTAL   AS TOTAL FROM {{ref( \"stg_orders\" )}} WHERE STATUS='paid';\n",
    ],
    ["tags that take spaces away", select().replace("{{ ", "{{- ").replace(" }}", " -}}")],
    ["an order of rows", `${select()}order by id\n`],
    ["settings that say nothing of it", `{{ config(tags=['nightly']) }}\n${select()}`],
    ["an alias without as", select().replace("total as total", "total total")],
    ["aliases of nothing", select().replace("  id,", "  id as id,")],
  ])("only in %s says nothing", async (_, sql) => silent({ "models/orders.sql": sql }));

  it("that only gives its subqueries other names says nothing", async () => {
    const of = (name: string) =>
      `with ${name} as (select id, total from {{ ref('x') }} where ok)\nselect * from ${name}\n`;
    const from = changed({ "models/orders.sql": of("paid") });
    await silent({ "models/orders.sql": of("settled") }, from);
    expect(
      await told({ "models/orders.sql": of("paid").replace("total from", "total / 100 as total from") }, from),
    ).toEqual(["action_required", `${calculation} total @ models/orders.sql:1`]);
    expect(await told({ "models/orders.sql": of("paid").replace("where ok", "") }, from)).toEqual([
      "action_required",
      `${population} @ models/orders.sql:1`,
    ]);
  });

  it("that puts its last step into a subquery and reads all of that says nothing", async () => {
    const last = "select c.id, c.total from c where c.ok";
    const above = "with c as (select * from {{ ref('x') }})";
    const from = changed({ "models/orders.sql": `${above}\n${last}\n` });
    await silent({ "models/orders.sql": `${above}, final as (${last})\nselect * from final\n` }, from);
    await silent({ "models/orders.sql": `${above}, a as (${last}), b as (select * from a)\nselect * from b\n` }, from);
    expect(
      await told({ "models/orders.sql": `${above}, final as (${last})\nselect * from final where total > 0\n` }, from),
    ).not.toEqual(["success", ""]);
    expect(
      await told(
        { "models/orders.sql": `${above}, final as (${last})\nselect * from final union all select * from final\n` },
        from,
      ),
    ).not.toEqual(["success", ""]);
  });

  const way = (src: string, last: string) => `with src as (\n  ${src}\n)\n${last}\n`;
  const all = "select id, total from {{ ref('x') }}";
  it.each([
    ["columns in another order", way(all, "select id, total from src"), way(all, "select total, id from src"), []],
    [
      "a further column all along",
      way(all, "select id, total from src"),
      way("select id, total, tax from {{ ref('x') }}", "select id, tax, total from src"),
      [],
    ],
    [
      "a further column that tells rows apart",
      way(all, "select distinct id, total from src"),
      way("select id, total, tax from {{ ref('x') }}", "select distinct id, tax, total from src"),
      [`${grain} @ models/orders.sql:4`, `${calculation} @ models/orders.sql:2`],
    ],
    [
      "a further column by which all is grouped",
      way(all, "select id, sum(total) as total from src group by all"),
      way(all, "select id, now() as at, sum(total) as total from src group by all"),
      [`${grain} @ models/orders.sql:4`],
    ],
    [
      "a place to group by that holds something else",
      way(all, "select id, sum(total) as total from src group by 1"),
      way(all, "select at, id, sum(total) as total from src group by 1"),
      [`${grain} @ models/orders.sql:4`],
    ],
    [
      "the order from which the first is taken",
      way(all, "select distinct on (id) id, total from src order by id, at"),
      way(all, "select distinct on (id) id, total from src order by id, at desc"),
      [`${population} @ models/orders.sql:4`],
    ],
    [
      "an order far from the limit",
      way(`${all} order by at`, "select id, total from src limit 10"),
      way(`${all} order by at desc`, "select id, total from src limit 10"),
      [`${population} @ models/orders.sql:2`],
    ],
    [
      "rows that a view keeps",
      way(all, "select id, total from src lateral view explode(a) t"),
      way(all, "select id, total from src lateral view outer explode(a) t"),
      [`${population} @ models/orders.sql:4`],
    ],
    [
      "joins spelled otherwise",
      way(all, "select id, total from src left join b on b.id = src.id"),
      way(all, "select id, total from src as src LEFT OUTER JOIN b ON b.id = src.id").replace(" as src LEFT", " LEFT"),
      [],
    ],
    [
      "an operator that other engines take for a comment",
      way(all, "select id, total # 1 as total from src"),
      way(all, "select id, total # 2 as total from src"),
      [`${calculation} total @ models/orders.sql:4`],
    ],
  ])("in %s", async (_, before, after, expected) => {
    const conclusion = expected.length === 0 ? "success" : "action_required";
    expect(await told({ "models/orders.sql": after }, changed({ "models/orders.sql": before }))).toEqual([
      conclusion,
      ...expected,
    ]);
  });

  it("and certainly no longer gives a column is told as its removal", async () => {
    const without = "select id from {{ ref('stg_orders') }} where status = 'paid'\n";
    expect(await told({ "models/orders.sql": without })).toEqual([
      "action_required",
      "table/column-removed total @ models/orders.sql:1",
    ]);
    expect(
      (await told({ "models/orders.sql": without.replace("id from", "* from") })).some((one) =>
        one.includes("removed"),
      ),
    ).toBe(false);
  });

  it("is what the person who reviews sees", async () => {
    const { title, text } = checkRun(
      await review({ "models/orders.sql": select("where status in ('paid', 'due')", "total * 1.19") }),
    );
    expect(`${title}\n\n${text}`).toMatchInlineSnapshot(`
      "1 consumer is at risk: orders may hold other rows, total may be worked out another way

      #### ⚠ orders may hold other rows: suspected

      | | before (the merge base) | after |
      |---|---|---|
      | orders | \`where status = 'paid'\` | \`where status in ( 'paid' , 'due' )\` |

      which rows the query takes of the whole contract is "where status in ( 'paid' , 'due' )" where it was "where status = 'paid'": perhaps another population (rule \`semantics/population-suspected\`).

      #### ⚠ \`total\` may be worked out another way: suspected

      | | before (the merge base) | after |
      |---|---|---|
      | orders.total | \`total\` | \`total * 1.19\` |

      what a query works out of total is "total &#42; 1.19" where it was "total": perhaps another calculation (rule \`semantics/calculation-suspected\`).

      #### How this was judged

      - orders: dbt, mode FORWARD, compared with the merge base
      - orders is a **semantic correction**: the owners of what reads it review it. Evidence to ask for: a reconciliation of before and after. Usual way out: a canary, then for everybody from an announced day on.

      Each consumer is compared with the version it pins and looked at only for what it reads. Configuration from \`main\`."
    `);
  });
});

describe("settings that a run of dbt computes", () => {
  const doubt = "table/setting-computed";
  const config = (call: string) => ({ "models/orders.sql": `{{ config(${call}) }}\n${select()}` });
  it.each([
    ["enabled by a variable", config("enabled=var('on')"), ["@ models/orders.sql:1"]],
    ["enabled by the target", config("enabled=(target.name == 'prod')"), ["@ models/orders.sql:1"]],
    [
      "disabled under a condition",
      { "models/orders.sql": `{% if target.name == 'dev' %}{{ config(enabled=false) }}{% endif %}\n${select()}` },
      ["@ models/orders.sql:1"],
    ],
    ["enabled in the entry", { "models/schema.yml": entry(`, enabled: "{{ var('on') }}"`) }, ["@ models/schema.yml:4"]],
    [
      "a schema of the folder",
      { "dbt_project.yml": `${project}models: {shop: {+schema: "{{ env_var('S') }}"}}\n` },
      ["@ dbt_project.yml:3"],
    ],
    ["an alias", config("alias=var('a')"), ["@ models/orders.sql:1"]],
    ["the contract", config("contract={'enforced': var('c')}"), ["@ models/orders.sql:1"]],
    ["everything at once", config("**settings"), ["@ models/orders.sql:1"]],
  ])("%s: leave in doubt", async (_, files, at) => {
    const [conclusion, ...rest] = await told(files);
    expect([conclusion, rest.filter((one) => one.startsWith(doubt))]).toEqual([
      "action_required",
      at.map((place) => `${doubt} ${place}`),
    ]);
  });

  it("say nothing while they stay as they are, and say it where their variable changes", async () => {
    const on = (value: string) => ({ "dbt_project.yml": `${project}vars: {on: ${value}, unused: 1}\n` });
    const from = changed({ ...config("enabled=var('on')"), ...on("true") });
    await silent({ "models/orders.sql": `${from["models/orders.sql"]} -- more` }, from);
    await silent({ "dbt_project.yml": `${project}vars: {on: true, unused: 2}\n` }, from);
    expect(await told(on("false"), from)).toEqual([
      "action_required",
      `${doubt} @ models/orders.sql:1`,
      "semantics/calculation-suspected @ dbt_project.yml:3",
    ]);
    await silent(config("enabled=true"), changed(config("enabled=var('on')")));
  });
});

describe("settings in a model's own file", () => {
  const config = (call: string) => ({ "models/orders.sql": `{{ config(${call}) }}\n${select()}` });
  it("win over its entry, as its entry does over the project", async () => {
    expect(await told(config("contract={'enforced': false}"))).toEqual([
      "action_required",
      "table/enforcement-removed @ models/schema.yml:3",
    ]);
    expect(await told(config("access='private'"))).toEqual([
      "action_required",
      "table/access-narrowed @ models/orders.sql:1",
    ]);
    await silent(
      { "dbt_project.yml": `${project}models: {shop: {+contract: {enforced: false}, +access: private}}\n` },
      changed({
        ...config("access='protected'"),
      }),
    );
    expect(await told(config("materialized='view'"))).toEqual([
      "success",
      "table/layout-changed @ models/schema.yml:3",
    ]);
  });

  it("end what no longer reaches the model: another project name, another folder", async () => {
    const project = (name: string) =>
      `name: ${name}\nmodels: {shop: {+contract: {enforced: true}, marts: {+schema: sales}}}\n`;
    const from = changed({
      "dbt_project.yml": project("shop"),
      "models/schema.yml": entry().replace(/ {4}config.*\n/, ""),
    });
    expect(await told({ "dbt_project.yml": project("store") }, from)).toEqual([
      "action_required",
      "table/enforcement-removed @ models/schema.yml:3",
    ]);
    expect(await told({ "models/orders.sql": null, "models/marts/orders.sql": select() }, from)).toEqual([
      "action_required",
      "table/table-renamed @ models/schema.yml:3",
    ]);
  });

  it("that name the table otherwise concern who reads it by name, and nobody who refers to the model", async () => {
    for (const call of ["alias='orders_all'", "schema='sales'", "database='lake'"]) {
      const { conclusion, verdicts } = await reviewOf({
        base,
        head: changed(config(call)),
        domains: {
          "shop/finance": finance,
          "shop/bi": {
            "models/board.sql": "select total from {{ ref('orders') }}",
            "models/e.yml":
              "exposures: [{name: dash, type: dashboard, owner: {name: x}, depends_on: [\"ref('orders')\"]}]\n",
          },
        },
      });
      expect([conclusion, verdicts.map(({ consumer, outcome }) => [consumer.name, outcome]).sort()]).toEqual([
        "action_required",
        [
          ["board", "unaffected"],
          ["dash", "unaffected"],
          ["revenue-daily", "breaks"],
        ],
      ]);
    }
    await silent(config("alias='orders'"));
  });

  it("by which an incremental model tells rows apart decide its grain", async () => {
    const from = changed(config("materialized='incremental', unique_key='id'"));
    expect(await told(config("materialized='incremental', unique_key=['id', 'day']"), from)).toEqual([
      "action_required",
      "semantics/grain-suspected @ models/orders.sql:1",
    ]);
  });
});

describe("a seed", () => {
  const seed = (columns: string) => `version: 2
seeds:
  - name: orders
    config: {column_types: {id: bigint}}
    columns: [${columns}]
`;
  const both = seed("{name: total, data_type: numeric}");
  const from: Texts = {
    "dbt_project.yml": "name: shop\n",
    "seeds/seeds.yml": both,
    "seeds/orders.csv": "id,total\n1,2\n",
  };
  it("loses a column, in its entry, in its types or in its file, or goes", async () => {
    expect(await told({ "seeds/seeds.yml": seed("") }, from)).toEqual([
      "action_required",
      "table/column-removed total @ seeds/seeds.yml:5",
    ]);
    expect(await told({ "seeds/seeds.yml": both.replace("id: bigint", "id: text") }, from)).toEqual([
      "action_required",
      "table/column-retyped id @ seeds/seeds.yml:4",
    ]);
    expect(await told({ "seeds/orders.csv": "id\n1\n" }, from)).toEqual([
      "action_required",
      "table/column-removed total @ seeds/orders.csv:1",
    ]);
    for (const files of [
      { "seeds/orders.csv": null },
      { "dbt_project.yml": "name: shop\nseed-paths: [data]\n" },
      { "dbt_project.yml": "name: shop\nseeds: {+enabled: false}\n" },
    ]) {
      const [conclusion, first, ...more] = await told(files, from);
      expect([conclusion, first?.split(" ")[0], more]).toEqual(["action_required", "table/table-removed", []]);
    }
    expect(await told({ "seeds/seeds.yml": null }, from)).toEqual([
      "action_required",
      "contract/removed @ seeds/seeds.yml",
    ]);
  });

  it("takes other rows, another order of columns, or its entry in another folder, and nobody is told", async () => {
    await silent({ "seeds/orders.csv": "total,id\n2,1\n3,1\n" }, from);
    await silent({ "seeds/seeds.yml": null, "models/all.yml": both }, from);
  });
});

describe("a snapshot", () => {
  const entry =
    "version: 2\nsnapshots:\n  - name: orders\n    columns: [{name: id, data_type: bigint}, {name: total, data_type: numeric}]\n";
  const sql = (key = "id", where = "") => `{% snapshot orders %}
{{ config(target_schema='snapshots', unique_key='${key}', strategy='timestamp', updated_at='at') }}
select * from {{ source('shop', 'orders') }}${where}
{% endsnapshot %}
`;
  const from: Texts = { "dbt_project.yml": "name: shop\n", "snapshots/s.yml": entry, "snapshots/orders.sql": sql() };
  it("that goes, is keyed or filtered otherwise, or stands elsewhere is told", async () => {
    expect(await told({ "snapshots/orders.sql": null }, from)).toEqual([
      "action_required",
      "table/table-removed @ snapshots/s.yml:3",
    ]);
    expect(await told({ "snapshots/orders.sql": sql("total") }, from)).toEqual([
      "action_required",
      "semantics/grain-suspected @ snapshots/orders.sql:2",
    ]);
    expect(await told({ "snapshots/orders.sql": sql("id", " where total > 0") }, from)).toEqual([
      "action_required",
      "semantics/population-suspected @ snapshots/orders.sql:3",
    ]);
    expect(await told({ "snapshots/orders.sql": sql().replace("'snapshots'", "'history'") }, from)).toEqual([
      "action_required",
      "table/table-renamed @ snapshots/s.yml:3",
    ]);
    await silent({ "snapshots/orders.sql": `-- as before\n${sql()}` }, from);
  });
});
