import type { Text } from "./lexer.ts";
import type { Offset } from "./syntax.ts";

/** More lines above a declaration are not its comment any more. */
const maxLines = 60;

/** The comment of a declaration: what stands directly above it, and behind it on its line. Empty where there is none. */
export function commentAt({ text }: Text, at: Offset): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  const line = text.slice(start, end === -1 ? text.length : end);
  return [...above(text, start), behind(line)].filter((part) => part !== "").join("\n");
}

/** Lines of comments up to the first line that is none. */
function above(text: string, start: number): readonly string[] {
  const lines: string[] = [];
  let inBlock = false;
  for (let end = start - 1; end > 0 && lines.length < maxLines; ) {
    const from = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(from, end).trim();
    if (line.endsWith("*/")) inBlock = true;
    // what stands before a comment on its line has that comment for itself
    if (!inBlock && !line.startsWith("//")) break;
    if (inBlock && line.includes("/*") && !line.startsWith("/*")) break;
    lines.unshift(bare(line));
    if (line.startsWith("/*")) inBlock = false;
    end = from - 1;
  }
  return lines;
}

function behind(line: string): string {
  const ended = Math.max(line.lastIndexOf(";"), line.lastIndexOf("{"));
  const comment = line.indexOf("//", ended === -1 ? 0 : ended);
  const within = comment === -1 ? line.indexOf(";") : comment;
  const slashes = within === -1 ? -1 : line.indexOf("//", within);
  return slashes === -1 ? "" : bare(line.slice(slashes));
}

function bare(line: string): string {
  return line
    .replace(/^(?:\/\/+|\/\*+|\*(?!\/))/, "")
    .replace(/\*+\/$/, "")
    .trim();
}
