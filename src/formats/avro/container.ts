import { sha256 } from "@noble/hashes/sha2";

/** Lower-case hexadecimal, two digits a byte. */
const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * An object container file without compression (specification, "Object Container Files") out of data in the binary encoding,
 * hexadecimal. The sync marker follows from the schema, so that the file is the same every time.
 */
export function containerOf(schema: string, data: readonly string[]): Uint8Array {
  const sync = hexOf(sha256(schema)).slice(0, 32);
  const metadata = [
    ["avro.schema", schema],
    ["avro.codec", "null"],
  ].map(
    ([key = "", value = ""]) =>
      sized(hexOf(new TextEncoder().encode(key))) + sized(hexOf(new TextEncoder().encode(value))),
  );
  const body = data.join("");
  const block = data.length === 0 ? "" : `${long(data.length)}${long(body.length / 2)}${body}${sync}`;
  const hex = `4f626a01${long(metadata.length)}${metadata.join("")}00${sync}${block}`;
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function sized(hex: string): string {
  return long(hex.length / 2) + hex;
}

/** Zig-zag, then seven bits a byte, the lowest first. */
function long(value: number): string {
  const bytes: number[] = [];
  let rest = value * 2;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return hexOf(Uint8Array.from(bytes));
}
