import { expect, it } from "vitest";
import { fileOf, sizeLimit } from "../../src/snapshot/file.ts";

it("an Avro object container file is no text, and is kept for who reads its records", () => {
  const bytes = Buffer.from([0x4f, 0x62, 0x6a, 0x01, 0xff]);
  expect(fileOf(bytes)).toEqual({ refused: "not-utf8", container: new Uint8Array(bytes) });
  expect(fileOf(Buffer.from([0xff]))).toEqual({ refused: "not-utf8" });
  expect(fileOf(Buffer.from("a\u0301"))).toEqual({ text: "a\u0301" });
});

it("of a large seed the whole lines among its first bytes are kept, of any other file all", () => {
  const rows = Buffer.from(`code,name\n${"DE,Germany\n".repeat(10_000)}`);
  const kept = fileOf(rows, "dbt/seeds/geo/countries.csv");
  expect(kept).toEqual({ text: `code,name\n${"DE,Germany\n".repeat(5_956)}` });
  expect(fileOf(rows, "data/countries.csv")).toEqual({ text: rows.toString("utf8") });
  const long = Buffer.from(`${"a,".repeat(40_000)}b\n1\n`);
  expect(fileOf(long, "seeds/wide.csv")).toEqual({ text: `${"a,".repeat(40_000)}b\n` });
  expect([sizeLimit("seeds/a.csv"), sizeLimit("a.csv")]).toEqual([8 << 20, 1 << 20]);
});
