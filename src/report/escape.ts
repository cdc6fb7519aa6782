/** Everything that a stranger wrote passes through here before it stands in Markdown. */

/**
 * Text in running Markdown or a table cell: no mark-up, no mention, no link, no line break, at most `max` characters.
 * GitHub looks for mentions and links in the finished text, so an entity would not keep them apart; a zero-width space does.
 */
export function plainText(text: string, max = 300): string {
  return shorten(visible(text), max)
    .replace(/[@#]/g, `$&${gap}`)
    .replace(/:\/\//g, `:${gap}//`)
    .replace(/www\./gi, (word) => `${word.slice(0, 3)}${gap}.`)
    .replace(/\bGH-/gi, (word) => `${word.slice(0, 2)}${gap}-`)
    .replace(/[0-9a-f]{7,}/gi, (hex) => `${hex.slice(0, 6)}${gap}${hex.slice(6)}`)
    .replace(/[&<>\\`*[\]|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (character) => `&#${character.charCodeAt(0)};`);
}

const gap = "\u200b";

/** A name, a path or a value as code: nothing in it is mark-up, and GitHub neither mentions nor links from code. */
export function code(text: string, max = 120): string {
  const shown = shorten(visible(text), max);
  if (/^[\w.,:;=@/()[\]{}#$%+*?!' -]+$/.test(shown) && shown.trim() === shown) return `\`${shown}\``;
  return `<code>${shown.replace(/[&<>`|\\*_~[\]]/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`;
}

/** A sentence of ours around names of theirs: what stands between backticks is code, the rest is text. */
export function sentence(text: string, max = 500): string {
  return shorten(text, max)
    .split("`")
    .map((part, index, parts) =>
      index % 2 === 1 && index < parts.length - 1 ? (part === "" ? "" : code(part)) : plainText(part, max),
    )
    .join("");
}

/** For places that know no Markdown, as a check run's title. */
export function bare(text: string, max = 120): string {
  return shorten(visible(text), max);
}

/** A block of text that cannot end early: its fence is longer than any run of backticks inside. */
export function fenced(text: string, language = "", max = 2_000): string {
  const shown = shorten(text.replace(hidden, "\ufffd"), max);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** At most `max` characters, never half a surrogate pair, the cut shown. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\uD800-\uDBFF]$/.test(text.slice(0, max - 1)) ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}

/** Characters that hide or reorder what stands beside them: controls (but line feeds), zero-width and bidirectional marks. */
const hidden = /(?!\n)[\p{Cc}\p{Cf}]/gu;

function visible(text: string): string {
  return text.replace(/[\r\n\t\u2028\u2029]+/g, " ").replace(hidden, "\ufffd");
}

/** The length of a text in UTF-8, which is how GitHub counts what a check shows. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
