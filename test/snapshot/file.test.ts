import { expect, it } from "vitest";
import { fileOf } from "../../src/snapshot/file.ts";

it("an Avro object container file is no text, and is kept for who reads its records", () => {
  const bytes = Buffer.from([0x4f, 0x62, 0x6a, 0x01, 0xff]);
  expect(fileOf(bytes)).toEqual({ refused: "not-utf8", container: new Uint8Array(bytes) });
  expect(fileOf(Buffer.from([0xff]))).toEqual({ refused: "not-utf8" });
  expect(fileOf(Buffer.from("a\u0301"))).toEqual({ text: "a\u0301" });
});
