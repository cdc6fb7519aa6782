import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { additiveProposal, breakingProposal, exampleFiles, proposalPath } from "../../src/demo/shop.ts";

interface Answer {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

function contractReview(
  args: readonly string[],
  cwd = ".",
  environment: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(process.cwd(), "dist/cli.js"), ...args],
      { cwd, maxBuffer: 1e8, env: { ...process.env, ...environment } },
      (error, out, err) => resolve({ status: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}

async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "contract-review-cli-"));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

function git(cwd: string, ...args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const who = ["-c", "user.name=Carla", "-c", "user.email=carla@shop.example", "-c", "commit.gpgsign=false"];
    execFile("git", [...who, ...args], { cwd }, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** The producer's repository with the examples' domains beside it, and one change on a branch. */
async function workplace(change: Readonly<Record<string, string>>): Promise<string> {
  const { [proposalPath]: _, ...files } = exampleFiles("producer");
  const root = await folder({});
  for (const domain of ["finance", "growth", "partner"])
    await cp(join("examples", domain), join(root, domain), { recursive: true });
  const producer = await folder(files);
  await git(producer, "init", "--quiet", "--initial-branch=main");
  await git(producer, "add", "--all");
  await git(producer, "commit", "--quiet", "--message", "base");
  await git(producer, "switch", "--quiet", "--create", "change");
  for (const [path, text] of Object.entries(change)) {
    await mkdir(dirname(join(producer, path)), { recursive: true });
    await writeFile(join(producer, path), text);
  }
  await cp(producer, join(root, "producer"), { recursive: true });
  return root;
}

const domains = ["--domain", "../finance", "--domain", "../growth", "--domain", "../partner"];

describe("check", () => {
  it("says of a branch what the App would say, with exit status 1", async () => {
    const root = await workplace({ [proposalPath]: breakingProposal() });
    const { status, out } = await contractReview(["check", ...domains, "--output", "json"], join(root, "producer"));
    const { conclusion, consumers, title } = JSON.parse(out);
    expect(status).toBe(1);
    expect([conclusion, title]).toEqual([
      "action_required",
      "4 consumers break: merchant_id removed, status newly nullable",
    ]);
    expect(
      consumers.map(
        ({ name, verdict, changes = [] }: { name: string; verdict: string; changes: { element: string }[] }) => [
          name,
          verdict,
          changes.map(({ element }) => element),
        ],
      ),
    ).toEqual([
      ["chargebacks-hourly", "breaks", ["status"]],
      ["revenue_dashboard", "breaks", ["merchant_id", "status"]],
      ["settlement-nightly", "breaks", ["merchant_id", "status"]],
      ["source checkout_raw.payments", "breaks", ["merchant_id", "status"]],
      ["fraud-features", "move-pin", []],
    ]);
  });

  it("passes an additive change with exit status 0, in every form", async () => {
    const root = await workplace({ [proposalPath]: additiveProposal });
    await git(join(root, "producer"), "add", "--all");
    await git(join(root, "producer"), "commit", "--quiet", "--message", "change");
    for (const output of ["terminal", "markdown", "json", "sarif"]) {
      const { status, out, err } = await contractReview(
        ["check", "--head", "HEAD", ...domains, "--output", output],
        join(root, "producer"),
      );
      expect([output, status, err]).toEqual([output, 0, ""]);
      expect(out.length).toBeGreaterThan(100);
    }
  });

  it("never follows a link, and takes no branch for an option", async () => {
    const root = await workplace({ "secret.txt": "x" });
    const producer = join(root, "producer");
    await mkdir(join(producer, "proposals"));
    await symlink("/etc/passwd", join(producer, "order.avsc"));
    const linked = await contractReview(["check", ...domains], producer);
    expect(linked.status).toBe(1);
    expect(linked.out).toContain("order.avsc: should hold a contract, but is a symbolic link");
    const option = await contractReview(["check", "--base=--upload-pack=touch /tmp/pwned", ...domains], producer);
    expect([option.status, option.err]).toEqual([2, expect.stringContaining("has no commit called --upload-pack")]);
  });

  it("makes no answer where there is no repository or no base", async () => {
    const root = await folder({ "a.txt": "" });
    const { status, err } = await contractReview(["check"], root);
    expect([status, err]).toEqual([2, expect.stringContaining("is no git repository")]);
  });
});

describe("compare", () => {
  const table = (columns: string) => `database: a\ntable: b\nversion: 1\ncolumns: [${columns}]\n`;
  const id = "{name: id, type: BIGINT, nullable: false}";

  it("exits by the mode, and prints one JSON document", async () => {
    const root = await folder({
      "old.yml": table(`${id}, {name: x, type: DATE, nullable: true}`),
      "new.yml": table(id),
    });
    const forward = await contractReview(["compare", "old.yml", "new.yml", "--json"], root);
    expect(forward.status).toBe(1);
    const { format, mode, passes, backward, forward: direction, changes } = JSON.parse(forward.out);
    expect([format, mode, passes, backward, direction, changes.length]).toEqual([
      "table",
      "FORWARD",
      false,
      "compatible",
      "breaking",
      1,
    ]);
    expect((await contractReview(["compare", "old.yml", "new.yml", "--mode", "BACKWARD"], root)).status).toBe(0);
  });

  it("names file, line and key of what it cannot read, with exit status 2", async () => {
    const root = await folder({
      "old.yml": table(id),
      "new.yml": "database: a\ntable: b\nversion: 1\ncolumns: nothing\n",
    });
    const { status, out, err } = await contractReview(["compare", "old.yml", "new.yml"], root);
    expect([status, out]).toEqual([2, ""]);
    expect(err).toMatch(/new\.yml:4:10: .*"columns"/);
  });

  it("answers a batch in input order, bad lines too, and goes on", async () => {
    const good = JSON.stringify({ id: "good", format: "table", base: table(id), head: table(id) });
    const lines = [
      good,
      "{",
      '{"id":"no-format","base":"","head":""}',
      JSON.stringify({ id: "unreadable", format: "table", base: table(id), head: "columns: [" }),
      JSON.stringify({ id: "gone", format: "table", base: table(id), head: null }),
    ];
    const child = spawn(process.execPath, ["dist/cli.js", "compare", "--batch"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin.end(`${lines.join("\n")}\n`);
    let out = "";
    for await (const chunk of child.stdout) out += chunk;
    const answers = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id, backward, forward, error }) => [id, backward, forward, error === undefined])).toEqual([
      ["good", "compatible", "compatible", true],
      [null, undefined, undefined, false],
      ["no-format", undefined, undefined, false],
      ["unreadable", undefined, undefined, false],
      ["gone", "breaking", "breaking", true],
    ]);
  });
});

describe("a registry as baseline", () => {
  it("is read where the operator's file says, and a fault in that file is told", async () => {
    const record = (...names: string[]) =>
      JSON.stringify({ type: "record", name: "Order", fields: names.map((name) => ({ name, type: "string" })) });
    const server = createServer(({ url }, response) => {
      const answers: Readonly<Record<string, unknown>> = {
        "/subjects/orders-value/versions": [7],
        "/subjects/orders-value/versions/7": { schema: record("id", "note") },
        "/config/orders-value?defaultToGlobal=true": { compatibilityLevel: "FORWARD" },
      };
      response.statusCode = answers[url ?? ""] === undefined ? 404 : 200;
      response.end(JSON.stringify(answers[url ?? ""] ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const config = `version: 1
contracts:
  - path: orders.avsc
    baseline: { registry: production, subject: orders-value }
`;
      const root = await folder({
        "repo/orders.avsc": record("id"),
        "repo/.github/contract-review.yml": config,
        "operator.yml": `version: 1\nregistries: { production: { url: "http://127.0.0.1:${port}" } }\n`,
        "wrong.yml": "version: 1\nregistry: {}\n",
      });
      const repo = join(root, "repo");
      await git(repo, "init", "--quiet", "--initial-branch=main");
      await git(repo, "add", "--all");
      await git(repo, "commit", "--quiet", "--message", "base");
      await writeFile(join(repo, "orders.avsc"), record("id", "place"));
      const check = (operator: string) =>
        contractReview(["check", "--base", "main", "--output", "json"], repo, {
          CONTRACT_REVIEW_OPERATOR_CONFIG: join(root, operator),
        });
      const { status, out } = await check("operator.yml");
      const [contract] = JSON.parse(out).contracts;
      expect([
        status,
        contract.baseline,
        contract.mode,
        contract.changes.map(({ element, breaks }: { element: string; breaks: string[] }) => [element, breaks]),
      ]).toEqual([
        1,
        "v7",
        "FORWARD",
        [
          ["note", ["forward"]],
          ["place", ["backward"]],
        ],
      ]);
      const wrong = await check("wrong.yml");
      expect([wrong.status, wrong.out, wrong.err.replace(root, "")]).toEqual([
        2,
        "",
        "contract-review: CONTRACT_REVIEW_OPERATOR_CONFIG: /wrong.yml:2: unknown key `registry`; allowed at the top: version, channels, registries\n",
      ]);
    } finally {
      server.close();
    }
  });
});

describe("consumers, rules, explain", () => {
  it("finds who reads a contract, with evidence", async () => {
    const { status, out } = await contractReview(
      ["consumers", "checkout_raw.payments", "--domain", "examples/finance", "--json"],
      ".",
    );
    const { consumers } = JSON.parse(out);
    expect([
      status,
      consumers
        .filter(({ domain }: { domain: string }) => domain === "finance")
        .map(({ name, version }: { name: string; version: string }) => [name, version]),
    ]).toEqual([
      0,
      expect.arrayContaining([
        ["chargebacks-hourly", "4"],
        ["settlement-nightly", "3"],
      ]),
    ]);
  });

  it("explains a rule, and guesses what was meant", async () => {
    expect((await contractReview(["explain", "table/column-removed"])).out).toContain(
      "holds:    A column that base has stands in head too",
    );
    const slip = await contractReview(["explain", "table/colum-removed"]);
    expect([slip.status, slip.err]).toEqual([
      2,
      "contract-review: there is no rule table/colum-removed. Did you mean table/column-removed?\n",
    ]);
  });

  it("lists every rule with its source", async () => {
    const rules: { id: string; source: string }[] = JSON.parse((await contractReview(["rules", "--json"])).out);
    expect(rules.map(({ id }) => id)).toContain("contract/removed");
    expect(rules.filter(({ source }) => source === "")).toEqual([]);
  });

  it("knows no other command", async () => {
    const { status, err } = await contractReview(["chek"]);
    expect([status, err]).toEqual([2, expect.stringContaining("Did you mean check?")]);
  });
});

describe("lint", () => {
  const good = { "orders.odcs.yaml": "apiVersion: v3.1.0\nkind: DataContract\nid: x\nversion: '1'\nstatus: draft\n" };

  it("passes with warnings, fails with errors, and answers 2 where a file is no contract document", async () => {
    const repo = await folder({ ...good, "other.yml": "a: 1\n", "bad.yaml": `${good["orders.odcs.yaml"]}stat: 1\n` });
    const lint = async (...args: readonly string[]) => {
      const { status, out, err } = await contractReview([
        "lint",
        "--repo",
        repo,
        ...args.map((file) => join(repo, file)),
      ]);
      return [status, out.replace(/ warning: .*\n/g, " warning\n"), err];
    };
    const warnings = (file: string) => `${file}:1:1: warning\n`.repeat(4);
    expect(await lint("orders.odcs.yaml")).toEqual([
      0,
      `${warnings("orders.odcs.yaml")}1 contract document: 4 warnings\n`,
      "",
    ]);
    const wrong = "bad.yaml:6:1: error: `stat` is not a known key here [schema]\n";
    expect(await lint()).toEqual([
      1,
      `${wrong}${warnings("bad.yaml")}${warnings("orders.odcs.yaml")}2 contract documents: 1 error, 8 warnings\n`,
      "",
    ]);
    expect(await lint("other.yml")).toEqual([
      2,
      "",
      "contract-review: other.yml holds no contract document (kind: DataContract or dataContractSpecification)\n",
    ]);
    expect(await lint("missing.yml")).toEqual([2, "", "contract-review: missing.yml cannot be read\n"]);
  });

  it("prints one JSON document, obeys the policy, and tells what the reader refuses though the standard does not", async () => {
    const twice = `${good["orders.odcs.yaml"]}team: {name: a}\nschema: [{name: a}, {name: a}]\n`;
    const repo = await folder({
      "a.yaml": twice,
      ".github/contract-review.yml": "version: 1\npolicy: {adoption: error}\ncontracts: [{path: a.yaml, mode: FULL}]\n",
    });
    const { status, out } = await contractReview(["lint", "--json"], repo);
    const { passes, documents, findings } = JSON.parse(out);
    expect([status, passes, documents]).toEqual([1, false, ["a.yaml"]]);
    expect(findings.map(({ rule, severity, at }: Finding) => [rule, severity, at.line])).toEqual([
      ["adoption/freshness", "error", 1],
      ["adoption/quality", "error", 7],
      ["unreadable", "error", 7],
    ]);
  });
});

interface Finding {
  readonly rule: string;
  readonly severity: string;
  readonly at: { readonly line: number };
}

describe("fixtures", () => {
  const schema =
    '{"type": "record", "name": "shop.Order", "fields": [{"name": "id", "type": "string"}, {"name": "paid", "type": "boolean"}]}';

  it("prints records of a contract, a line each, the same every time", async () => {
    const root = await folder({ "orders.avsc": schema });
    const expected = '{"id":"text","paid":true}\n{"id":"text 1","paid":false}\n';
    for (let run = 0; run < 2; run++)
      expect(await contractReview(["fixtures", "orders.avsc", "--count", "2"], root)).toEqual({
        status: 0,
        out: expected,
        err: "",
      });
  });

  it("writes them to a file", async () => {
    const root = await folder({ "orders.avsc": schema });
    expect((await contractReview(["fixtures", "orders.avsc", "--count", "1", "--out", "orders.json"], root)).out).toBe(
      "1 record of shop.Order written to orders.json\n",
    );
    expect(JSON.parse(await readFile(join(root, "orders.json"), "utf8"))).toEqual([{ id: "text", paid: true }]);
    expect((await contractReview(["fixtures", "orders.avsc", "--out", "orders.avro"], root)).status).toBe(0);
    expect((await readFile(join(root, "orders.avro"))).subarray(0, 4)).toEqual(Buffer.from("Obj\x01"));
  });

  it.each([
    [["nothing.avsc"], "nothing.avsc cannot be read (ENOENT)"],
    [["readme.md"], "no format finds a contract in readme.md"],
    [["broken.avsc"], "broken.avsc:1:2: not valid JSON: expected a key in double quotes"],
    [["a.proto"], "a.proto: no records are made for protobuf"],
    [["orders.avsc", "--name", "shop.Other"], "orders.avsc holds no contract shop.Other; it holds shop.Order"],
    [["orders.avsc", "--out", "a.txt"], "a.txt: fixtures are written as .json, .ndjson or, for Avro, .avro"],
    [["orders.avsc", "--out", "no/such/a.json"], "no/such/a.json cannot be written (ENOENT)"],
  ])("%j is an error in words", async (args, message) => {
    const files = {
      "orders.avsc": schema,
      "readme.md": "",
      "broken.avsc": "{",
      "a.proto": 'syntax = "proto3";\nmessage A {}\n',
    };
    const { status, out, err } = await contractReview(["fixtures", ...args], await folder(files));
    expect([status, out, err]).toEqual([2, "", `contract-review: ${message}\n`]);
  });
});
