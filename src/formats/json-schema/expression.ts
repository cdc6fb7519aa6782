import { RegExpParser } from "@eslint-community/regexpp";

const parser = new RegExpParser({ ecmaVersion: 2024 });

/**
 * The expression in a form that is valid with the `u` flag. Expressions that are only valid without it (`\-`, `[\w-.]`, a lone
 * brace) are spelt out; their meaning differs from what they say only beyond the basic plane.
 * @throws SyntaxError where it is no ECMA-262 expression at all
 */
export function normalised(source: string): string {
  try {
    parser.parsePattern(source, 0, source.length, { unicode: true, unicodeSets: false });
    return source;
  } catch {
    parser.parsePattern(source, 0, source.length, { unicode: false, unicodeSets: false });
    const spelt = spellOut(source);
    parser.parsePattern(spelt, 0, spelt.length, { unicode: true, unicodeSets: false });
    return spelt;
  }
}

function spellOut(source: string): string {
  let result = "";
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at] as string;
    const following = source[at + 1] ?? "";
    if (character === "\\") {
      at++;
      // an escape that means nothing special is the character itself
      if (/[\^$\\.*+?()[\]{}|/dDwWsSbBfnrtvcxu0-9k]/.test(following)) result += character + following;
      else if (following === "-" && inClass) result += "\\-";
      else result += following;
    } else if (inClass) {
      if (character === "]") inClass = false;
      const classBefore = /\\[dDwWsS]$/.test(result);
      const classAfter = following === "\\" && /[dDwWsS]/.test(source[at + 2] ?? "");
      result += character === "-" && (classBefore || classAfter) ? "\\-" : character;
    } else if (character === "[") {
      inClass = true;
      result += character;
    } else if (character === "{" || character === "}" || character === "]") {
      const quantifier = character === "{" ? /^\{[0-9]+(?:,[0-9]*)?\}/.exec(source.slice(at)) : null;
      if (quantifier === null) result += `\\${character}`;
      else {
        result += quantifier[0];
        at += quantifier[0].length - 1;
      }
    } else result += character;
  }
  return result;
}
