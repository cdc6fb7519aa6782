import { describe, expect, it } from "vitest";
import { bare, code, fenced, plainText, sentence, shorten } from "../../src/report/escape.ts";

const gap = "\u200b";

describe("text of strangers", () => {
  it.each([
    ["@everyone please", `@${gap}everyone please`],
    ["see #12 and GH-7", `see #${gap}12 and GH${gap}-7`],
    ["http://evil.example www.evil.example", `http:${gap}//evil.example www${gap}.evil.example`],
    ["[click](javascript:x) ![i](y)", "&#91;click&#93;(javascript:x) !&#91;i&#93;(y)"],
    ["<img src=x onerror=y> & co", "&#60;img src=x onerror=y&#62; &#38; co"],
    ["a | b\n| c | d |", "a &#124; b &#124; c &#124; d &#124;"],
    [
      "`code` **bold** _under_ snake_case ~~x~~",
      "&#96;code&#96; &#42;&#42;bold&#42;&#42; &#95;under&#95; snake_case &#126;&#126;x&#126;&#126;",
    ],
    ["deadbeefcafe", `deadbe${gap}efcafe`],
    ["rtl \u202e and zero\u200bwidth and nul \u0000", "rtl \ufffd and zero\ufffdwidth and nul \ufffd"],
    ["back\\slash", "back&#92;slash"],
  ])("%j becomes plain", (given, wanted) => {
    expect(plainText(given)).toBe(wanted);
  });

  it("in code neither ends the code nor the cell", () => {
    expect(code("orders[].sku")).toBe("`orders[].sku`");
    expect(code("a`b|c")).toBe("<code>a&#96;b&#124;c</code>");
    expect(code("<script>")).toBe("<code>&#60;script&#62;</code>");
    expect(code("@org/team")).toBe("`@org/team`");
    expect(code("line\nbreak")).toBe("`line break`");
  });

  it("in a block cannot end it", () => {
    expect(fenced("a\n```\nb````c", "json")).toBe("`````json\na\n```\nb````c\n`````");
  });

  it("in a sentence of ours is code between backticks and text outside", () => {
    expect(sentence("`a_b` was @removed")).toBe(`\`a_b\` was @${gap}removed`);
    expect(sentence("an odd ` one")).toBe("an odd  one");
  });

  it("is cut at a whole character, and the cut is shown", () => {
    expect(shorten("abc", 3)).toBe("abc");
    expect(shorten("abcd", 3)).toBe("ab…");
    expect(shorten("ab😀d", 4)).toBe("ab…");
    expect(bare("x".repeat(200))).toHaveLength(120);
  });
});
