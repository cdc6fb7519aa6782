import { expect, test } from "vitest";
import { optionFault, optionNameFault } from "../../src/formats/options.ts";
import { answerPair } from "../../src/formats/pairs.ts";

test("a word that an option does not know is told, not taken for the default", () => {
  expect(optionFault({ level: "source", policy: "validity", registry: "confluent", draft: "07" })).toBe(undefined);
  expect(optionFault({ level: "wires" })).toBe("the option level is one of wire, wire-json, source, not wires");
  expect(optionFault({ registry: true })).toBe("the option registry is one of confluent, not true");
  expect(optionFault({ formatAssertion: "yes" })).toBe("the option formatAssertion is true or false");
  expect(optionNameFault({ dialect: "postgres" })).toBe(undefined);
  expect(optionNameFault({ levle: "wire" })).toBe("there is no option levle: did you mean level?");
  expect(optionNameFault({ constructor: "x" })).toBe(
    "there is no option constructor: they are level, policy, registry, draft, formatAssertion, dialect, compatibilityGroup",
  );
});

test("in a batch it is the answer to that line", async () => {
  const line = JSON.stringify({ id: "a", format: "protobuf", base: "", head: "", options: { level: "bytes" } });
  const compare = () => Promise.reject(new Error("nothing is to be compared"));
  expect(await answerPair(line, compare, () => 0)).toEqual({
    id: "a",
    error: { message: "the option level is one of wire, wire-json, source, not bytes" },
  });
});
