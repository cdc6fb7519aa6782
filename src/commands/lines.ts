/** The lines of a comment that a reader sees as text: not code, not hidden, not preformatted. Quoted ones keep their `>`. */
export function visibleLines(body: string): readonly string[] {
  const visible: string[] = [];
  let until: ((line: string) => boolean) | undefined;
  for (const raw of body.slice(0, 70_000).split(/\r\n?|\n/)) {
    if (until !== undefined) {
      if (until(raw)) until = undefined;
      continue;
    }
    const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(raw)?.[1];
    if (fence !== undefined) {
      until = (line) => new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`).test(line);
      continue;
    }
    const { line, open } = withoutHidden(raw);
    if (open) {
      until = (next) => next.includes("-->");
      visible.push(line.trimEnd());
      continue;
    }
    const block = /^ {0,3}<(pre|script|style|textarea|blockquote|code)\b/i.exec(line)?.[1];
    if (block !== undefined) {
      const end = new RegExp(`</${block}>`, "i");
      if (!end.test(line)) until = (next) => end.test(next);
      continue;
    }
    visible.push(line.trimEnd());
  }
  return visible;
}

/** A line without what HTML comments hide; `open`: one of them does not end on it. What stands in backticks hides nothing. */
function withoutHidden(raw: string): { readonly line: string; readonly open: boolean } {
  let line = "";
  let at = 0;
  let ticks = 0;
  for (;;) {
    const start = raw.indexOf("<!--", at);
    const text = raw.slice(at, start < 0 ? undefined : start);
    line += text;
    if (start < 0) return { line, open: false };
    ticks += text.split("`").length - 1;
    const inCode = ticks % 2 === 1 && raw.indexOf("`", start) >= 0;
    const end = inCode ? -1 : raw.indexOf("-->", start + 4);
    if (inCode) {
      line += "<!--";
      at = start + 4;
    } else if (end < 0) return { line, open: true };
    else at = end + 3;
  }
}
