import type { Text } from "./lexer.ts";

const simple: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  "\\": 92,
  "'": 39,
  '"': 34,
  "?": 63,
};

/**
 * The bytes that a quoted literal stands for, one character (0 to 255) per byte, text as UTF-8.
 * @throws Unreadable for an escape that means nothing
 */
export function bytesOf(source: Text, start: number, quoted: string): string {
  const inner = quoted.slice(1, -1);
  if (!/[\\\u0080-\uffff]/.test(inner)) return inner;
  let bytes = "";
  for (let at = 0; at < inner.length; ) {
    const code = inner.codePointAt(at) as number;
    const character = String.fromCodePoint(code);
    at += character.length;
    if (character !== "\\") {
      bytes += utf8(code);
      continue;
    }
    const rest = inner.slice(at, at + 9);
    const octal = /^[0-7]{1,3}/.exec(rest)?.[0];
    const hex = /^[xX]([0-9a-fA-F]{1,2})/.exec(rest);
    const unicode = /^(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/.exec(rest);
    if (octal !== undefined) {
      bytes += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      at += octal.length;
    } else if (hex !== null) {
      bytes += String.fromCharCode(Number.parseInt(hex[1] as string, 16));
      at += hex[0].length;
    } else if (unicode !== null) {
      const point = Number.parseInt((unicode[1] ?? unicode[2]) as string, 16);
      if (point > 0x10ffff) source.fail("an escape beyond the last Unicode character", start + at);
      bytes += utf8(point);
      at += unicode[0].length;
    } else {
      const plain = Object.hasOwn(simple, rest[0] ?? "") ? simple[rest[0] as string] : undefined;
      if (plain === undefined) source.fail("an escape that means nothing in a string", start + at);
      bytes += String.fromCharCode(plain as number);
      at++;
    }
  }
  return bytes;
}

function utf8(point: number): string {
  if (point < 0x80) return String.fromCharCode(point);
  if (point < 0x800) return String.fromCharCode(0xc0 | (point >> 6), 0x80 | (point & 0x3f));
  if (point < 0x10000)
    return String.fromCharCode(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
  return String.fromCharCode(
    0xf0 | (point >> 18),
    0x80 | ((point >> 12) & 0x3f),
    0x80 | ((point >> 6) & 0x3f),
    0x80 | (point & 0x3f),
  );
}

/** Bytes as people read them: text where they are UTF-8, else with escapes. */
export function readable(bytes: string): string {
  try {
    return decodeURIComponent(
      bytes.replace(/[^A-Za-z0-9]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`),
    );
  } catch {
    return bytes.replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
  }
}
