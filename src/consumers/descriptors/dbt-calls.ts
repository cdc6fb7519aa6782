/** A `ref` or a `source` with its arguments written out. */
export interface DbtCall {
  readonly kind: "ref" | "source";
  /** A model, or `source.table`. */
  readonly name: string;
  /** As in `ref('trips', v=2)`. */
  readonly version?: string;
  /** Where it begins in the text. */
  readonly offset: number;
}

/** Arguments longer than this are no names. */
const maxArguments = 400;

/**
 * The calls of `ref` and `source` in a text, read once from left to right. No Jinja is run: a name that is computed is not
 * seen. Jinja's comments do not count; SQL's do, as they do for dbt.
 */
export function callsIn(text: string): readonly DbtCall[] {
  const calls: DbtCall[] = [];
  let comment = -1;
  for (const match of text.matchAll(/\{#|#\}|\b(ref|source)\s{0,20}\(/g)) {
    if (match[0] === "{#") {
      if (comment < 0) comment = match.index;
    } else if (match[0] === "#}") comment = -1;
    else if (comment < 0) {
      const start = match.index + match[0].length;
      const read = argumentsOf(text.slice(start, start + maxArguments));
      const call = read && callOf(match[1] as DbtCall["kind"], read, match.index);
      if (call !== undefined) calls.push(call);
    }
  }
  return calls;
}

interface Arguments {
  readonly plain: readonly string[];
  readonly version: string | undefined;
}

/** Up to the closing bracket: texts, and a version by its name; undefined where anything else stands there. */
function argumentsOf(text: string): Arguments | undefined {
  const plain: string[] = [];
  let version: string | undefined;
  let rest = text.trimStart();
  for (;;) {
    const [whole, key, single, double, bare] =
      /^(?:(v|version)\s*=\s*)?(?:'([^'\\\n]*)'|"([^"\\\n]*)"|([0-9]+(?:\.[0-9]+)*))\s*/.exec(rest) ?? [];
    const value = single ?? double ?? bare;
    if (whole === undefined || value === undefined) return undefined;
    if (key !== undefined) version = value;
    else plain.push(value);
    rest = rest.slice(whole.length);
    if (rest.startsWith(")")) return { plain, version };
    if (!rest.startsWith(",")) return undefined;
    rest = rest.slice(1).trimStart();
  }
}

function callOf(kind: DbtCall["kind"], { plain, version }: Arguments, offset: number): DbtCall | undefined {
  const [first, second] = plain;
  if (first === undefined || plain.length > 2) return undefined;
  if (kind === "source") return second === undefined ? undefined : { kind, name: `${first}.${second}`, offset };
  // the first of two names is the package
  return { kind, name: second ?? first, ...(version !== undefined && { version }), offset };
}
