import avsc from "avsc";
import { afterAll, describe, expect, it } from "vitest";
import { type Pool, startPool } from "../../src/workers/pool.ts";

const worker = new URL("../../dist/workers/worker.js", import.meta.url);
const pools: Pool[] = [];
const pool = (options: Parameters<typeof startPool>[0]) => {
  const started = startPool({ worker, threads: 1, ...options });
  pools.push(started);
  return started;
};
afterAll(() => Promise.all(pools.map((one) => one.close())));

const side = (text: string) => ({ entry: "a.schema.json", part: "", files: new Map([["a.schema.json", text]]) });
const request = (base: string, head: string) => ({
  contract: "c",
  format: "json-schema",
  base: side(base),
  head: side(head),
  history: [],
  options: {},
});
/** Alternatives of many objects each, which take their time to be told apart. */
const entangled = (kind: string) =>
  JSON.stringify({
    anyOf: Array.from({ length: 60 }, (_, index) => ({
      type: "object",
      required: [`r${index}`],
      properties: Object.fromEntries(
        Array.from({ length: 60 }, (_, name) => [`p${(name * 7 + index) % 90}`, { type: kind, maximum: index + name }]),
      ),
    })),
  });

describe("sample records in worker threads", () => {
  const hold = (base: string, head: string, text: string, limits: Parameters<typeof startPool>[0] = {}) => {
    const file = { path: "a.sample.json", text, sides: ["base", "head"] as const };
    const sides = { base: side(base), head: side(head) };
    return pool(limits).hold({
      contract: "c",
      format: "json-schema",
      ...sides,
      options: {},
      files: [file],
      changes: [],
    });
  };
  const told = async (held: ReturnType<typeof hold>) => {
    const { changes, problems } = await held;
    return [changes.map(({ rule, breaks, message }) => [rule, breaks, message]), problems];
  };

  it("are held as in this one", async () => {
    const [before, after] = ["integer", "string"].map((type) => `{"properties": {"a": {"type": "${type}"}}}`);
    expect(await told(hold(before ?? "", after ?? "", '{"a": 12345}'))).toEqual([
      [
        [
          "contract/sample-refused",
          ["backward"],
          "sample a.sample.json, line 1, /a was a record, and head cannot read it: the schema refuses it",
        ],
      ],
      [],
    ]);
  });

  it("against an expression that would be searched for ever are answered without running it", async () => {
    const evil = '{"type": "string", "pattern": "^(([a-z])+.)+[A-Z]([a-z])+$"}';
    const text = JSON.stringify("a".repeat(100_000));
    expect(await told(hold(evil, evil, text))).toEqual([
      [],
      [
        {
          at: { path: "a.sample.json", line: 1, column: 1 },
          message: "is no record of c, before or now: the schema refuses it",
          severity: "warning",
        },
      ],
    ]);
  });

  it("that are nested without end are no records", async () => {
    const deep = `${"[".repeat(400_000)}${"]".repeat(400_000)}`;
    expect(await told(hold("{}", "{}", deep))).toEqual([
      [],
      [
        {
          at: expect.objectContaining({ path: "a.sample.json" }),
          message: "is no sample record: not valid JSON, or nested too deeply",
          severity: "warning",
        },
      ],
    ]);
  });

  it("that need more memory than there is are a warning, and the comparison stands", async () => {
    const huge = `[${"{},".repeat(1_500_000)}{}]`;
    const [changes, problems] = await told(hold("{}", "{}", huge, { memoryMb: 24 }));
    expect([changes, problems]).toEqual([
      [],
      [
        {
          at: { path: "a.sample.json" },
          message: "as a sample, could not be analysed: it needed more than 24 MiB of memory",
          severity: "warning",
        },
      ],
    ]);
  });

  it("that take too long are a warning, and the next are held", async () => {
    const container = { path: "a.sample.avro", text: "", bytes: endless(), sides: ["head"] as const };
    const avro = { entry: "a.avsc", part: "", files: new Map([["a.avsc", '{"type": "array", "items": "null"}']]) };
    const limited = pool({ timeoutMs: 300 });
    const request = { contract: "c", format: "avro", base: avro, head: avro, options: {}, changes: [] };
    expect(await limited.hold({ ...request, files: [container] })).toEqual({
      changes: [],
      problems: [
        {
          at: { path: "a.sample.avro" },
          message: "as a sample, could not be analysed: it took longer than 300 ms",
          severity: "warning",
        },
      ],
    });
    const one = { path: "a.sample.json", text: "[null]", sides: ["head"] as const };
    expect(await pool({}).hold({ ...request, files: [one] })).toEqual({ changes: [], problems: [] });
  });
});

/** An object container file of one record: a list of more nulls, which take no bytes, than anybody can count. */
function endless(): Uint8Array {
  const long = avsc.Type.forSchema("long");
  const meta = avsc.Type.forSchema({ type: "map", values: "bytes" });
  const sync = Buffer.alloc(16, 7);
  const schema = Buffer.from('{"type": "array", "items": "null"}');
  const nulls = Buffer.concat([long.toBuffer(2 ** 50), long.toBuffer(0)]);
  return Buffer.concat([
    Buffer.from("Obj\x01"),
    ...[meta.toBuffer({ "avro.schema": schema }), sync, long.toBuffer(1), long.toBuffer(nulls.length), nulls, sync],
  ]);
}

describe("comparisons in worker threads", () => {
  it("answer like comparisons in this one", async () => {
    const { changes, problems } = await pool({}).compare(request('{"type":"integer"}', '{"type":"number"}'));
    expect([changes.map(({ rule, breaks }) => [rule, breaks]), problems]).toEqual([
      [["json-schema/type-changed", ["forward"]]],
      [],
    ]);
  });

  it("that take too long are a problem of their contract, and the next one is answered", async () => {
    const limited = pool({ timeoutMs: 40 });
    const [slow, quick] = [
      await limited.compare(request(entangled("integer"), entangled("number"))),
      await pool({}).compare(request("{}", "{}")),
    ];
    expect(slow).toEqual({
      changes: [],
      problems: [
        {
          at: { path: "a.schema.json" },
          message: "could not be analysed: it took longer than 40 ms",
          severity: "failure",
        },
      ],
      reach: new Map(),
    });
    expect(quick.problems).toEqual([]);
  });

  it("a descriptor file that takes too long makes its repository unread, not the review fail", async () => {
    const text = `apiVersion: contract-consumer/v1\nreads: ${"[".repeat(300_000)}`;
    const files = [{ path: "a.yml", text }];
    const found = await pool({ timeoutMs: 40 }).consumers({ repository: "shop/x", files, codeowners: "" }, new Map());
    expect(found).toEqual({ unreadable: "its descriptors could not be analysed: it took longer than 40 ms" });
  });
});
