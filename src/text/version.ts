/**
 * Orders versions as versions: numbers by value, so `v10` comes after `v9` and `1.10` after `1.9`; dates and SchemaVer
 * (`1-0-2`) by their parts; a pre-release before its release (semver 2.0, section 11). A leading `v` does not count.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (let index = 0; index < Math.max(left.numbers.length, right.numbers.length); index++) {
    const order = comparePart(left.numbers[index] ?? "0", right.numbers[index] ?? "0");
    if (order !== 0) return order;
  }
  if (left.label === right.label) return 0;
  if (left.label === "") return 1;
  if (right.label === "") return -1;
  return compareLabels(left.label, right.label);
}

/** Whether two texts name one version: `v4`, `4` and `4.0` do. */
export function sameVersion(a: string, b: string): boolean {
  return compareVersions(a, b) === 0;
}

/** `4` and `v4` are shown as `v4`; dates and names as they are. */
export function showVersion(version: string): string {
  return /^\d+(\.\d+)*$/.test(version) ? `v${version}` : version;
}

function parts(version: string): { readonly numbers: readonly string[]; readonly label: string } {
  const bare = version.trim().replace(/^v(?=\d)/i, "");
  const core = /^\d+(?:[.\-_]\d+)*/.exec(bare)?.[0] ?? "";
  const rest = bare.slice(core.length).split("+", 1)[0] ?? "";
  return { numbers: core === "" ? [] : core.split(/[.\-_]/), label: rest.replace(/^[-.]/, "") };
}

function compareLabels(a: string, b: string): number {
  const [left, right] = [a.split("."), b.split(".")];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = comparePart(left[index] ?? "", right[index] ?? "");
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Numbers by value and before words; words by their letters. */
function comparePart(a: string, b: string): number {
  const [left, right] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (left && right) return Math.sign(Number(BigInt(a) - BigInt(b)));
  if (left !== right) return left ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
