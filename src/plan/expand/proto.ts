import { type Addition, type Edit, indentAt } from "../edits.ts";
import { declared, type Field, fieldsOf, freeNumber, type Piece, piecesOf } from "./proto-blocks.ts";
import { type About, freeName } from "./tree.ts";

/** What head has and base has not, as fields under numbers that nobody used, and types and rpcs of their own. */
export function additionsToProto(
  path: string,
  base: string,
  head: string,
  beside: About,
  taken: ReadonlySet<string>,
): readonly Addition[] {
  const [old, now] = [piecesOf(base), piecesOf(head)];
  if (old === undefined || now === undefined) return [];
  const merge = new Merge(path, base, head, beside);
  const fresh = now.filter((piece) => !taken.has(qualified(now, piece)) || old.some((one) => sameName(one, piece)));
  merge.types({ head: "", start: 0, end: base.length, opens: 0, inner: old }, fresh, "", true);
  return merge.additions;
}

/** Full names of what stands outermost in files. */
export function typesIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(
    texts.flatMap((text) => {
      const pieces = piecesOf(text) ?? [];
      return pieces.map((piece) => qualified(pieces, piece));
    }),
  );
}

function qualified(pieces: readonly Piece[], piece: Piece): string {
  const scope = pieces.flatMap(({ head }) => /^package\s+([\w.]+)/.exec(head)?.[1] ?? [])[0] ?? "";
  return `${scope}.${declared(piece)?.name ?? ""}`;
}

function sameName(one: Piece, other: Piece): boolean {
  const [a, b] = [declared(one), declared(other)];
  return a !== undefined && a.name === b?.name;
}

/** What is to be reserved once the fields are gone that head does not have, or that others replace (`Parcel.weight`). */
export function reservable(
  base: string,
  head: string,
  replaced: ReadonlySet<string>,
): readonly { within: string; number: string; name: string }[] {
  const messages = new Map(messagesIn(piecesOf(head) ?? [], ""));
  return messagesIn(piecesOf(base) ?? [], "").flatMap(([within, message]) => {
    const other = messages.get(within);
    if (other === undefined) return [];
    const kept = new Set(fieldsOf(other).map(({ name }) => name));
    return fieldsOf(message)
      .filter(({ name }) => !kept.has(name) || replaced.has(`${within}.${name}`))
      .map(({ name, number }) => ({ within, number: String(number), name }));
  });
}

function messagesIn(pieces: readonly Piece[], within: string): readonly (readonly [string, Piece])[] {
  return pieces.flatMap((piece): readonly (readonly [string, Piece])[] => {
    const named = declared(piece);
    if (named?.kind !== "message") return [];
    const element = within === "" ? named.name : `${within}.${named.name}`;
    return [[element, piece], ...messagesIn(piece.inner ?? [], element)];
  });
}

/** What is no longer a promise of the changed field, since none that is added is required. */
function unlabelled({ piece, label }: Field): string {
  return label === "required" ? piece.head.replace(/^required\b/, "optional") : piece.head;
}

class Merge {
  readonly additions: Addition[] = [];
  private readonly path: string;
  private readonly base: string;
  private readonly head: string;
  private readonly beside: About;
  private readonly needsLabel: boolean;

  constructor(path: string, base: string, head: string, beside: About) {
    this.path = path;
    this.base = base;
    this.head = head;
    this.beside = beside;
    this.needsLabel = !/^\s*(?:syntax\s*=\s*["']proto3|edition\s*=)/m.test(base);
  }

  types(within: Piece, head: readonly Piece[], prefix: string, outermost: boolean): void {
    const known = new Map((within.inner ?? []).map((piece) => [declared(piece)?.name, piece]));
    for (const piece of head) {
      const named = declared(piece);
      if (named === undefined || named.kind === "oneof") continue;
      const element = prefix === "" ? named.name : `${prefix}.${named.name}`;
      const same = known.get(named.name);
      if (same === undefined) this.put(within, this.head.slice(piece.start, piece.end), element, outermost);
      else if (named.kind === "message" && same.inner !== undefined) {
        this.fields(same, piece, element);
        this.types(same, piece.inner ?? [], element, false);
      } else if (named.kind === "service" && same.inner !== undefined)
        this.types(same, piece.inner ?? [], element, false);
    }
  }

  private fields(base: Piece, head: Piece, within: string): void {
    const old = new Map(fieldsOf(base).map((field) => [field.name, field]));
    const now = fieldsOf(head);
    const taken = new Set([...old.keys(), ...now.map(({ name }) => name)]);
    const given: Piece[] = [base, head];
    for (const field of now) {
      const element = `${within}.${field.name}`;
      const known = old.get(field.name);
      const differs = known !== undefined && unlabelled(known) !== unlabelled(field);
      if (known !== undefined && !(differs && this.beside(element))) continue;
      const name = known === undefined ? field.name : freeName(field.name, (one) => taken.has(one));
      const onBase = fieldsOf(base).some(({ number }) => number === field.number);
      const number = freeNumber(given, undefined);
      const own = known === undefined && !onBase && freeNumber([base], field.number) === field.number;
      const text = this.statement(field, name, own ? field.number : number);
      if (!own) given.push({ ...base, inner: [{ ...field.piece, head: `int32 ${name} = ${number}` }] });
      this.put(base, text, `${within}.${name}`, false, known === undefined ? undefined : element);
    }
  }

  /** A field as head writes it, under its new name and number, never required. */
  private statement({ piece, label, type, name }: Field, called: string, number: number): string {
    const text = this.head.slice(piece.start, piece.end);
    const assigned = new RegExp(`\\b${name}(\\s*=\\s*)\\d+`);
    const put = text.replace(assigned, (_, equals: string) => `${called}${equals}${number}`);
    if (label === "required") return put.replace(/^required\b/, "optional");
    return this.needsLabel && label === undefined && !type.startsWith("map") ? `optional ${put}` : put;
  }

  private put(within: Piece, text: string, element: string, outermost: boolean, beside?: string): void {
    const told = { element, ...(beside !== undefined && { beside }) };
    this.additions.push({
      path: this.path,
      edit: outermost ? this.atEnd(text) : this.behindLast(within, text),
      ...told,
    });
  }

  private atEnd(text: string): Edit {
    const end = this.base.length;
    return { start: end, end, text: `${this.base.endsWith("\n") ? "" : "\n"}\n${text}\n` };
  }

  /** Behind the last thing that stands in a block, on a line of its own where that one has one. */
  private behindLast({ inner = [], opens, start }: Piece, text: string): Edit {
    const last = inner.at(-1);
    if (last === undefined) return { start: opens, end: opens, text: ` ${text} ` };
    const oneLine = !this.base.slice(start, last.start).includes("\n");
    const lineEnd = this.base.indexOf("\n", last.end);
    if (oneLine || lineEnd === -1) return { start: last.end, end: last.end, text: ` ${text}` };
    return { start: lineEnd, end: lineEnd, text: `\n${indentAt(this.base, last.start)}${text}` };
  }
}
