import type { File } from "../model.ts";

/**
 * Bytes of one file that are read at all; a larger one is refused before it is read. GitHub takes CODEOWNERS up to 3 MB; of
 * dbt's seeds only the first line is a contract's.
 */
export function sizeLimit(path: string): number {
  const mebibyte = 1024 * 1024;
  if (/(?:^|\/)CODEOWNERS$/.test(path)) return 3 * mebibyte;
  return isSeed(path) ? 8 * mebibyte : mebibyte;
}

function isSeed(path: string): boolean {
  return /(?:^|\/)seeds\/(?:.*\/)?[^/]*\.csv$/.test(path);
}

/** Bytes of a seed of which the whole lines are kept. */
const seedBytes = 64 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What a file's bytes are to us: text, or why not. Of a large seed, its whole lines among the first bytes. */
export function fileOf(whole: Buffer, path = ""): File {
  const bytes = whole.length > seedBytes && isSeed(path) ? firstLines(whole) : whole;
  if (bytes.length < 1024 && bytes.subarray(0, lfs.length).equals(lfs)) return { refused: "lfs-pointer" };
  try {
    return { text: utf8.decode(bytes) };
  } catch {
    const container = bytes.subarray(0, avro.length).equals(avro) && { container: new Uint8Array(bytes) };
    return { refused: "not-utf8", ...(container || {}) };
  }
}

/** Its rows are data, which no contract is told by: a first line that is longer than what is kept is kept whole. */
function firstLines(whole: Buffer): Buffer {
  const last = whole.subarray(0, seedBytes).lastIndexOf(0x0a);
  const end = last < 0 ? whole.indexOf(0x0a) : last;
  return end < 0 ? whole : whole.subarray(0, end + 1);
}

const avro = Buffer.from("Obj\x01");
const lfs = Buffer.from("version https://git-lfs.github.com/spec/");

/** The folders a path lies in, the outermost first. */
export function foldersOf(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
