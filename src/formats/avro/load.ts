import { inflateRawSync } from "node:zlib";

/** What a block holds that was compressed with `deflate`. Throws where it is none, or holds more than so many bytes. */
export function inflated(bytes: Uint8Array, atMost: number): Uint8Array {
  return inflateRawSync(bytes, { maxOutputLength: Math.max(1, atMost) });
}
