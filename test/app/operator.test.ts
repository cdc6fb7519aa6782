import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { operatorOf } from "../../src/app/operator.ts";
import { scratch } from "../review/desk.ts";

const env = {
  ONCALL_SECRET: "s1",
  ONCALL_URL: "https://hooks.example/T0/B0",
  EMPTY: "",
  PLAIN_URL: "http://hooks.example",
};

async function read(text: string) {
  const path = join(await scratch(), "operator.yml");
  await writeFile(path, text);
  const faults: string[] = [];
  const { channels } = operatorOf({ ...env, CONTRACT_REVIEW_OPERATOR_CONFIG: path }, faults);
  return { channels: Object.fromEntries(channels), faults: faults.map((fault) => fault.replace(path, "operator.yml")) };
}

it("an operator's channels have addresses from the file or the environment, and secrets from the environment alone", async () => {
  expect(operatorOf(env, [])).toEqual({ channels: new Map(), registries: new Map() });
  const text = `version: 1
channels:
  data-oncall: { url: "https://oncall.example/hook", secret-from: ONCALL_SECRET }
  chat: { url-from: ONCALL_URL, secret-from: ONCALL_SECRET }
  beside: { url: "http://127.0.0.1:9000/hook", secret-from: ONCALL_SECRET }
`;
  expect(await read(text)).toEqual({
    faults: [],
    channels: {
      "data-oncall": { url: "https://oncall.example/hook", secret: "s1" },
      chat: { url: "https://hooks.example/T0/B0", secret: "s1" },
      beside: { url: "http://127.0.0.1:9000/hook", secret: "s1" },
    },
  });
});

const of = (channel: string) => `channels:\n  one: ${channel}\n`;
it.each([
  [
    "no address",
    of("{ secret-from: ONCALL_SECRET }"),
    "operator.yml:2: `channels.one` needs a `url` or a `url-from`, one of them",
  ],
  [
    "two",
    of("{ url: https://a.example, url-from: ONCALL_URL, secret-from: ONCALL_SECRET }"),
    "operator.yml:2: `channels.one` needs a `url` or a `url-from`, one of them",
  ],
  [
    "no secret",
    of("{ url: https://a.example }"),
    "operator.yml:2: `channels.one` needs `secret-from`: the environment variable that signs what is sent",
  ],
  [
    "a secret that is not set",
    of("{ url: https://a.example, secret-from: ABSENT }"),
    "operator.yml:2: `channels.one.secret-from` names an environment variable that is not set; found `ABSENT`",
  ],
  [
    "an empty secret",
    of("{ url: https://a.example, secret-from: EMPTY }"),
    "operator.yml:2: `channels.one.secret-from` names an environment variable that is not set; found `EMPTY`",
  ],
  [
    "a secret itself",
    of("{ url: https://a.example, secret-from: hunter2! }"),
    "operator.yml:2: `channels.one.secret-from` must be the name of an environment variable; found `hunter2!`",
  ],
  [
    "no TLS",
    of("{ url: http://a.example, secret-from: ONCALL_SECRET }"),
    "operator.yml:2: `channels.one.url` must be an address that begins with https://; found `http://a.example`",
  ],
  [
    "no TLS, from outside",
    of("{ url-from: PLAIN_URL, secret-from: ONCALL_SECRET }"),
    "operator.yml:2: the address in PLAIN_URL must be an address that begins with https://",
  ],
  [
    "credentials",
    of('{ url: "https://a:b@c.example", secret-from: ONCALL_SECRET }'),
    "operator.yml:2: `channels.one.url` must not hold credentials; found `https://…@c.example`",
  ],
  ["a list", "channels: [one]\n", "operator.yml:1: `channels` must be a mapping of names to channels"],
  [
    "an unknown key",
    "chanels: {}\n",
    "operator.yml:1: unknown key `chanels` (did you mean `channels`?); allowed at the top: version, channels, registries",
  ],
  [
    "a strange name",
    'channels:\n  "a b": { url: https://a.example, secret-from: ONCALL_SECRET }\n',
    "operator.yml:2: a name in `channels` has letters, digits, `-` and `_`",
  ],
  ["no YAML", "channels: [\n", "operator.yml:2: "],
])("an operator's file is refused with file, line and key: %s", async (_, text, fault) => {
  const { faults } = await read(text);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(`CONTRACT_REVIEW_OPERATOR_CONFIG: ${fault}`);
});

it("a file that cannot be read is a fault", () => {
  const faults: string[] = [];
  operatorOf({ CONTRACT_REVIEW_OPERATOR_CONFIG: "/nowhere/at/all.yml" }, faults);
  expect(faults).toEqual(["CONTRACT_REVIEW_OPERATOR_CONFIG: /nowhere/at/all.yml cannot be read"]);
});
