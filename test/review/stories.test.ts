import { describe, expect, it } from "vitest";
import { checkRun } from "../../src/report/check-run.ts";
import { reviewOf, short, type Texts } from "./world.ts";

interface ColumnText {
  readonly name: string;
  readonly nullable?: boolean;
  readonly type?: string;
}

/** A catalog with versions of one table, by the columns of each. */
function catalog(versions: Readonly<Record<string, readonly (string | ColumnText)[]>>, table = "raw.orders"): string {
  return Object.entries(versions)
    .map(
      ([version, columns]) =>
        `- {table: ${table}, version: ${version}, columns: [${columns.map(columnText).join(", ")}]}`,
    )
    .join("\n");
}

function columnText(column: string | ColumnText): string {
  const { name, type = "VARCHAR", nullable = true } = typeof column === "string" ? { name: column } : column;
  return `{name: ${name}, type: ${type}, nullable: ${nullable}}`;
}

function reader(name: string, more: string, dataset = "raw.orders"): string {
  return `apiVersion: contract-consumer/v1
consumer: ${name}
owner: {github: "@shop/${name}"}
reads:
  - {dataset: ${dataset}${more === "" ? "" : `, ${more}`}}
`;
}

const consumers = (...texts: readonly string[]): Record<string, Texts> => ({
  "shop/domain": Object.fromEntries(texts.map((text, index) => [`c${index}.yml`, text])),
});

const two = catalog({ 1: ["id", "name"] });
const one = catalog({ 1: ["id"] });

describe("what is found", () => {
  it("a contract that is gone breaks all who read it, by whatever they read", async () => {
    const review = await reviewOf({
      base: { "catalog.yml": two },
      head: {},
      domains: consumers(reader("a", "version: 1, fields: [id]"), reader("b", "")),
    });
    expect(short(review)).toEqual([
      ["a", "breaks", "v1", [""]],
      ["b", "breaks", "v1", [""]],
    ]);
    expect(review.diffs.map(({ changes }) => changes.map(({ rule, breaks }) => [rule, breaks]))).toEqual([
      [["contract/removed", ["backward", "forward"]]],
    ]);
  });

  it("a proposal that was worked off into the catalog is no removal", async () => {
    const proposal = "database: raw\ntable: orders\nversion: 2\ncolumns: [{name: id, type: VARCHAR, nullable: true}]\n";
    const review = await reviewOf({
      base: { "proposals/p.yml": proposal, "catalog.yml": catalog({ 1: ["id"], 2: ["id"] }) },
      head: { "catalog.yml": catalog({ 1: ["id"], 2: ["id"] }) },
    });
    expect([review.diffs, review.conclusion]).toEqual([[], "success"]);
  });

  it("a renamed file is the same contract", async () => {
    const review = await reviewOf({
      base: { "a.yml": two },
      head: { "tables/b.yml": one },
      renamed: [["a.yml", "tables/b.yml"]],
      domains: consumers(reader("a", "fields: [name]")),
    });
    expect(short(review)).toEqual([["a", "breaks", "v1", ["name"]]]);
  });

  it("a contract that moved to another file of the same change is the same contract", async () => {
    const review = await reviewOf({
      base: { "a.yml": two },
      head: { "b.yml": one },
      domains: consumers(reader("a", "fields: [name]")),
    });
    expect(short(review)).toEqual([["a", "breaks", "v1", ["name"]]]);
  });

  it("a contract under a new name is told as renamed, and breaks those who know the old name", async () => {
    const review = await reviewOf({
      base: { "a.yml": one },
      head: { "a.yml": catalog({ 1: ["id"] }, "raw.purchases") },
      domains: consumers(reader("a", "")),
    });
    expect(review.diffs.flatMap(({ changes }) => changes.map(({ rule }) => rule))).toEqual([
      "contract/renamed",
      "table/table-renamed",
    ]);
    expect(short(review)).toEqual([["a", "breaks", "v1", [""]]]);
  });

  it("a new contract is compatible", async () => {
    const review = await reviewOf({ base: {}, head: { "catalog.yml": one }, domains: consumers(reader("a", "")) });
    expect(short(review)).toEqual([["a", "unaffected", "nothing before it", []]]);
    expect([review.conclusion, checkRun(review).title]).toEqual(["success", "1 new contract, nobody breaks"]);
  });

  it("a file that is touched and says what it said is told so", async () => {
    const review = await reviewOf({ base: { "db/a.sql": table }, head: { "db/a.sql": `-- the orders\n${table}` } });
    expect([review.conclusion, checkRun(review).title]).toEqual([
      "success",
      "1 contract touched, nothing changed in it, nobody breaks",
    ]);
  });

  it("many notices that are alike are one line, and nobody is told of a process that nobody is asked for", async () => {
    const of = (type: string) =>
      `CREATE TABLE shop.orders (${[..."abcdef"].map((one) => `${one} ${type}`).join(", ")});\n`;
    const review = await reviewOf({ base: { "db/a.sql": of("int") }, head: { "db/a.sql": of("integer") } });
    const { text, summary } = checkRun(review);
    expect(`${summary}\n${text}`.split("\n").filter((line) => /type-respelled|Usual way out/.test(line))).toEqual([
      "- shop.orders: type of a is spelled differently, the same type, from int to integer (`table/type-respelled`); likewise `b`, `c`, `d`, `e` and `f`",
    ]);
  });

  it("a change on the target branch is nobody's here", async () => {
    const review = await reviewOf({
      base: { "a.yml": two, "readme.md": "" },
      target: { "a.yml": one, "readme.md": "" },
      head: { "a.yml": two, "readme.md": "more" },
    });
    expect([review.diffs, review.conclusion]).toEqual([[], "success"]);
  });

  it("two contracts that claim one name are told", async () => {
    const review = await reviewOf({ base: {}, head: { "a.yml": one, "b.yml": one } });
    expect(review.problems).toEqual([
      { at: { path: "b.yml" }, message: "claims the name raw.orders, which a.yml claims too", severity: "failure" },
    ]);
    expect(review.conclusion).toBe("failure");
  });

  it("a new file that declares what an untouched one holds is compared with that", async () => {
    const proposal = (version: number, columns: string) =>
      `database: raw\ntable: orders\nversion: ${version}\ncolumns: [${columns}]\n`;
    const [id, name] = ["{name: id, type: VARCHAR, nullable: true}", "{name: name, type: VARCHAR, nullable: true}"];
    const base = { "p/4.yml": proposal(4, `${id}, ${name}`), "catalog.yml": catalog({ 3: ["id"] }) };
    const review = await reviewOf({
      base,
      head: { ...base, "p/4b.yml": proposal(4, id) },
      domains: consumers(reader("pinned", "version: 4, fields: [name]"), reader("current", "fields: [name]")),
    });
    expect(short(review)).toEqual([
      ["current", "breaks", "v4", ["name"]],
      ["pinned", "breaks", "v4", ["name"]],
    ]);
  });

  it("a contract that goes is gone, whatever older versions the catalog keeps", async () => {
    const base = {
      "catalog.yml": catalog({ 3: ["id"] }),
      "t.yml": "database: raw\ntable: orders\nversion: 4\ncolumns: [{name: id, type: VARCHAR, nullable: true}]\n",
    };
    const { "t.yml": _, ...head } = base;
    const review = await reviewOf({ base, head, domains: consumers(reader("a", "version: 4, fields: [id]")) });
    expect(short(review)).toEqual([["a", "breaks", "v4", [""]]]);
  });

  it("a catalog that cannot be read is no absence of versions", async () => {
    const head = {
      "p/5.yml": "database: raw\ntable: orders\nversion: 5\ncolumns: [{name: id, type: VARCHAR, nullable: true}]\n",
    };
    for (const text of [`${two}\n- {table: [\n`, { refused: "too-large" as const }, { refused: "symlink" as const }]) {
      const base = { "catalog.yml": text };
      const review = await reviewOf({
        base,
        head: { ...base, ...head },
        domains: consumers(reader("a", "fields: [name]")),
      });
      expect([review.conclusion, review.problems[0]?.at.path]).toEqual(["failure", "catalog.yml"]);
    }
  });

  it("an ending in capitals hides neither a contract nor a descriptor", async () => {
    const review = await reviewOf({
      base: { "T.YML": two },
      head: { "T.YML": one },
      domains: { "shop/d": { "C.YAML": reader("a", "fields: [name]") } },
    });
    expect(short(review)).toEqual([["a", "breaks", "v1", ["name"]]]);
  });

  it("a contract that becomes a link is not read, not removed", async () => {
    const review = await reviewOf({ base: { "t.yml": two }, head: { "t.yml": { refused: "symlink" } } });
    expect([review.conclusion, review.problems[0]?.message]).toEqual([
      "failure",
      "should hold a contract, but is a symbolic link; links are never followed: put the contract itself here",
    ]);
  });

  it("the configured id is a name like any other", async () => {
    const review = await reviewOf({
      base: { "a.yml": two },
      head: { "a.yml": one },
      config: 'version: 1\ncontracts:\n  - {path: "*.yml", id: "kafka:orders"}\n',
      domains: consumers(reader("by-id", "fields: [name]", "kafka:orders"), reader("by-table", "fields: [name]")),
    });
    expect(short(review)).toEqual([
      ["by-id", "breaks", "v1", ["name"]],
      ["by-table", "breaks", "v1", ["name"]],
    ]);
  });
});

describe("what a consumer is compared with", () => {
  const versions = catalog({ 1: ["id", "name"], 2: ["id", "name", "city"], 3: ["id", "name", "city"] });
  const proposal = {
    "p.yml":
      "database: raw\ntable: orders\nversion: 4\ncolumns: [{name: id, type: VARCHAR, nullable: true}, {name: city, type: VARCHAR, nullable: true}]\n",
  };
  const base = { "catalog.yml": versions };

  it("the version it pins, each version of a range, or the current one", async () => {
    const review = await reviewOf({
      base,
      head: { ...base, ...proposal },
      domains: consumers(
        reader("exact", "version: 1"),
        reader("range", "version: {min: 1, max: 2}"),
        reader("current", "fields: [city]"),
        reader("ahead", "version: 4"),
      ),
    });
    expect(short(review)).toEqual([
      ["ahead", "unaffected", "v4", []],
      ["current", "unaffected", "v3", []],
      ["exact", "breaks", "v1", ["name"]],
      ["range", "breaks", "v1 to v2", ["name"]],
    ]);
  });

  it("a version that cannot be found is unknown, and never green in a change that breaks anything", async () => {
    const review = await reviewOf({
      base,
      head: { ...base, ...proposal },
      domains: consumers(reader("lost", "version: 9")),
    });
    expect(short(review)).toEqual([
      ["lost", "unknown", "", "it pins v9, which is neither in a catalog nor a tag or release"],
    ]);
    expect(review.conclusion).toBe("action_required");
  });

  it("a version that only a tag has is read there", async () => {
    const review = await reviewOf({
      base: { "t.yml": catalog({ 3: ["id", "name"] }) },
      head: { "t.yml": catalog({ 3: ["id", "name"], 4: ["id", "name"] }) },
      tags: { "v1.2.0": { "t.yml": catalog({ 1: ["id", "name", "old"] }) } },
      domains: consumers(reader("tagged", 'version: "1.2.0", fields: [old]')),
    });
    expect(short(review)).toEqual([["tagged", "breaks", "v1.2.0", ["old"]]]);
  });

  it("a published version that was changed in place is compared with what it was", async () => {
    const review = await reviewOf({
      base: { "catalog.yml": two },
      head: { "catalog.yml": one },
      domains: consumers(reader("pinned", "version: 1, fields: [name]")),
    });
    expect(short(review)).toEqual([["pinned", "breaks", "v1", ["name"]]]);
  });
});

describe("doubt", () => {
  it("a field that the pinned version does not have makes its reader unknown", async () => {
    const review = await reviewOf({
      base: { "t.yml": two },
      head: { "t.yml": one },
      domains: consumers(reader("typo", "fields: [nane]")),
    });
    expect(short(review)).toEqual([["typo", "unknown", "v1", "it reads nane, which v1 does not have"]]);
    expect(review.conclusion).toBe("action_required");
  });

  it("a malformed descriptor that names the contract is an unknown consumer; one that does not is only told", async () => {
    const broken = (table: string) =>
      `apiVersion: cordata.tech/v1\nsource: {database: raw, table: ${table}, schema_version: [}\n`;
    const review = await reviewOf({
      base: { "t.yml": two },
      head: { "t.yml": one },
      domains: { "shop/domain": { "pipelines/a.yml": broken("orders"), "pipelines/b.yml": broken("payments") } },
    });
    expect(review.verdicts.map(({ outcome, consumer }) => [outcome, consumer.name])).toEqual([["unknown", "a.yml"]]);
    expect(review.conclusion).toBe("action_required");
  });

  it("who did not say what it reads is never taken for safe", async () => {
    const product = (fields: string) => `apiVersion: v1.0.0
kind: DataProduct
id: p
name: p
version: 1.0.0
status: active
inputPorts:
  - {name: orders, version: "1", contractId: raw.orders${fields}}
team: {name: t, members: [{username: "@shop/t", role: owner}]}
`;
    const reading = (fields: string) =>
      reviewOf({
        base: { "t.yml": two },
        head: { "t.yml": one },
        domains: { "shop/d": { "p.odps.yaml": product(fields) } },
      });
    const [silent, other] = [await reading(""), await reading(", customProperties: [{property: fields, value: [id]}]")];
    expect(short(silent)).toEqual([["p", "breaks", "v1", ["name"]]]);
    expect(short(other)).toEqual([["p", "unaffected", "v1", []]]);
  });

  it("a file that may declare a consumer and cannot be read is doubt, where anything breaks", async () => {
    const unread = { "shop/d": { "c.yml": { refused: "not-utf8" as const } } };
    const config = "version: 1\npolicy: {no-consumers: pass}\n";
    const breaking = await reviewOf({ base: { "t.yml": two }, head: { "t.yml": one }, domains: unread, config });
    const additive = await reviewOf({ base: { "t.yml": one }, head: { "t.yml": two }, domains: unread, config });
    expect([breaking.conclusion, additive.conclusion]).toEqual(["action_required", "success"]);
  });

  it("best-effort domains warn, and stop nothing", async () => {
    const review = await reviewOf({
      base: { "t.yml": two },
      head: { "t.yml": one },
      config: "version: 1\npolicy: {no-consumers: pass}\n",
      bestEffort: { "shop/sandbox": "gone" },
    });
    expect(review.conclusion).toBe("success");
  });
});

describe("what follows", () => {
  const change = { base: { "t.yml": two }, head: { "t.yml": one } };

  it.each([
    ["owner-approval", "action_required"],
    ["exception", "action_required"],
    ["pass", "success"],
  ])("a broken mode that hits no known consumer, by policy.no-consumers: %s", async (policy, conclusion) => {
    const review = await reviewOf({ ...change, config: `version: 1\npolicy: {no-consumers: ${policy}}\n` });
    expect(review.conclusion).toBe(conclusion);
  });

  it("policy.breaking: forbid fails", async () => {
    const domains = consumers(reader("a", ""));
    const review = await reviewOf({ ...change, domains, config: "version: 1\npolicy: {breaking: forbid}\n" });
    expect([review.conclusion, review.reasons]).toEqual(["failure", ["1 consumer breaks; policy.breaking forbids it"]]);
  });

  it("observe is always green, and says what it would have been", async () => {
    const domains = consumers(reader("a", ""));
    const review = await reviewOf({ ...change, domains, config: "version: 1\nenforcement: observe\n" });
    expect([review.conclusion, review.wouldBe]).toEqual(["success", "action_required"]);
    expect(checkRun(review).title).toBe("Observing, would ask: 1 consumer breaks: name removed");
  });

  it("owners nobody can be reached by are shown as such, and an owner that is no login is text", async () => {
    const hostile = reader("evil", "").replace('"@shop/evil"', '"@everyone|x"');
    const review = await reviewOf({ ...change, domains: consumers(hostile) });
    expect(review.ask).toEqual([{ owner: "@everyone|x", reachable: false, consumers: ["evil"] }]);
    const { summary } = checkRun(review);
    expect(summary).toContain("<code>@everyone&#124;x</code>, not reachable");
    expect(summary).not.toMatch(/(?<!<code>)@everyone/);
  });

  it("an owner is mapped by configuration, else CODEOWNERS of the domain repository answers", async () => {
    const mailed = reader("mailed", "").replace('{github: "@shop/mailed"}', "{email: Team@Shop.example}");
    const silent = reader("silent", "").replace(/owner: .*\n/, "");
    const review = await reviewOf({
      ...change,
      domains: {
        "shop/domain": { "a.yml": mailed, "b.yml": silent, CODEOWNERS: "*.yml @shop/everything\nb.yml @shop/b\n" },
      },
      config: 'version: 1\nowners: {team@shop.example: "@shop/mail-team"}\n',
    });
    expect(review.ask.map(({ owner, consumers }) => [owner, consumers])).toEqual([
      ["@shop/b", ["silent"]],
      ["@shop/mail-team", ["mailed"]],
    ]);
  });

  it("who drops their descriptor together with what it reads is still a consumer", async () => {
    const review = await reviewOf({ base: { "t.yml": two, "c.yml": reader("own", "") }, head: { "t.yml": one } });
    expect(short(review)).toEqual([["own", "breaks", "v1", ["name"]]]);
  });
});

describe("a file that should be a contract and cannot be read", () => {
  it.each<[string, Texts, string]>([
    ["invalid YAML", { "t.yml": "- {table: raw.orders, version: 1, columns: [}" }, "t.yml:1:"],
    [
      "a duplicate key",
      { "t.yml": "table: a.b\nversion: 1\nversion: 2\ncolumns: []" },
      't.yml:3:1 not valid YAML: duplicate key "version"',
    ],
    ["no columns", { "t.yml": "database: a\ntable: b\nversion: 1\ncolumns: x\n" }, "t.yml:4:10"],
    [
      "deep nesting",
      { "t.yml": `table: a.b\ncolumns: ${"[".repeat(1000)}${"]".repeat(1000)}` },
      "nested deeper than 400 levels",
    ],
    ["an alias bomb", { "t.yml": bomb() }, "once its aliases are followed"],
  ])("%s fails the check with its place", async (_, head, said) => {
    const review = await reviewOf({ base: {}, head });
    expect(review.conclusion).toBe("failure");
    const [problem] = review.problems;
    expect(`${problem?.at.path}:${problem?.at.line}:${problem?.at.column} ${problem?.message}`).toContain(said);
  });

  it.each([
    ["symlink", "is a symbolic link; links are never followed: put the contract itself here"],
    ["submodule", "is a submodule; submodules are never entered: put the contract itself here"],
    ["lfs-pointer", "is a pointer to large file storage; put the contract's text itself here"],
    ["too-large", "is larger than a contract may be (1 MiB)"],
    ["not-utf8", "is not UTF-8 text"],
  ] as const)("%s: by its name it should be one", async (refused, said) => {
    const review = await reviewOf({ base: {}, head: { "order.avsc": { refused } } });
    expect([review.conclusion, review.problems]).toEqual([
      "failure",
      [{ at: { path: "order.avsc" }, message: `should hold a contract, but ${said}`, severity: "failure" }],
    ]);
  });

  it("one that was unreadable before is a problem of the base side", async () => {
    const review = await reviewOf({
      base: { "t.yml": "table: a.b\ncolumns: [" },
      head: { "t.yml": catalog({ 1: ["id"] }) },
    });
    expect([review.conclusion, review.problems[0]?.message.slice(0, 18)]).toEqual(["failure", "on the base side: "]);
  });

  it("columns called __proto__ and constructor are columns", async () => {
    const odd = catalog({ 1: ["id", "__proto__", "constructor"] });
    const review = await reviewOf({
      base: { "t.yml": odd },
      head: { "t.yml": one },
      domains: consumers(reader("a", "fields: [__proto__]"), reader("b", "fields: [constructor]")),
    });
    expect(short(review)).toEqual([
      ["a", "breaks", "v1", ["__proto__"]],
      ["b", "breaks", "v1", ["constructor"]],
    ]);
  });

  it("a byte order mark and carriage returns change nothing", async () => {
    const review = await reviewOf({
      base: { "t.yml": two },
      head: { "t.yml": `\ufeff${two.replaceAll("\n", "\r\n")}\r\n` },
    });
    expect(review.diffs.map(({ changes }) => changes)).toEqual([[]]);
    expect(review.conclusion).toBe("success");
  });
});

function bomb(): string {
  const letters = [..."abcdefghij"];
  const lines = letters.map((name, index) => {
    const before = letters[index - 1];
    const value = before === undefined ? "x" : `*${before}`;
    return `  ${name}: &${name} [${Array(9).fill(value).join(", ")}]`;
  });
  return `table: a.b\nversion: 1\ncolumns:\n${lines.join("\n")}\n`;
}

const table = "CREATE TABLE shop.orders (id text NOT NULL);\n";

describe("a file that nobody can look into", () => {
  const told = async (base: Texts, head: Texts) => {
    const { conclusion, problems } = await reviewOf({ base, head });
    return [conclusion, problems.map(({ severity, at: { path } }) => [severity, path])];
  };
  const large = { refused: "too-large" } as const;

  it.each([
    "api/openapi.yaml",
    "shop.asyncapi.json",
    "schemas/order.schema.json",
    "swagger/v1.json",
    "order-contract.yml",
  ])("%s keeps the check from passing, also where it could not be read before", async (path) => {
    expect(await told({ [path]: { ...large } }, { [path]: { refused: "lfs-pointer" } })).toEqual([
      "failure",
      expect.arrayContaining([["failure", path]]),
    ]);
  });

  it("records are told of, and keep nothing from passing; what held a contract does", async () => {
    expect(await told({}, { "db/migrations/002_rows.sql": { ...large } })).toEqual([
      "success",
      [["warning", "db/migrations/002_rows.sql"]],
    ]);
    expect(await told({ "db/orders.sql": table }, { "db/orders.sql": { ...large } })).toEqual([
      "failure",
      [["failure", "db/orders.sql"]],
    ]);
  });

  it.each([
    "data/days.json",
    "package-lock.json",
    "pnpm-lock.yaml",
    "vendor/schemas/things.json",
    "src/i18n/de.json",
    "test/fixtures/events/one.json",
    "assets/model.yaml",
    "seeds/countries.csv",
    "config.json",
  ])("%s suggests no contract, and is not told of", async (path) => {
    expect(await told({ [path]: { ...large } }, { [path]: { refused: "lfs-pointer" } })).toEqual(["success", []]);
  });

  it("what a contract draws on is not taken for gone, and what was not read before neither", async () => {
    const properties =
      "models:\n  - name: orders\n    config: {contract: {enforced: true}}\n    columns: [{name: id, data_type: int}]\n";
    const around = { "dbt_project.yml": "name: shop\n", "models/orders.yml": properties };
    const query = { "models/orders.sql": "select id from {{ ref('x') }}\n" };
    const unread = { "models/orders.sql": { ...large } };
    const { conclusion, problems, diffs } = await reviewOf({
      base: { ...around, ...query },
      head: { ...around, ...unread },
    });
    expect([conclusion, problems, diffs.flatMap(({ changes }) => changes)]).toEqual([
      "failure",
      [
        {
          at: { path: "models/orders.yml" },
          message:
            "draws on models/orders.sql, which cannot be read any more: it is too large, a link, a pointer to large file storage or not UTF-8 text",
          severity: "failure",
        },
      ],
      [],
    ]);
    const described = { ...around, "models/orders.yml": properties.replace("int}", "int, description: The order.}") };
    expect(await told({ ...around, ...unread }, { ...described, ...unread })).toEqual(["success", []]);
    const other = { "models/orders.sql": { refused: "lfs-pointer" } } as const;
    expect(await told({ ...around, ...unread }, { ...around, ...other })).toEqual([
      "success",
      [["warning", "models/orders.sql"]],
    ]);
  });
});

describe("a contract that is put away", () => {
  const record = JSON.stringify({ type: "record", name: "shop.Order", fields: [{ name: "id", type: "string" }] });
  const [path, archived] = ["avro/order.avsc", "archive/avro/order.avsc"];

  it("is gone, though its file stands", async () => {
    const review = await reviewOf({
      base: { [path]: record },
      head: { [archived]: record },
      renamed: [[path, archived]],
    });
    expect([review.conclusion, review.diffs.flatMap(({ changes }) => changes.map(({ message }) => message))]).toEqual([
      "action_required",
      [`the contract was put away (${path} -> ${archived}): what stands in such a folder is not used any more`],
    ]);
  });

  it("is not, where it stands elsewhere too, or was put away before", async () => {
    const copied = await reviewOf({ base: { [path]: record }, head: { [path]: record, [archived]: record } });
    expect(copied.diffs.flatMap(({ changes }) => changes)).toEqual([]);
    const later = archived.replace("archive", "archive/2025");
    const moved = await reviewOf({
      base: { [archived]: record },
      head: { [later]: record },
      renamed: [[archived, later]],
    });
    expect([moved.conclusion, moved.diffs.flatMap(({ changes }) => changes)]).toEqual(["success", []]);
  });
});
