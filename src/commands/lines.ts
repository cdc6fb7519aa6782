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
    const line = raw.replace(/<!--.*?-->/g, "");
    const hidden = line.indexOf("<!--");
    if (hidden >= 0 && !/`[^`]*<!--[^`]*`/.test(line)) {
      until = (next) => next.includes("-->");
      visible.push(line.slice(0, hidden).trimEnd());
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
