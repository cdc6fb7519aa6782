import { describe, expect, it } from "vitest";
import { reviewOf, short, type Texts } from "./world.ts";

const record = (...fields: readonly string[]) =>
  JSON.stringify({
    type: "record",
    name: "acme.Order",
    fields: fields.map((name) =>
      name.endsWith("?")
        ? { name: name.slice(0, -1), type: ["null", "string"], default: null }
        : { name, type: "string" },
    ),
  });

const gitops = (...subjects: readonly (readonly [name: string, file: string, mode?: string])[]) =>
  `subjects:\n${subjects.map(([name, file, mode]) => `  - {name: ${name}, file: ${file}${mode === undefined ? "" : `, compatibility: ${mode}`}}\n`).join("")}`;

const reader = (contract: string): Readonly<Record<string, Texts>> => ({
  "shop/d": {
    "c.yml": `apiVersion: contract-consumer/v1\nconsumer: reader\nowner: {github: "@shop/r"}\nreads: [{contract: "${contract}"}]\n`,
  },
});

const modes = (review: Awaited<ReturnType<typeof reviewOf>>) => review.diffs.map(({ contract }) => contract.mode);

it.each(["orders-value", "orders", "acme.Order"])(
  "a consumer of %s reads the schema that is registered there",
  async (name) => {
    const base = { "order.avsc": record("id", "city"), "schemas.yml": gitops(["orders-value", "order.avsc"]) };
    const review = await reviewOf({ base, head: { ...base, "order.avsc": record("id") }, domains: reader(name) });
    expect(short(review)).toEqual([["reader", "breaks", "the merge base", ["city"]]]);
  },
);

it.each<[string, (mode: string) => Texts]>([
  ["schema-registry-gitops", (mode) => ({ "s.yml": gitops(["orders-value", "order.avsc", mode]) })],
  [
    "Jikkou",
    (mode) => ({
      "k.yaml": `kind: SchemaRegistrySubject\nmetadata: {name: orders-value}\nspec: {compatibilityLevel: ${mode}, schema: {$ref: ./order.avsc}}\n`,
    }),
  ],
  [
    "Gradle",
    (mode) => ({
      "build.gradle": `schemaRegistry {\n  register { subject('orders-value', 'order.avsc', 'AVRO') }\n  config { subject('orders-value', '${mode}') }\n}\n`,
    }),
  ],
  [
    "Gradle, by a variable",
    (mode) => ({
      "build.gradle": `def orders = new Subject('orders-value', 'order.avsc', 'AVRO')\nschemaRegistry {\n  register { subject(orders) }\n  config { subject('orders-value', '${mode}') }\n}\n`,
    }),
  ],
  [
    "Maven",
    (mode) => ({
      "pom.xml": `<project><build><plugins><plugin><artifactId>kafka-schema-registry-maven-plugin</artifactId><configuration>
<subjects><orders-value>order.avsc</orders-value></subjects>
<compatibilityLevels><orders-value>${mode}</orders-value></compatibilityLevels>
</configuration></plugin></plugins></build></project>\n`,
    }),
  ],
  [
    "Terraform",
    (mode) => ({
      "main.tf": `resource "confluent_schema" "orders" {\n  subject_name = "orders-value"\n  schema = file("order.avsc")\n}\n`,
      "modes.tf": `resource "confluent_subject_config" "orders" {\n  subject_name = "orders-value"\n  compatibility_level = "${mode}"\n}\n`,
    }),
  ],
])("%s gives a schema its names and its mode", async (_, files) => {
  for (const mode of ["BACKWARD_TRANSITIVE", "NONE"]) {
    const base = { "order.avsc": record("id", "city"), ...files(mode) };
    const review = await reviewOf({ base, head: { ...base, "order.avsc": record("id") }, domains: reader("orders") });
    expect([modes(review), short(review), review.problems]).toEqual([
      [mode],
      [["reader", "breaks", "the merge base", ["city"]]],
      [],
    ]);
  }
});

it("a schema that stands in a mapping has the mode that another file sets for its subject", async () => {
  const inline = (...fields: readonly string[]) =>
    `resource "confluent_schema" "orders" {\n  subject_name = "orders-value"\n  schema = <<EOT\n${record(...fields)}\nEOT\n}\n`;
  const mode = `resource "confluent_subject_config" "orders" {\n  subject_name = "orders-value"\n  compatibility_level = "FORWARD"\n}\n`;
  const base = { "main.tf": inline("id", "city"), "modes.tf": mode };
  const review = await reviewOf({ base, head: { ...base, "main.tf": inline("id") }, domains: reader("orders") });
  expect([modes(review), short(review)]).toEqual([["FORWARD"], [["reader", "breaks", "the merge base", ["city"]]]]);
});

it("TopicRecordNameStrategy: the topic is what stands before the record's name", async () => {
  const base = { "order.avsc": record("id", "city"), "s.yml": gitops(["sales-acme.Order", "order.avsc"]) };
  const review = await reviewOf({ base, head: { ...base, "order.avsc": record("id") }, domains: reader("sales") });
  expect(short(review)).toEqual([["reader", "breaks", "the merge base", ["city"]]]);
});

it("the mode is the base side's, the strictest where there are several; configuration goes first", async () => {
  const base = {
    "order.avsc": record("id"),
    "s.yml": gitops(["orders-value", "order.avsc", "BACKWARD"], ["copies-value", "order.avsc", "FORWARD_TRANSITIVE"]),
  };
  const head = { "order.avsc": record("id", "city?"), "s.yml": gitops(["orders-value", "order.avsc", "NONE"]) };
  const review = await reviewOf({ base, head });
  expect(modes(review)).toEqual(["FULL_TRANSITIVE"]);
  expect(review.problems).toEqual([
    {
      at: { path: "s.yml", line: 2, column: 5 },
      message: "weakens the review: the mode of orders-value goes from BACKWARD to NONE",
      severity: "warning",
    },
    {
      at: { path: "s.yml", line: 3, column: 5 },
      message: "weakens the review: the subject copies-value is no longer mapped",
      severity: "warning",
    },
  ]);
  const config = "version: 1\ncontracts: [{path: order.avsc, mode: FORWARD}]\n";
  expect(modes(await reviewOf({ base, head, config }))).toEqual(["FORWARD"]);
});

it("a changed subject strategy is told, also where no schema changes", async () => {
  const base = { "order.avsc": record("id"), "s.yml": gitops(["orders-value", "order.avsc", "FULL"]) };
  const review = await reviewOf({ base, head: { ...base, "s.yml": gitops(["acme.Order", "order.avsc", "FULL"]) } });
  const told = review.diffs.flatMap(({ changes }) => changes.map(({ rule, before }) => [rule, before]));
  expect([review.conclusion, told, review.problems.map(({ message }) => message)]).toEqual([
    "action_required",
    [["contract/subject-removed", "orders-value"]],
    ["weakens the review: the subject orders-value becomes acme.Order: who reads it finds nothing"],
  ]);
});

it("a mapping that cannot be read and names a changed schema keeps the check from passing", async () => {
  const base = { "order.avsc": record("id"), "s.yml": "subjects:\n  - {name: orders-value, file: order.avsc, x: [\n" };
  const review = await reviewOf({ base, head: { ...base, "order.avsc": record("id", "city?") } });
  expect([review.conclusion, review.problems]).toEqual([
    "failure",
    [
      {
        at: { path: "s.yml", line: 3, column: 1 },
        message: expect.stringMatching(/^it maps acme\.Order to a registry and cannot be read: not valid YAML: /),
        severity: "failure",
      },
    ],
  ]);
  const mended = await reviewOf({
    base,
    head: { "order.avsc": record("id", "city?"), "s.yml": gitops(["orders-value", "order.avsc"]) },
  });
  expect([mended.conclusion, mended.problems.map(({ severity }) => severity)]).toEqual(["success", ["warning"]]);
  const parcel = (...fields: readonly string[]) => record(...fields).replace("acme.Order", "acme.Parcel");
  const other = await reviewOf({
    base: { ...base, "parcel.avsc": parcel("id") },
    head: { ...base, "parcel.avsc": parcel("id", "city?") },
  });
  expect([other.conclusion, other.problems, other.diffs.length]).toEqual(["success", [], 1]);
});

it("an expression that names a changed schema is told", async () => {
  const script = "schemaRegistry { register { subject(topic + '-value', 'order.avsc', 'AVRO') } }\n";
  const base = { "order.avsc": record("id"), "build.gradle": script };
  const review = await reviewOf({ base, head: { ...base, "order.avsc": record("id", "city?") } });
  expect(review.problems).toEqual([
    {
      at: { path: "build.gradle", line: 1, column: 29 },
      message:
        "its subject or mode is an expression, which is never evaluated: give acme.Order its id and mode in the configuration",
      severity: "warning",
    },
  ]);
});

it("the schema of a topic's keys: any change breaks both", async () => {
  const base = { "key.avsc": record("id"), "s.yml": gitops(["orders-key", "key.avsc"]) };
  const review = await reviewOf({
    base,
    head: { ...base, "key.avsc": record("id", "region?") },
    domains: reader("orders"),
  });
  expect(review.diffs.flatMap(({ changes }) => changes.map(({ rule, breaks }) => [rule, breaks]))).toEqual([
    ["contract/key-schema-changed", ["backward", "forward"]],
    ["avro/field-added", []],
  ]);
  expect(short(review)).toEqual([["reader", "breaks", "the merge base", [""]]]);
});

describe("a file that is registered as a schema and does not say that it is one", () => {
  const plain = (...fields: readonly string[]) =>
    JSON.stringify({
      type: "object",
      properties: Object.fromEntries(fields.map((name) => [name, { type: "string" }])),
      required: fields,
    });
  const pom = `<project><plugin><artifactId>kafka-schema-registry-maven-plugin</artifactId><configuration>
<subjects><orders-value>order.json</orders-value></subjects><schemaTypes><orders-value>JSON</orders-value></schemaTypes>
</configuration></plugin></project>`;
  const tf = `resource "confluent_schema" "o" {\n  subject_name = "orders-value"\n  format = "JSON"\n  schema = file("order.json")\n}\n`;

  it.each<[string, Texts]>([
    ["schema-registry-gitops", { "s.yml": "subjects:\n  - {name: orders-value, file: order.json, type: JSON}\n" }],
    ["schema-registry-gitops, without a type", { "s.yml": gitops(["orders-value", "order.json"]) }],
    [
      "Jikkou",
      {
        "k.yaml":
          "kind: SchemaRegistrySubject\nmetadata: {name: orders-value}\nspec: {schemaType: JSON, schema: {$ref: ./order.json}}\n",
      },
    ],
    ["Gradle", { "build.gradle": "schemaRegistry { register { subject('orders-value', 'order.json', 'JSON') } }" }],
    ["Maven", { "pom.xml": pom }],
    ["Terraform", { "main.tf": tf }],
    [
      "Pulumi",
      {
        "Pulumi.yaml":
          "resources:\n  o:\n    type: confluentcloud:Schema\n    properties: {subjectName: orders-value, format: JSON, schema: {'fn::readFile': ./order.json}}\n",
      },
    ],
  ])("%s: is a contract, changed or gone", async (_, mapping) => {
    const base = { ...mapping, "order.json": plain("id", "city") };
    const changed = await reviewOf({
      base,
      head: { ...mapping, "order.json": plain("id") },
      domains: reader("orders"),
    });
    expect(short(changed)).toEqual([["reader", "breaks", "the merge base", ["city"]]]);
    const gone = await reviewOf({ base, head: mapping, domains: reader("orders") });
    expect(short(gone)).toEqual([["reader", "breaks", "the merge base", [""]]]);
    const empty = await reviewOf({ base, head: { ...mapping, "order.json": "" }, domains: reader("orders") });
    expect(empty.conclusion).toBe("failure");
  });

  it("so is one that only the configuration names", async () => {
    const config = "version: 1\ncontracts: [{path: order.json}]\n";
    const [base, head] = [{ "order.json": plain("id", "city") }, { "order.json": plain("id") }];
    expect((await reviewOf({ base, head, config })).diffs.map(({ contract }) => contract.format)).toEqual([
      "json-schema",
    ]);
  });

  it("Avro and Protobuf under other endings are read as what they are registered as", async () => {
    const mapping = {
      "s.yml":
        "subjects:\n  - {name: orders-value, file: order.json}\n  - {name: parcels-value, file: parcel.txt, type: PROTOBUF}\n",
    };
    const proto = (field: string) => `syntax = "proto3";\nmessage Parcel {\n  ${field}\n}\n`;
    const review = await reviewOf({
      base: { ...mapping, "order.json": record("id", "city"), "parcel.txt": proto("string id = 1;") },
      head: { ...mapping, "order.json": record("id"), "parcel.txt": proto("") },
    });
    expect(review.diffs.map(({ contract, changes }) => [contract.format, changes.map(({ rule }) => rule)])).toEqual([
      ["avro", ["avro/field-removed"]],
      ["protobuf", ["protobuf/field-removed", "protobuf/field-unreserved"]],
    ]);
  });

  it("a subject that is pointed at another such file is never taken for safe", async () => {
    const files = { "order.json": plain("id", "city"), "other.json": plain("id") };
    const review = await reviewOf({
      base: { ...files, "s.yml": gitops(["orders-value", "order.json"]) },
      head: { ...files, "s.yml": gitops(["orders-value", "other.json"]) },
    });
    expect([review.conclusion, review.diffs.flatMap(({ changes }) => changes.map(({ rule }) => rule))]).toEqual([
      "action_required",
      ["registry/not-analysed"],
    ]);
  });
});
