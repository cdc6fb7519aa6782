import protobufjs from "protobufjs";
import { describe, expect, it } from "vitest";
import { protobuf } from "../../../src/formats/protobuf/protobuf.ts";
import type { Change, Direction } from "../../../src/model.ts";
import { type Case, casesOf } from "../cases.ts";

interface Witness {
  readonly message: string;
  /** Hexadecimal. */
  readonly bytes: string;
}

/** Where protobufjs shows the same for both sides, and why that is no contradiction. */
const alike: Readonly<Record<string, string>> = {
  "package-changed": "the bytes are an Any, whose type name it does not resolve",
  "presence-lost": "it shows the zero value both where it was written and where it is absent",
  "rpc-request-changed": "the reader decodes another message, which its text does not name",
  "rpc-response-changed": "the reader decodes another message, which its text does not name",
};

const shown = (change: Change) =>
  Object.entries(change.witnesses).filter(([, witness]) => (witness as Witness).bytes !== undefined) as [
    Direction,
    Witness,
  ][];

function decode(side: Case["base"], { message, bytes }: Witness): string {
  const text = side.files.get(side.entry);
  if (text === undefined) return "not one file";
  try {
    const type = protobufjs.parse(text).root.lookupType(message);
    const decoded = type.decode(Buffer.from(bytes, "hex"));
    return JSON.stringify(type.toObject(decoded, { longs: String, enums: String, bytes: String, defaults: true }));
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
}

describe("the bytes that prove a break, read by protobufjs", () => {
  const single = casesOf("protobuf").filter((one) => one.base.entry !== "" && one.head.entry !== "");

  it.each(single)("$name", async (one) => {
    const { changes } = await protobuf.compare("c", one.base, one.head, one.options);
    const same = changes.flatMap((change) =>
      shown(change)
        .filter(([, witness]) => decode(one.base, witness) === decode(one.head, witness))
        .map(([direction]) => `${change.rule} ${direction}`),
    );
    expect(same.length > 0).toBe(one.name in alike);
  });
});
