import type { File } from "../model.ts";

/** Bytes of one file that are read at all; a larger one is refused before it is read. GitHub takes CODEOWNERS up to 3 MB. */
export function sizeLimit(path: string): number {
  const mebibyte = 1024 * 1024;
  return /(?:^|\/)CODEOWNERS$/.test(path) ? 3 * mebibyte : mebibyte;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What a file's bytes are to us: text, or why not. */
export function fileOf(bytes: Buffer): File {
  if (bytes.length < 1024 && bytes.subarray(0, lfs.length).equals(lfs)) return { refused: "lfs-pointer" };
  try {
    return { text: utf8.decode(bytes) };
  } catch {
    const container = bytes.subarray(0, avro.length).equals(avro) && { container: new Uint8Array(bytes) };
    return { refused: "not-utf8", ...(container || {}) };
  }
}

const avro = Buffer.from("Obj\x01");
const lfs = Buffer.from("version https://git-lfs.github.com/spec/");

/** The folders a path lies in, the outermost first. */
export function foldersOf(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
