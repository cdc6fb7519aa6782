import { describe, expect, it } from "vitest";
import { compareContract } from "../../../src/formats/compare.ts";
import { broken, whole } from "./texts.ts";

/** How one text is read: compared with itself as a contract of its own. */
async function read(text: string) {
  const side = { entry: "main.proto", part: "", files: new Map([["main.proto", text]]) };
  const request = { contract: "c", format: "protobuf", base: side, head: side, history: [], options: {} };
  const { changes, problems } = await compareContract(request);
  return { changes, problems };
}

describe("texts that are not Protobuf", () => {
  it.each(Object.entries(broken))("%s", async (_, { text, line, column, message }) => {
    expect(await read(text)).toEqual({
      changes: [],
      problems: [
        { at: { path: "main.proto", line, column }, message: `not valid Protobuf: ${message}`, severity: "failure" },
      ],
    });
  });
});

describe("texts that are Protobuf", () => {
  it.each(Object.entries(whole))("%s", async (_, text) => {
    expect(await read(text)).toEqual({ changes: [], problems: [] });
  });
});
