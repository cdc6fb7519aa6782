import { expect, it } from "vitest";
import { defaultConfig, readConfig } from "../src/config.ts";

const formats = ["avro", "table", "json-schema"];
const read = (text: string) => readConfig(".github/contract-review.yml", text, formats);
const told = (text: string) => read(text).problems.map(({ at, message }) => `${at.line}:${at.column} ${message}`);

it("reads every key", () => {
  const { config, problems } = read(`version: 1
enforcement: observe
domains:
  repositories: [acme/finance-pipelines, acme/fraud-pipelines@release/1]
  best-effort: [acme/sandbox]
  stale-after: 2d
  discover: { topic: data-consumer }
contracts:
  - path: schemas/orders/*.avsc
    format: avro
    id: "kafka:orders-value"
    mode: BACKWARD_TRANSITIVE
    owners: ["@acme/checkout"]
    baseline: { releases: "v*" }
  - path: x.json
    format: json-schema
    options: { draft: {base: 07, head: 2020-12}, policy: confluent-strict, formatAssertion: true }
    baseline: { registry: production, subject: orders-value }
policy:
  breaking: exception
  exception-approvers: ["@acme/data-governance"]
  no-consumers: pass
  declarations: required
  ask: command
  acknowledge-within: 3 working days
  escalate-to: data-oncall
  exception-max-days: 60
  author-may-approve: true
  silence-acknowledges: [low, medium]
owners:
  Finance-Data@acme.example: "@acme/finance-data"
  two: ["@acme/a", "@b"]
`);
  expect(problems).toEqual([]);
  expect(config).toEqual({
    enforcement: "observe",
    domains: {
      repositories: [
        { repository: "acme/finance-pipelines", ref: undefined },
        { repository: "acme/fraud-pipelines", ref: "release/1" },
      ],
      bestEffort: [{ repository: "acme/sandbox", ref: undefined }],
      staleAfterHours: 48,
      discover: { topic: "data-consumer" },
    },
    contracts: [
      {
        path: "schemas/orders/*.avsc",
        format: "avro",
        id: "kafka:orders-value",
        mode: "BACKWARD_TRANSITIVE",
        owners: ["@acme/checkout"],
        baseline: { releases: "v*" },
        options: {},
      },
      {
        path: "x.json",
        format: "json-schema",
        id: undefined,
        mode: undefined,
        owners: [],
        baseline: { registry: "production", subject: "orders-value" },
        options: { draft: { base: "07", head: "2020-12" }, policy: "confluent-strict", formatAssertion: true },
      },
    ],
    policy: {
      breaking: "exception",
      exceptionApprovers: ["@acme/data-governance"],
      noConsumers: "pass",
      declarations: "required",
      ask: "command",
      adoption: "off",
      acknowledgeWithinDays: 3,
      escalateTo: "data-oncall",
      exceptionMaxDays: 60,
      authorMayApprove: true,
      silenceAcknowledges: ["low", "medium"],
    },
    owners: new Map([
      ["finance-data@acme.example", ["@acme/finance-data"]],
      ["two", ["@acme/a", "@b"]],
    ]),
  });
});

it.each(["", "# nothing yet\n", "version: 1\n", "domains:\ncontracts:\npolicy:\nowners:\n"])(
  "defaults for %j",
  (text) => {
    expect(read(text)).toEqual({ config: defaultConfig, problems: [] });
  },
);

it("reports an unknown key where it stands, with what was probably meant, and uses the rest", () => {
  const { config, problems } = read("enforcment: observe\npolicy:\n  no_consumers: pass\n  breaking: forbid\n");
  expect(problems).toEqual([
    {
      at: { path: ".github/contract-review.yml", line: 1, column: 1 },
      message:
        "unknown key `enforcment` (did you mean `enforcement`?); allowed at the top: version, enforcement, domains, contracts, policy, owners",
      severity: "failure",
    },
    {
      at: { path: ".github/contract-review.yml", line: 3, column: 3 },
      message:
        "unknown key `no_consumers` (did you mean `no-consumers`?); allowed in `policy`: breaking, exception-approvers, no-consumers, declarations, adoption, ask, acknowledge-within, escalate-to, exception-max-days, author-may-approve, silence-acknowledges",
      severity: "failure",
    },
  ]);
  expect(config).toEqual({ ...defaultConfig, policy: { ...defaultConfig.policy, breaking: "forbid" } });
});

it.each([
  ["version: 2", "1:10 `version` must be 1, the only version there is; found `2`"],
  ["enforcement: true", "1:14 `enforcement` must be one of enforce, observe; found `true`"],
  [
    "enforcement: observ",
    "1:14 `enforcement` must be one of enforce, observe; found `observ` (did you mean `observe`?)",
  ],
  ["domains: [a/b]", "1:10 `domains` must be a mapping with the keys repositories, best-effort, stale-after, discover"],
  ["domains: {repositories: a/b}", "1:25 `domains.repositories` must be a list; found `a/b`"],
  [
    "domains: {stale-after: 1 week}",
    "1:24 `domains.stale-after` must be a duration such as 90m, 24h or 7d; found `1 week`",
  ],
  ["domains: {discover: {}}", "1:21 `domains.discover` needs a `topic`, or a `property` with its `value`"],
  ["contracts: [{format: avro}]", "1:13 `contracts[0]` needs a `path`: which files hold the contract"],
  [
    "contracts: [{path: /a}]",
    "1:20 `contracts[0].path` must be relative to the repository's root, without a leading / or ./; found `/a`",
  ],
  [
    "contracts: [{path: a, mode: backward}]",
    "1:29 `contracts[0].mode` must be one of NONE, BACKWARD, BACKWARD_TRANSITIVE, FORWARD, FORWARD_TRANSITIVE, FULL, FULL_TRANSITIVE; found `backward` (did you mean `BACKWARD`?)",
  ],
  [
    "contracts: [{path: a, format: avroo}]",
    "1:31 `contracts[0].format` must be one of avro, table, json-schema; found `avroo` (did you mean `avro`?)",
  ],
  [
    "contracts: [{path: a, owners: [acme/x]}]",
    "1:32 `contracts[0].owners[0]` must be a GitHub login or team, `@login` or `@org/team`; found `acme/x`",
  ],
  [
    "contracts: [{path: a, baseline: {branch: main, releases: v*}}]",
    "1:33 `contracts[0].baseline` takes one of releases, branch, not several",
  ],
  [
    "contracts: [{path: a, baseline: {branch: -x}}]",
    "1:42 `contracts[0].baseline.branch` is not a branch name; found `-x`",
  ],
  [
    "contracts: [{path: a, baseline: {registry: 'https://r'}}]",
    "1:44 `contracts[0].baseline.registry` must be a name that the operator of this App defined, never an address; found `https://r`",
  ],
  [
    "contracts: [{path: a, baseline: {catalog: ../c}}]",
    "1:43 `contracts[0].baseline.catalog` must be a path inside the repository, relative to its root; found `../c`",
  ],
  [
    "policy: {acknowledge-within: 5 days}",
    "1:30 `policy.acknowledge-within` must be a number of working days, as in `5 working days`; found `5 days`",
  ],
  [
    "policy: {exception-max-days: 0}",
    "1:30 `policy.exception-max-days` must be a whole number from 1 to 366; found `0`",
  ],
  ["policy: {author-may-approve: 'yes'}", "1:30 `policy.author-may-approve` must be true or false; found `yes`"],
  [
    "policy: {silence-acknowledges: [lo]}",
    "1:33 `policy.silence-acknowledges[0]` must be one of low, medium, high, regulatory; found `lo` (did you mean `low`?)",
  ],
  [
    "owners: {a: '@everyone|x'}",
    "1:13 `owners.a` must be a GitHub login or team, `@login` or `@org/team`; found `@everyone|x`",
  ],
  ["- a", "1:1 the file must be a mapping with the keys version, enforcement, domains, contracts, policy, owners"],
  ["a: [", "1:5 not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]"],
  ["version: 1\nversion: 1", '2:1 not valid YAML: duplicate key "version"'],
])("%s", (text, message) => {
  expect(told(text)).toEqual([message]);
});

it.each(["acme", "/x", "acme/", "acme/x/y", "acme/..", "acme/x@", "acme/x@-f", "-a/x", "acme/x@a..b", "a b/c"])(
  "refuses the repository %j",
  (name) => {
    const { config, problems } = read(`domains:\n  repositories:\n    - acme/good\n    - ${JSON.stringify(name)}\n`);
    expect(problems.map(({ at, message }) => [at.line, message])).toEqual([
      [4, `\`domains.repositories[1]\` must be \`owner/name\`, or \`owner/name@branch\`; found \`${name}\``],
    ]);
    expect(config.domains.repositories).toEqual([{ repository: "acme/good", ref: undefined }]);
  },
);

it("keeps hostile keys apart from its own, and its words few", () => {
  const { config, problems } = read(`__proto__: {enforcement: observe}\nowners: {__proto__: "@a"}\n`);
  expect(problems.map(({ message }) => message.split(";")[0])).toEqual(["unknown key `__proto__`"]);
  expect(config).toEqual({ ...defaultConfig, owners: new Map([["__proto__", ["@a"]]]) });
  const many = Array.from({ length: 500 }, (_, index) => `k${index}: 1`).join("\n");
  expect(read(many).problems.length).toBe(50);
});
