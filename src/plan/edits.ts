/** What is put into a text, or in the place of what stood there. Offsets count UTF-16 units of the text before any edit. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with every edit made. Edits at one place are made in the order given; they do not overlap otherwise. */
export function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: put } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, start), put);
    at = end;
  }
  return parts.join("") + text.slice(at);
}

/** The blanks that a line begins with, of the line that an offset stands in. */
export function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Says of an element that stays for now that it goes. */
export interface Mark {
  /** Path of the file. */
  readonly path: string;
  readonly edits: readonly Edit[];
  /** `parcel.weight_g`; empty for the contract itself. */
  readonly element: string;
}

/** What a mark says in prose: what is there instead, and from when on the element may be gone (`2026-12-30`), as far as known. */
export function deprecation(day: string | undefined, by?: string): string {
  const parts = [
    ...(by === undefined ? [] : [`read ${by} instead`]),
    ...(day === undefined ? [] : [`it goes on ${day}`]),
  ];
  return parts.length === 0 ? "Deprecated." : `Deprecated: ${parts.join("; ")}.`;
}

/** One element that a step adds to a contract. */
export interface Addition {
  /** Path of the file. */
  readonly path: string;
  readonly edit: Edit;
  /** `parcel.weight_g`. */
  readonly element: string;
  /** The element that it stands beside, changed; undefined where head's element is added under its own name. */
  readonly beside?: string;
}
