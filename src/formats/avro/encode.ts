import { type Datum, mapKey } from "./datum.ts";

/** The bytes of a datum in the binary encoding (section "Binary Encoding"), in hexadecimal. */
export function encode(datum: Datum): string {
  if ("branch" in datum) return long(BigInt(datum.branch)) + encode(datum.inner);
  const { type } = datum;
  if ("fields" in datum) return datum.fields.map(encode).join("");
  if ("items" in datum) {
    if (datum.items.length === 0) return "00";
    const items = datum.items.map((item, index) => (type.kind === "map" ? text(mapKey(index)) : "") + encode(item));
    return `${long(BigInt(items.length))}${items.join("")}00`;
  }
  const { value } = datum;
  switch (type.kind) {
    case "null":
      return "";
    case "boolean":
      return value === true ? "01" : "00";
    case "int":
    case "long":
      return long(BigInt(Number(value)));
    case "float":
    case "double":
      return floating(Number(value), type.kind === "float" ? 4 : 8);
    case "bytes":
      return long(BigInt(String(value).length / 2)) + value;
    case "string":
      return text(String(value));
    case "fixed":
      return String(value);
    case "enum":
      return long(BigInt(type.symbols.indexOf(String(value))));
    default:
      return "";
  }
}

function hex(bytes: Iterable<number>): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Zig-zag, then seven bits a byte, the lowest first. */
function long(value: bigint): string {
  const bytes: number[] = [];
  let rest = value < 0n ? -2n * value - 1n : 2n * value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return hex(bytes);
}

function text(value: string): string {
  const bytes = new TextEncoder().encode(value);
  return long(BigInt(bytes.length)) + hex(bytes);
}

/** Little-endian. */
function floating(value: number, size: 4 | 8): string {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 4) view.setFloat32(0, value, true);
  else view.setFloat64(0, value, true);
  return hex(new Uint8Array(view.buffer));
}
