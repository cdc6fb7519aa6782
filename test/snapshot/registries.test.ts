import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { HttpRegistries } from "../../src/snapshot/registries.ts";
import { reviewOf, short } from "../review/world.ts";

/** A registry that answers a few paths as Confluent's does: https://docs.confluent.io/platform/current/schema-registry/develop/api.html */
async function registry(paths: Readonly<Record<string, unknown>>, asked: string[] = []): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(`${request.headers.authorization ?? "nobody"} ${request.url}`);
    const answer = paths[request.url ?? ""];
    if (typeof answer === "function") return answer(response);
    response.statusCode = answer === undefined ? 404 : 200;
    response.setHeader("content-type", "application/vnd.schemaregistry.v1+json");
    response.end(JSON.stringify(answer ?? { error_code: 40401, message: "Subject not found." }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const reached = (url: string, authorization?: string) =>
  new HttpRegistries(new Map([["production", { url, authorization }]]));

const record = (...fields: string[]) =>
  JSON.stringify({
    type: "record",
    name: "Order",
    namespace: "acme",
    fields: fields.map((name) => ({ name, type: "string" })),
  });

test("versions in their order, with what they refer to, and the level in force", async () => {
  const asked: string[] = [];
  const url = await registry(
    {
      "/subjects/orders%2Fvalue/versions": [10, 9],
      "/subjects/orders%2Fvalue/versions/9": { subject: "orders/value", version: 9, id: 1, schema: record("id") },
      "/subjects/orders%2Fvalue/versions/10": {
        subject: "orders/value",
        version: 10,
        id: 2,
        schemaType: "PROTOBUF",
        schema: 'syntax = "proto3";',
        references: [{ name: "common.proto", subject: "common", version: 2 }],
      },
      "/subjects/common/versions/2": {
        subject: "common",
        version: 2,
        id: 3,
        schemaType: "PROTOBUF",
        schema: "common",
        references: [{ name: "common.proto", subject: "common", version: 2 }],
      },
      "/config/orders%2Fvalue?defaultToGlobal=true": { compatibilityLevel: "FULL_TRANSITIVE" },
    },
    asked,
  );
  const registries = reached(url, "Basic dTpw");
  const answer = {
    mode: "FULL_TRANSITIVE",
    versions: [
      { version: "9", format: "avro", text: record("id"), references: new Map() },
      {
        version: "10",
        format: "protobuf",
        text: 'syntax = "proto3";',
        references: new Map([["common.proto", "common"]]),
      },
    ],
  };
  expect(await registries.subject("production", "orders/value")).toEqual(answer);
  const calls = asked.length;
  expect(await registries.subject("production", "orders/value")).toEqual(answer);
  expect([calls, asked.length, asked[0]]).toEqual([5, 5, "Basic dTpw /subjects/orders%2Fvalue/versions"]);
});

test.each<[string, unknown, object]>([
  ["a subject that is not there", undefined, { absent: true }],
  ["a list of anything else", ["1"], { unreadable: "its list of versions is none" }],
  [
    "too many versions",
    Array.from({ length: 201 }, (_, n) => n + 1),
    { unreadable: "the subject has more than 200 versions" },
  ],
  ["a version that is gone meanwhile", [1], { unreadable: "version 1 of a subject holds no schema" }],
  [
    "a redirect",
    (response: import("node:http").ServerResponse) =>
      response.writeHead(302, { location: "http://169.254.1.1/" }).end(),
    { unreadable: "it answered 302" },
  ],
  [
    "words in place of JSON",
    (response: import("node:http").ServerResponse) => response.end("<html>"),
    { unreadable: "its answer is not JSON" },
  ],
  [
    "an answer without end",
    (response: import("node:http").ServerResponse) => response.end("[".repeat(5_000_001)),
    { unreadable: "its answer is too long" },
  ],
  [
    "a closed line",
    (response: import("node:http").ServerResponse) => response.destroy(),
    { unreadable: "it cannot be reached" },
  ],
])("%s", async (_, answer, expected) => {
  const url = await registry(answer === undefined ? {} : { "/subjects/orders-value/versions": answer });
  expect(await reached(url).subject("production", "orders-value")).toEqual(expected);
});

test("nobody but the operator says where a registry is", async () => {
  expect(await reached("http://127.0.0.1:9").subject("http://evil.example", "x")).toEqual({
    unreadable: "the operator of this App defines no registry called http://evil.example",
  });
});

const config = (more = "") => `version: 1
contracts:
  - path: orders.avsc
    format: avro
    id: orders
    ${more}
    baseline: { registry: production, subject: orders-value }
`;
const consumer = (version: number) =>
  `apiVersion: contract-consumer/v1\nconsumer: books\nowner: {github: "@acme/books"}\nreads: [{subject: orders-value, version: ${version}, replay: true}]\n`;

test("head is held against what the registry holds, by its mode, and each consumer by the version it pins there", async () => {
  const url = await registry({
    "/subjects/orders-value/versions": [1, 2],
    "/subjects/orders-value/versions/1": { schema: record("id") },
    "/subjects/orders-value/versions/2": { schema: record("id", "note") },
    "/config/orders-value?defaultToGlobal=true": { compatibilityLevel: "BACKWARD" },
  });
  const world = { base: { "orders.avsc": record("id") }, head: { "orders.avsc": record("id", "note", "place") } };
  const review = await reviewOf({
    ...world,
    config: config(),
    domains: { "acme/books": { "c.yml": consumer(2) } },
    registries: reached(url),
  });
  expect(
    review.diffs.map(({ baseline, contract, changes }) => [
      baseline,
      contract.mode,
      changes.map(({ element }) => element),
    ]),
  ).toEqual([["v2", "BACKWARD", ["place"]]]);
  expect(short(review)).toEqual([["books", "breaks", "v2", ["place"]]]);
  expect(review.conclusion).toBe("action_required");
});

test("a registry that does not answer, or does not know the subject, is never green", async () => {
  const world = {
    base: { "orders.avsc": record("id") },
    head: { "orders.avsc": record("id", "note") },
    config: config(),
  };
  const silent = await reviewOf({ ...world, registries: reached("http://127.0.0.1:9") });
  const unknown = await reviewOf({ ...world, registries: reached(await registry({})) });
  const nowhere = await reviewOf(world);
  expect(
    [silent, unknown, nowhere].map(({ conclusion, problems }) => [conclusion, problems.map(({ message }) => message)]),
  ).toEqual([
    [
      "failure",
      ["its baseline, the subject orders-value of the registry production, cannot be read: it cannot be reached"],
    ],
    [
      "failure",
      ["its baseline, the subject orders-value of the registry production, cannot be read: there is no such subject"],
    ],
    [
      "failure",
      [
        "its baseline, the subject orders-value of the registry production, cannot be read: no registry is defined where this runs",
      ],
    ],
  ]);
});
