import { describe, expect, it } from "vitest";
import { aroundChanges } from "../../src/formats/registration.ts";
import { odcsFormat as format } from "../../src/formats/table/odcs/odcs.ts";
import { readJson } from "../../src/text/json.ts";
import { withoutSecrets } from "../../src/text/secrets.ts";

describe("a text without secrets", () => {
  it.each([
    ["jdbc:postgresql://app:hunter2@db:5432/x", "jdbc:postgresql://***@db:5432/x"],
    ["app:hunter2@db", "app:***@db"],
    ["https://x/y?user=a&sig=hunter2", "https://x/y?user=a&sig=(not shown)"],
    ["Server=x;User Id=a;Password=hunter2;Encrypt=true", "Server=x;User Id=a;Password=(not shown);Encrypt=true"],
    ["{auth: {password: hunter2, user: a}}", "{auth: {password: (not shown), user: a}}"],
    ["{property: dbPassword, value: hunter2}", "{property: dbPassword, value: (not shown)}"],
    ['{"apiKey": "hunter2 hunter2"}', '{"apiKey": (not shown)}'],
    ["-----BEGIN RSA PRIVATE KEY-----\nhunter2", "(not shown)"],
    ["Authorization Bearer hunter2", "Authorization Bearer (not shown)"],
    ["https://hooks.slack.com/services/T0/B0/hunter2", "https://hooks.slack.com/(not shown)"],
  ])("%j", (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
  });

  it.each(["primaryKey: id", "mailbox orders@shop.example", "s3://bucket/orders/*.parquet", "2026-01-01T10:00:00Z"])(
    "%j is left as it is",
    (text) => {
      expect(withoutSecrets(text)).toBe(text);
    },
  );
});

describe("a contract document", () => {
  const side = (said: string) => ({
    entry: "o.odcs.yaml",
    part: "",
    files: new Map([
      [
        "o.odcs.yaml",
        `apiVersion: v3.1.0\nkind: DataContract\nid: o\nversion: 1.0.0\nstatus: active\n${said}schema: [{name: orders}]\n`,
      ],
    ]),
  });
  it.each([
    'servers: [{server: a, type: custom, url: "https://app:hunter2@db/x"}]\n',
    "servers: [{server: a, type: custom, accessKey: hunter2}]\n",
    'servers: [{server: a, type: custom, connectionString: "Server=x;Password=hunter2"}]\n',
    "servers: [{server: a, type: custom, customProperties: [{property: dbPassword, value: hunter2}]}]\n",
    "customProperties: [{property: api_key, value: hunter2}]\n",
    "x-db: {nested: [{password: hunter2}]}\n",
    "x-db: {a: {b: {c: {d: {e: {f: {g: {token: hunter2}}}}}}}}\n",
  ])("never has its secrets told: %j", async (said) => {
    const [none, other, one] = ["", said.replaceAll("hunter2", "other"), said].map(side);
    for (const [base, head] of [
      [none, one],
      [one, none],
      [other, one],
    ]) {
      const { changes } = await format.compare("c", base, head as ReturnType<typeof side>, {});
      expect(changes).not.toEqual([]);
      expect(JSON.stringify(changes)).not.toContain("hunter2");
    }
  });
});

it("what is registered around a schema is told without them", () => {
  const at = { path: "a.json", line: 1, column: 1 };
  const side = (secret: string) => {
    const rule = { name: "pii", kind: "TRANSFORM", type: "ENCRYPT", params: { "secret.access.key": secret } };
    const sections = { metadata: { properties: { "db.password": secret } }, ruleSet: { domainRules: [rule] } };
    const trees = Object.entries(sections).map(([name, value]) => [
      name,
      { path: "a.json", tree: readJson("a.json", JSON.stringify(value)) },
    ]);
    return { at, unknown: [`password = "${secret}"`], ...Object.fromEntries(trees) };
  };
  const changes = aroundChanges("c", "", side("hunter1"), side("hunter2"), false);
  expect(changes.map(({ rule }) => rule).sort()).toEqual([
    "registry/not-analysed",
    "registry/property-changed",
    "registry/rule-changed",
  ]);
  expect(JSON.stringify(changes)).not.toMatch(/hunter/);
});
