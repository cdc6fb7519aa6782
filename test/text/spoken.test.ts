import { expect, it } from "vitest";
import { mayHold } from "../../src/text/spoken.ts";
import { plain } from "../../src/text/tree.ts";
import { readYaml } from "../../src/text/yaml.ts";

it.each([
  'apiVersion: "contract-consumer\\u002fv1"',
  'apiVersion: "contract-consumer\\/v1"',
  'apiVersion: "\\x63ontract-consumer\\U0000002Fv1"',
  'apiVersion: "contract-\\\n    consumer/v1"',
  '"apiVersion": Contract-Consumer/v1',
])("finds a word that YAML spells another way: %j", (text) => {
  const { apiVersion } = plain(readYaml("x.yml", text)) as { apiVersion: string };
  expect(apiVersion.toLowerCase()).toBe("contract-consumer/v1");
  expect(mayHold(text, "contract-consumer/")).toBe(true);
});

it("does not find one that is not there", () => {
  expect(mayHold("apiVersion: v1\npattern: '\\d+\\.\\d+\\UFFFFFFFF'", "contract-consumer/")).toBe(false);
});
