import { describe, expect, it } from "vitest";
import { reviewOf, short, type Texts } from "./world.ts";

function reader(name: string, contract: string, more = ""): Readonly<Record<string, Texts>> {
  return {
    [`shop/${name}`]: {
      "c.yml": `apiVersion: contract-consumer/v1\nconsumer: ${name}\nowner: {github: "@shop/r"}\nreads: [{contract: "${contract}"${more}}]\n`,
    },
  };
}

const facts = (review: Awaited<ReturnType<typeof reviewOf>>) =>
  review.diffs.map(({ contract: { id, mode, flow }, changes }) => [
    id,
    mode,
    flow,
    changes.map(({ rule, element }) => [rule, element]),
  ]);

/** An AsyncAPI 3 document in which the application sends `placed` and receives `cancel`. */
const asyncapi = (placed: string, cancel: string, more = "") => `asyncapi: 3.0.0
info: {title: Orders, version: 1.0.0}
channels:
  orders:
    address: shop.orders
    messages:
      placed:
        payload: ${placed}
  commands:
    address: shop.commands
    messages:
      cancel:
        payload: ${cancel}
operations:
  place: {action: send, channel: {$ref: '#/channels/orders'}}
  cancel: {action: receive, channel: {$ref: '#/channels/commands'}}
${more}`;

const object = (...properties: readonly string[]) =>
  `{type: object, required: [${properties.join(", ")}], properties: {${properties.map((name) => `${name}: {type: string}`).join(", ")}}}`;

describe("AsyncAPI", () => {
  it("who reads what is sent needs old fields; who writes what is received must not need new ones", async () => {
    const base = { "asyncapi.yaml": asyncapi(object("id", "city"), object("id")) };
    const review = await reviewOf({
      base,
      head: { "asyncapi.yaml": asyncapi(object("id"), object("id", "reason")) },
      domains: { ...reader("reads", "shop.orders", ", fields: [city]"), ...reader("writes", "shop.commands/cancel") },
    });
    expect(facts(review)).toEqual([
      ["shop.orders/placed", "FORWARD", undefined, [["json-schema/property-removed", "city"]]],
      ["shop.commands/cancel", "BACKWARD", "received", [["json-schema/property-added", "reason"]]],
    ]);
    expect(short(review)).toEqual([
      ["reads", "breaks", "the merge base", ["city"]],
      ["writes", "breaks", "the merge base", ["reason"]],
    ]);
  });

  it("the other way round nobody breaks", async () => {
    const review = await reviewOf({
      base: { "asyncapi.yaml": asyncapi(object("id"), object("id", "reason")) },
      head: { "asyncapi.yaml": asyncapi(object("id", "city"), object("id")) },
      domains: { ...reader("reads", "shop.orders"), ...reader("writes", "shop.commands/cancel") },
    });
    expect(short(review)).toEqual([
      ["reads", "unaffected", "the merge base", []],
      ["writes", "unaffected", "the merge base", []],
    ]);
    expect(review.conclusion).toBe("success");
  });

  it("what the application begins to receive is compared both ways", async () => {
    const base = asyncapi(object("id"), object("id"));
    const review = await reviewOf({
      base: { "asyncapi.yaml": base },
      head: { "asyncapi.yaml": base.replace("action: send", "action: receive") },
    });
    expect(facts(review).map(([id, mode, flow]) => [id, mode, flow])).toEqual([
      ["shop.orders/placed", "FULL", "both"],
      ["shop.commands/cancel", "BACKWARD", "received"],
    ]);
  });

  it("a message that goes breaks who reads it", async () => {
    const review = await reviewOf({
      base: { "asyncapi.yaml": asyncapi(object("id"), object("id")) },
      head: {
        "asyncapi.yaml": asyncapi(object("id"), object("id")).replace(
          "cancel:\n        payload",
          "stop:\n        payload",
        ),
      },
      domains: reader("writes", "shop.commands/cancel"),
    });
    expect(short(review)).toEqual([["writes", "breaks", "the merge base", [""]]]);
  });

  it("a schema in another file is drawn on", async () => {
    const base = {
      "api/asyncapi.yaml": asyncapi("{$ref: '../schemas/order.yaml#/Order'}", object("id")),
      "schemas/order.yaml": `Order: ${object("id", "city")}\n`,
    };
    const review = await reviewOf({
      base,
      head: { ...base, "schemas/order.yaml": `Order: ${object("id")}\n` },
      domains: reader("reads", "shop.orders"),
    });
    expect(short(review)).toEqual([["reads", "breaks", "the merge base", ["city"]]]);
    expect(review.diffs[0]?.changes[0]?.location.path).toBe("schemas/order.yaml");
  });

  it("a schema language that is not known is never taken for safe", async () => {
    const raml = (type: string) => `{schemaFormat: application/raml+yaml;version=1.0, schema: {type: ${type}}}`;
    const review = await reviewOf({
      base: { "asyncapi.yaml": asyncapi(raml("object"), object("id")) },
      head: { "asyncapi.yaml": asyncapi(raml("any"), object("id")) },
    });
    expect([review.conclusion, review.problems]).toEqual([
      "failure",
      [
        {
          at: { path: "asyncapi.yaml", line: 8, column: 76 },
          message: "schemas of application/raml+yaml;version=1.0 cannot be read",
          severity: "failure",
        },
      ],
    ]);
  });

  it("the key of a Kafka message is a contract: any change of it breaks both", async () => {
    const document = (type: string) => `asyncapi: 2.6.0
channels:
  shop.orders:
    subscribe:
      message:
        name: placed
        payload: ${object("id")}
        bindings: {kafka: {key: {type: ${type}}}}
`;
    const review = await reviewOf({
      base: { "a.yaml": document("string") },
      head: { "a.yaml": document("integer") },
      domains: reader("reads", "shop.orders"),
    });
    expect(facts(review)).toEqual([
      ["shop.orders/placed", "FORWARD", undefined, []],
      [
        "shop.orders/placed/key",
        "FULL",
        undefined,
        [
          ["contract/key-schema-changed", ""],
          ["json-schema/type-changed", ""],
        ],
      ],
    ]);
    expect(
      short(review)
        .map(([, outcome]) => outcome)
        .sort(),
    ).toEqual(["breaks", "unaffected"]);
  });
});

it("two messages of one name are two contracts; one that is sent and received is one", async () => {
  const document = (city: string) => `asyncapi: 2.6.0
channels:
  orders:
    subscribe: {message: {oneOf: [{name: order, payload: ${object("id")}}, {$ref: '#/components/messages/both'}]}}
    publish: {message: {oneOf: [{name: order, payload: ${city}}, {$ref: '#/components/messages/both'}]}}
components: {messages: {both: {payload: ${object("id")}}}}
`;
  const base = { "a.yaml": document(object("id")) };
  const review = await reviewOf({ base, head: { "a.yaml": document(object("id", "city")) } });
  expect(facts(review)).toEqual([
    ["orders/order", "FORWARD", undefined, []],
    ["orders/both", "FULL", "both", []],
    ["orders/order 2", "BACKWARD", "received", [["json-schema/property-added", "city"]]],
  ]);
});

describe("another team's AsyncAPI document", () => {
  const receiver = (title: string, contact = "") => ({
    [`shop/${title}`]: {
      "asyncapi.yaml": `asyncapi: 3.0.0
info: {title: ${title}${contact}}
channels: {o: {address: shop.orders}}
operations: {r: {action: receive, channel: {$ref: '#/channels/o'}}}
`,
    },
  });

  it("declares a consumer of what it receives; the document that describes the channel is none", async () => {
    const review = await reviewOf({
      base: { "asyncapi.yaml": asyncapi(object("id", "city"), object("id", "reason")) },
      head: { "asyncapi.yaml": asyncapi(object("id"), object("id", "reason", "by")) },
      domains: receiver("billing"),
    });
    expect(short(review)).toEqual([["billing", "breaks", "the merge base", ["city"]]]);
  });

  it("reads a schema that stands in a file of its own too", async () => {
    const avro = (...names: readonly string[]) =>
      JSON.stringify({ type: "record", name: "Order", fields: names.map((name) => ({ name, type: "string" })) });
    const payload = "{schemaFormat: application/vnd.apache.avro;version=1.9.0, schema: {$ref: ../avro/order.avsc}}";
    const base = { "api/asyncapi.yaml": asyncapi(payload, object("id")), "avro/order.avsc": avro("id", "city") };
    const review = await reviewOf({
      base,
      head: { ...base, "avro/order.avsc": avro("id") },
      domains: receiver("billing"),
    });
    expect(short(review)).toEqual([["billing", "breaks", "the merge base", ["city"]]]);
  });
});

it.each(["asyncapi: 9.9.9\nchannels: {}\n", "asyncapi: 3.0.0\nchannels: {a: [\n", "openapi: 3.9.0\n"])(
  "%j cannot be read, and is no absence",
  async (text) => {
    const review = await reviewOf({ base: {}, head: { "a.yaml": text } });
    expect([review.conclusion, review.problems.map(({ at }) => at.path)]).toEqual(["failure", ["a.yaml"]]);
  },
);

it.each([
  ["in a circle", "{$ref: '#/channels/orders/messages/placed'}"],
  ["nowhere", "{$ref: '#/components/messages/none'}"],
])("a message that leads %s is told", async (_, message) => {
  const text = asyncapi("true", object("id")).replace("placed:\n        payload: true", `placed: ${message}`);
  const review = await reviewOf({ base: {}, head: { "a.yaml": text } });
  expect([review.conclusion, review.problems.length]).toEqual(["failure", 1]);
});

it.each(["{$ref: '#/channels/orders/messages/placed/payload'}", "{$ref: '#/none'}", "{$ref: './gone.yaml#/x'}"])(
  "a schema that leads nowhere (%s) is never taken for safe",
  async (payload) => {
    const review = await reviewOf({
      base: { "a.yaml": asyncapi(object("id"), object("id")) },
      head: { "a.yaml": asyncapi(payload, object("id")) },
      domains: reader("reads", "shop.orders"),
    });
    expect(review.conclusion).not.toBe("success");
  },
);

describe("OpenAPI", () => {
  const openapi = (asked: string, answered: string) => `openapi: 3.0.3
info: {title: Shop, version: '1'}
paths:
  /orders:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/NewOrder'}}}}
      responses:
        '200': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
components:
  schemas:
    NewOrder: ${asked}
    Order: ${answered}
`;

  it("what is in a response the owner writes, what is in a request it reads", async () => {
    const review = await reviewOf({
      base: { "openapi.yaml": openapi(object("id"), object("id", "city")) },
      head: { "openapi.yaml": openapi(object("id", "city"), object("id")) },
      domains: { ...reader("reads", "Shop/Order"), ...reader("writes", "Shop/NewOrder") },
    });
    expect(facts(review)).toEqual([
      ["Shop/NewOrder", "BACKWARD", "received", [["json-schema/property-added", "city"]]],
      ["Shop/Order", "FORWARD", undefined, [["json-schema/property-removed", "city"]]],
    ]);
    expect(short(review)).toEqual([
      ["reads", "breaks", "the merge base", ["city"]],
      ["writes", "breaks", "the merge base", ["city"]],
    ]);
  });
});

it.each(['{"x": {\n"openapi": "3.0.0"}}', "a: |\n  asyncapi: 3.0.0\n", "b: 1\n---\nkind: x\n"])(
  "%j is no such document",
  async (text) => {
    const review = await reviewOf({ base: {}, head: { "a.yaml": text, "a.json": text } });
    expect([review.diffs, review.problems]).toEqual([[], []]);
  },
);
