import avsc from "avsc";
import { describe, expect, it } from "vitest";
import type { File } from "../../src/model.ts";
import { checkRun } from "../../src/report/check-run.ts";
import { reviewJson } from "../../src/report/json.ts";
import { isNoChecklist, reviewOf, type World } from "./world.ts";

/** An object container file, as avsc writes it. */
function packed(schema: string, records: readonly unknown[]): Promise<Uint8Array> {
  const encoder = new avsc.streams.BlockEncoder(JSON.parse(schema), { codec: "deflate" });
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    encoder.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
    encoder.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    for (const record of records) encoder.write(record);
    encoder.end();
  });
}
const avro = (...fields: readonly string[]) =>
  `{"type": "record", "name": "Order", "fields": [{"name": "id", "type": "string"}${fields.map((one) => `, ${one}`).join("")}]}`;
const schema = (amount: string, more = "") =>
  `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "amount": ${amount}${more}}}`;
const odcs = (properties: string) =>
  `apiVersion: v3.1.0\nkind: DataContract\nid: orders\nversion: 1.0.0\nstatus: active\nschema: [{name: orders, properties: [{name: id, logicalType: string, required: true}, ${properties}]}]\n`;

/** Every change and warning of a review, in short; and that no value of a record is in anything that is printed. */
async function told(world: World) {
  const review = await reviewOf(world);
  const printed = JSON.stringify([checkRun(review), reviewJson(review)]);
  expect(printed).not.toContain("sekret");
  return {
    conclusion: review.conclusion,
    changes: review.diffs.flatMap(({ changes }) =>
      changes.map(({ rule, element, breaks, basis, message }) => [rule, element, breaks.join(), basis, message]),
    ),
    samples: review.diffs.flatMap(({ changes }) =>
      changes.filter(({ rule }) => rule === "contract/sample-refused").map(({ message }) => message),
    ),
    problems: review.problems
      .filter(isNoChecklist)
      .map(({ at, message, severity }) => [at.path, at.line, message, severity]),
  };
}

describe("records beside a contract", () => {
  it("of Avro are read by the other side's reader, and confirm what breaks with their place", async () => {
    const records = '{"id": "sekret", "amount": 12, "state": "NEW"}\n\n{"id": "b", "amount": 7, "state": "PAID"}\n';
    const [amount, state] = [
      '{"name": "amount", "type": "int"}',
      '{"name": "state", "type": {"type": "enum", "name": "State", "symbols": ["NEW", "PAID"]}}',
    ];
    const { samples, problems } = await told({
      base: { "s/orders.avsc": avro(amount, state), "s/orders.sample.ndjson": records, "s/other.sample.ndjson": "{}" },
      head: {
        "s/orders.avsc": avro(amount, state.replace(', "PAID"', "")),
        "s/orders.sample.ndjson": records,
        "s/other.sample.ndjson": "{}",
      },
    });
    expect(samples).toEqual([
      "sample s/orders.sample.ndjson, line 3, /state was a record, and head cannot read it: its symbol is none of State; it confirms avro/enum-symbol-removed",
    ]);
    expect(problems).toEqual([]);
  });

  it("of Avro may stand in an object container file, and are told by their number", async () => {
    const fields =
      '{"name": "amount", "type": "int"}, {"name": "state", "type": {"type": "enum", "name": "State", "symbols": ["NEW", "PAID"]}}';
    const container = await packed(avro(fields), [
      { id: "sekret", amount: 12, state: "NEW" },
      { id: "b", amount: 7, state: "PAID" },
    ]);
    const file = { refused: "not-utf8", container } as const;
    const { samples, problems } = await told({
      base: { "s/orders.avsc": avro(fields), "s/orders.sample.avro": file },
      head: { "s/orders.avsc": avro(fields.replace(', "PAID"', "")), "s/orders.sample.avro": file },
    });
    expect(samples).toEqual([
      "sample s/orders.sample.avro, record 2, /state was a record, and head cannot read it: its symbol is none of State; it confirms avro/enum-symbol-removed",
    ]);
    expect(problems).toEqual([]);
  });

  it("that an object container file holds and neither side takes are told by their number, as is a file that is damaged", async () => {
    const container = await packed(avro('{"name": "amount", "type": "string"}'), [{ id: "a", amount: "sekret" }]);
    const [before, after] = ["int", "long"].map((type) => avro(`{"name": "amount", "type": "${type}"}`));
    const beside = (bytes: Uint8Array) =>
      told({
        base: { "orders.avsc": before ?? "" },
        head: { "orders.avsc": after ?? "", "orders.sample.avro": { refused: "not-utf8", container: bytes } },
      });
    expect((await beside(container)).problems).toEqual([
      [
        "orders.sample.avro",
        undefined,
        "record 1 is no record of Order, before or now: at /amount, it is not long",
        "warning",
      ],
    ]);
    expect((await beside(container.subarray(0, -5))).problems).toEqual([
      ["orders.sample.avro", undefined, "is no sample record: is damaged", "warning"],
    ]);
  });

  it("that head writes and base cannot read break forward", async () => {
    const number = '{"name": "amount", "type": "long"}';
    const { samples } = await told({
      base: { "orders.avsc": avro('{"name": "amount", "type": "int"}') },
      head: { "orders.avsc": avro(number), "orders.new.sample.json": '[{"id": "sekret", "amount": 12}]' },
    });
    expect(samples).toEqual([
      "sample orders.new.sample.json, line 1, /amount is a record now, and base cannot read it: long cannot be read as int; it confirms avro/type-changed",
    ]);
  });

  it("of JSON Schema are told by their JSON pointer", async () => {
    const text = '{"id": "sekret",\n "lines": [{"sku": "a"}, {"sku": "sekret"}]}';
    const lines = (sku: string) =>
      schema("true", `, "lines": {"items": {"properties": {"sku": {"type": "string", ${sku}}}}}`);
    const { samples } = await told({
      base: { "orders.schema.json": lines('"maxLength": 9'), "orders.sample.json": text },
      head: { "orders.schema.json": lines('"maxLength": 5'), "orders.sample.json": text },
    });
    expect(samples).toEqual([
      "sample orders.sample.json, line 1, /lines/1/sku was a record, and head cannot read it: the schema refuses it; it confirms json-schema/bound-tightened",
    ]);
  });

  it("of a table are rows", async () => {
    const rows = '{"id": "sekret", "amount": 5}\n{"id": "b"}\n';
    const { samples, problems } = await told({
      base: { "orders.odcs.yaml": odcs("{name: amount, logicalType: integer}"), "orders.sample.ndjson": rows },
      head: {
        "orders.odcs.yaml": odcs("{name: amount, logicalType: integer, required: true}"),
        "orders.sample.ndjson": rows,
      },
    });
    expect(samples).toEqual([
      "sample orders.sample.ndjson, line 2, /amount was a record, and head cannot read it: it is missing; it confirms table/column-no-longer-nullable",
    ]);
    expect(problems).toEqual([]);
  });

  it("that neither side takes are a warning, also where only they changed", async () => {
    const contract = odcs("{name: amount, logicalType: integer}");
    const { conclusion, changes, problems } = await told({
      base: { "orders.odcs.yaml": contract },
      head: { "orders.odcs.yaml": contract, "orders.sample.ndjson": '{"id": "a"}\n{"id": 1, "amount": "sekret"}\n' },
    });
    expect([conclusion, changes]).toEqual(["success", []]);
    expect(problems).toEqual([
      ["orders.sample.ndjson", 2, "is no record of orders, before or now: at /id, it is of another type", "warning"],
    ]);
  });
});

describe("fixtures that a consumer keeps", () => {
  const descriptor = (fixtures: string) =>
    `apiVersion: contract-consumer/v1\nconsumer: reports\nowner: {github: "@shop/reports"}\nreads: [{dataset: orders, fields: [amount], replay: true}]\nfixtures: ${fixtures}\n`;
  const world = (fixtures: string, files: Readonly<Record<string, string | File>>): World => ({
    base: { "orders.odcs.yaml": odcs("{name: amount, logicalType: integer}") },
    head: { "orders.odcs.yaml": odcs("{name: amount, logicalType: integer, logicalTypeOptions: {maximum: 9}}") },
    domains: { "shop/growth": { "reports.yml": descriptor(fixtures), ...files } },
  });

  it("are read from its own repository, at the commit that was scanned", async () => {
    const { samples } = await told(
      world("[fixtures/orders.ndjson]", { "fixtures/orders.ndjson": '{"id": "sekret", "amount": 10}\n' }),
    );
    expect(samples).toEqual([
      "sample shop/growth/fixtures/orders.ndjson, line 1, /amount was a record, and head cannot read it: it is beyond the bound; it confirms table/bound-tightened",
    ]);
  });

  it("that are not there, or are links, show nothing, and that is told", async () => {
    const { problems } = await told(world("[a.json, b.json]", { "b.json": { refused: "symlink" } }));
    expect(problems).toEqual([
      [
        "orders.odcs.yaml",
        undefined,
        "fixture shop/growth/a.json of reports shows nothing: it is not there",
        "warning",
      ],
      [
        "orders.odcs.yaml",
        undefined,
        "fixture shop/growth/b.json of reports shows nothing: it is a symbolic link; links are never followed",
        "warning",
      ],
    ]);
  });

  it.each(["[/etc/passwd.json]", "[../x.json]", "[x.yaml]", "[{a: b}]"])(
    "%s is no path of theirs",
    async (fixtures) => {
      const review = await reviewOf(world(fixtures, {}));
      expect(
        review.domains.flatMap((one) => ("malformed" in one ? one.malformed.map(({ message }) => message) : [])),
      ).toEqual(["`fixtures` must be paths of .json or .ndjson files in this repository"]);
    },
  );
});

describe("what strangers put beside a contract", () => {
  const [before, after] = [avro('{"name": "amount", "type": "int"}'), avro('{"name": "amount", "type": "long"}')];
  const beside = async (file: string | File) => {
    const { problems, samples } = await told({
      base: { "orders.avsc": before },
      head: { "orders.avsc": after, "orders.sample.json": file },
    });
    return [...problems.map(([, , message]) => message), ...samples];
  };

  it.each<[string, string | File, readonly string[]]>([
    ["a link", { refused: "symlink" }, ["is not read as a sample: it is a symbolic link; links are never followed"]],
    ["10 MB", { refused: "too-large" }, ["is not read as a sample: it is larger than 1 MiB"]],
    [
      "no text",
      { refused: "not-utf8" },
      ["is not read as a sample: it is neither UTF-8 text nor an Avro object container file"],
    ],
    ["no JSON", '{"id": sekret}', ["is no sample record: not valid JSON, or nested too deeply"]],
    ["nothing", "", ["is no sample record: not valid JSON, or nested too deeply"]],
    [
      "deep nesting",
      `${"[".repeat(5000)}${"]".repeat(5000)}`,
      ["is no sample record: not valid JSON, or nested too deeply"],
    ],
    [
      "__proto__",
      '{"__proto__": {"id": "sekret", "amount": 1}}',
      ["is no record of Order, before or now: at /__proto__, the schema has no such field"],
    ],
    ["an empty list", "[]", ["is no record of Order, before or now: it is not record Order"]],
  ])("%s", async (_, file, expected) => expect(await beside(file)).toEqual(expected));

  it("a hundred thousand records", async () => {
    const [told1, ...others] = await beside(`[${Array.from({ length: 100_000 }, () => '{"id": 1}').join(",")}]`);
    expect([told1, others.length]).toEqual(["is no record of Order, before or now: at /id, it is not a text", 2]);
  });

  it("a type that holds itself in two ways is not tried for ever", async () => {
    const twin = (name: string) =>
      `{"type": "record", "name": "${name}", "fields": [{"name": "next", "type": ["A", "B", "null"]}]}`;
    const twins = (last: string) =>
      `{"type": "record", "name": "Order", "fields": [{"name": "a", "type": ${twin("A").replace('"B"', twin("B"))}}, {"name": "z", "type": "${last}"}]}`;
    const record = `{"a": ${'{"next": '.repeat(60)}1${"}".repeat(60)}, "z": 1}`;
    const { problems } = await told({
      base: { "orders.avsc": twins("int") },
      head: { "orders.avsc": twins("long"), "orders.sample.json": record },
    });
    expect(problems).toEqual([]);
  });
});
