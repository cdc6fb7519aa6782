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
