/**
 * A field as people write it, in the way elements are called: `lines.*` and `lines[*]` mean `lines` and all below it, `lines[*].sku` is
 * `lines[].sku`, and quotes around a name are left out. Whatever else has a star in it stays as it is, which no contract has.
 */
export function fieldOf(written: string): string {
  const below = written.replace(/(?:\.\*|\[\*\])+$/, "");
  const each = (below === "" ? written : below).replaceAll("[*]", "[]");
  return each.replaceAll(/(^|\.)(["'`])([^"'`.[\]{}]+)\2(?=$|[.[{])/g, "$1$3");
}
