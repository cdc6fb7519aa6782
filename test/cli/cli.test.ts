import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
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

function contractReview(args: readonly string[], cwd = "."): Promise<Answer> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(process.cwd(), "dist/cli.js"), ...args],
      { cwd, maxBuffer: 1e8 },
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
      "2 consumers break: merchant_id removed, status newly nullable",
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
      ["settlement-nightly", "breaks", ["merchant_id", "status"]],
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
