interface Span {
  readonly from: number;
  readonly to: number;
}

export function inRanges(ranges: readonly Span[], number: number): boolean {
  return ranges.some((range) => range.from <= number && number <= range.to);
}

/** The parts of some ranges that no other range covers, in order. */
export function missingFrom(ranges: readonly Span[], others: readonly Span[]): readonly Span[] {
  if (ranges.length === 0) return [];
  const cover = [...others].sort((a, b) => a.from - b.from);
  const missing: Span[] = [];
  let index = 0;
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    let { from } = range;
    while (index < cover.length && (cover[index] as Span).to < from) index++;
    for (let at = index; at < cover.length && from <= range.to; at++) {
      const other = cover[at] as Span;
      if (other.from > range.to) break;
      if (other.from > from) missing.push({ from, to: other.from - 1 });
      from = Math.max(from, other.to + 1);
    }
    if (from <= range.to) missing.push({ from, to: range.to });
  }
  return missing;
}

/** `the number 4`, `the numbers 8 to 10`. */
export function numbersText(span: Span): string {
  return `the number${span.from === span.to ? "" : "s"} ${rangeText(span)}`;
}

export function rangeText({ from, to }: Span): string {
  return from === to ? String(from) : `${from} to ${to >= 536_870_911 ? "max" : to}`;
}
