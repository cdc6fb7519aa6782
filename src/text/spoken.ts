/**
 * Whether a YAML or JSON text may hold a word, once its escapes are read: `"contract-consumer\u002fv1"` does. A word may be
 * found where none stands, but one that stands is never missed. Letters' case does not count.
 */
export function mayHold(text: string, word: string): boolean {
  const wanted = word.toLowerCase();
  if (text.toLowerCase().includes(wanted)) return true;
  return text.includes("\\") && unescaped(text).toLowerCase().includes(wanted);
}

/** YAML 1.2, 5.7 Escaped characters, and a line that goes on after a backslash. Read once, wherever they stand. */
function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|\r?\n[ \t]*|(.))/g,
    (_, two: string | undefined, four: string | undefined, eight: string | undefined, other = "") => {
      const code = Number.parseInt(two ?? four ?? eight ?? "", 16);
      if (Number.isNaN(code)) return other;
      return code > 0x10ffff ? "" : String.fromCodePoint(code);
    },
  );
}
