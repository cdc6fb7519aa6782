import { type Addition, type Edit, indentAt, type Mark } from "../edits.ts";
import { declared, type Piece, piecesOf } from "./proto-blocks.ts";
import type { Wanted } from "./tree.ts";

/** Whatever goes or has its changed form beside it, marked as deprecated in a comment and by the option. */
export function marksOnProto(
  path: string,
  text: string,
  { goes, words }: Wanted,
  additions: readonly Addition[],
): readonly Mark[] {
  const marks: Mark[] = [];
  const replaced = new Map(additions.map(({ element, beside }) => [beside, element]));
  const mark = (element: string, { start }: Piece, option: Edit | undefined): void => {
    if (option === undefined || !(goes(element) || replaced.has(element))) return;
    const above: Edit = {
      start,
      end: start,
      text: `// ${words(replaced.get(element)?.split(".").at(-1))}\n${indentAt(text, start)}`,
    };
    marks.push({ path, edits: ownLine(text, start) ? [above, option] : [option], element });
  };
  const look = (pieces: readonly Piece[], prefix: string, kind: string): void => {
    for (const piece of pieces) {
      const named = declared(piece);
      const within = (name: string) => (prefix === "" ? name : `${prefix}.${name}`);
      if (named === undefined) {
        const name = /(\w+)\s*=\s*-?\w+\s*(?:\[|$)/.exec(piece.head)?.[1];
        const counts = kind === "message" || kind === "enum";
        if (
          counts &&
          piece.inner === undefined &&
          name !== undefined &&
          !/^(?:option|reserved|extensions)\b/.test(piece.head)
        )
          mark(within(name), piece, onStatement(text, piece));
      } else if (named.kind === "oneof") look(piece.inner ?? [], prefix, "message");
      else {
        const element = within(named.name);
        if (goes(element)) mark(element, piece, onBlock(text, piece));
        look(piece.inner ?? [], element, named.kind);
      }
    }
  };
  look(piecesOf(text) ?? [], "", "");
  return marks;
}

function ownLine(text: string, start: number): boolean {
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, start).trim() === "";
}

/** `string code = 1;` becomes `string code = 1 [deprecated = true];`. Undefined where it says so already. */
function onStatement(text: string, { head, end }: Piece): Edit | undefined {
  if (/\bdeprecated\s*=/.test(head)) return undefined;
  const at = head.endsWith("]") ? text.lastIndexOf("]", end) : end - 1;
  return { start: at, end: at, text: head.endsWith("]") ? ", deprecated = true" : " [deprecated = true]" };
}

function onBlock(text: string, { head, inner, opens, end }: Piece): Edit | undefined {
  if (inner === undefined)
    return /^rpc\b/.test(head) ? { start: end - 1, end, text: " { option deprecated = true; }" } : undefined;
  if (inner.some((piece) => /^option\s+deprecated\b/.test(piece.head))) return undefined;
  const first = inner[0];
  const broken = first !== undefined && text.slice(opens, first.start).includes("\n");
  const before = broken ? `\n${indentAt(text, first.start)}` : " ";
  return { start: opens, end: opens, text: `${before}option deprecated = true;${first === undefined ? " " : ""}` };
}
