import { masked } from "../masked.ts";

/** A statement, or a block with what stands in it, by its offsets. */
export interface Piece {
  /** What it begins with, comments and strings blank. */
  readonly head: string;
  readonly start: number;
  /** Behind its `;` or `}`. */
  readonly end: number;
  /** Undefined for a statement. */
  readonly inner: readonly Piece[] | undefined;
  /** Of a block: behind its `{`. */
  readonly opens: number;
}

/** What stands in a Protobuf file, blocks within blocks. Undefined where braces do not match. */
export function piecesOf(text: string): readonly Piece[] | undefined {
  const plain = masked(text, "proto");
  interface Open {
    readonly head: string;
    readonly start: number;
    readonly opens: number;
    readonly inner: Piece[];
  }
  const stack: Open[] = [{ head: "", start: 0, opens: 0, inner: [] }];
  let start = -1;
  /** Braces within an option's value. */
  let within = 0;
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at] as string;
    if (start === -1 && /\S/.test(character)) start = at;
    if (character === "{" && (within > 0 || /[=[]/.test(plain.slice(start, at)))) within++;
    else if (character === "}" && within > 0) within--;
    else if (within > 0) continue;
    else if (character === "{") {
      stack.push({ head: plain.slice(start, at).trim(), start, opens: at + 1, inner: [] });
      start = -1;
    } else if (character === "}") {
      const closed = stack.pop();
      const parent = stack.at(-1);
      if (closed === undefined || parent === undefined) return undefined;
      parent.inner.push({ ...closed, end: at + 1 });
      start = -1;
    } else if (character === ";") {
      const head = plain.slice(start, at).trim();
      if (head !== "") stack.at(-1)?.inner.push({ head, start, end: at + 1, inner: undefined, opens: at });
      start = -1;
    }
  }
  return stack.length === 1 ? stack[0]?.inner : undefined;
}

/** `message` and `Parcel`, `rpc` and `Find`; undefined for what declares no name. */
export function declared({ head }: Piece): { readonly kind: string; readonly name: string } | undefined {
  const [, kind, name] = /^(message|enum|service|oneof|rpc)\s+(\w+)/.exec(head) ?? [];
  return kind === undefined || name === undefined ? undefined : { kind, name };
}

/** A field of a message, wherever in its oneofs. */
export interface Field {
  readonly piece: Piece;
  readonly label: string | undefined;
  readonly type: string;
  readonly name: string;
  readonly number: number;
}

export function fieldsOf(message: Piece): readonly Field[] {
  return (message.inner ?? []).flatMap((piece): readonly Field[] => {
    if (declared(piece)?.kind === "oneof") return fieldsOf(piece);
    if (piece.inner !== undefined) return [];
    const shape = /^(?:(optional|required|repeated)\s+)?(map\s*<[^>]*>|\.?\w[\w.]*)\s+(\w+)\s*=\s*(\d+)\s*(?:\[|$)/;
    const [, label, type = "", name = "", number] = shape.exec(piece.head) ?? [];
    if (number === undefined || ["option", "reserved", "extensions", "rpc"].includes(type)) return [];
    return [{ piece, label, type, name, number: Number(number) }];
  });
}

/** A number for a field that neither side uses, reserves or gives to extensions. */
export function freeNumber(messages: readonly Piece[], wanted: number | undefined): number {
  const ranges: (readonly [number, number])[] = [[19_000, 19_999]];
  let highest = 0;
  for (const message of messages) {
    for (const { number } of fieldsOf(message)) {
      ranges.push([number, number]);
      highest = Math.max(highest, number);
    }
    for (const { head } of message.inner ?? [])
      if (/^(?:reserved|extensions)\b/.test(head))
        for (const [, from, to] of head.matchAll(/\b(\d+)(?:\s+to\s+(\d+|max))?/g)) {
          const last = to === undefined ? Number(from) : to === "max" ? Number.POSITIVE_INFINITY : Number(to);
          ranges.push([Number(from), last]);
          if (last !== Number.POSITIVE_INFINITY) highest = Math.max(highest, last);
        }
  }
  const taken = (number: number) => ranges.some(([from, to]) => number >= from && number <= to);
  if (wanted !== undefined && !taken(wanted)) return wanted;
  let number = highest + 1;
  while (number >= 19_000 && number <= 19_999) number = 20_000;
  return number;
}
