import { compareLogical } from "./diff-logical.ts";
import { among, type Fault, type Open } from "./fault.ts";
import { nameMatch } from "./match.ts";
import type { EnumType, FixedType, NamedType } from "./types.ts";

/** The names of two types of one kind: resolution compares them unqualified, after the reader's aliases. */
export function compareNames(base: NamedType, head: NamedType, open: Open): readonly Fault[] {
  const common = { steps: [], before: base.name.full, after: head.name.full, at: head.at } as const;
  const backward = nameMatch(base, head);
  const forward = nameMatch(head, base);
  const faults: Fault[] = [];
  if (backward === undefined || forward === undefined) {
    const alias = backward === "alias" ? "head" : forward === "alias" ? "base" : undefined;
    faults.push({
      ...common,
      rule: "name-changed",
      breaks: among(open, backward === undefined, forward === undefined),
      message: `the ${base.kind} ${base.name.full} was renamed to ${head.name.full}${
        alias === undefined ? " and no alias maps one to the other" : `; the alias in ${alias} helps its readers only`
      }`,
    });
  } else if (base.name.full !== head.name.full) {
    faults.push({
      ...common,
      rule: "namespace-changed",
      breaks: [],
      message: `the full name changed from ${base.name.full} to ${head.name.full}: schema resolution compares unqualified names, but generated classes, subjects named after records and some libraries (avsc) use the full name`,
      once: `${base.name.full} ${head.name.full}`,
    });
  }
  const lost = base.aliases.filter((alias) => !head.aliases.includes(alias) && alias !== head.name.full);
  if (lost.length > 0)
    faults.push({
      ...common,
      rule: "alias-removed",
      before: lost.join(", "),
      after: null,
      breaks: [],
      message: `${head.name.full} no longer goes by ${lost.join(", ")}: data written under that name cannot be read any more`,
      once: head.name.full,
    });
  return faults;
}

/** Schema Resolution, "if both are enums". */
export function compareEnums(base: EnumType, head: EnumType, open: Open): readonly Fault[] {
  const faults: Fault[] = [];
  const were = new Set(base.symbols);
  const are = new Set(head.symbols);
  for (const symbol of base.symbols)
    if (!are.has(symbol)) {
      faults.push({
        rule: "enum-symbol-removed",
        steps: [],
        before: symbol,
        after: null,
        breaks: among(open, head.default === undefined, false),
        message: `${symbol} was removed from ${head.name.full}: ${
          head.default === undefined
            ? "head cannot read old data that holds it, and its enum has no default"
            : `head reads old data that holds it as ${head.default}`
        }`,
        at: head.at,
        leaf: { backward: { symbol } },
      });
    }
  for (const symbol of head.symbols)
    if (!were.has(symbol)) {
      faults.push({
        rule: "enum-symbol-added",
        steps: [],
        before: null,
        after: symbol,
        breaks: among(open, false, base.default === undefined),
        message: `${symbol} was added to ${head.name.full}: ${
          base.default === undefined
            ? "readers of base do not know it, and their enum has no default"
            : `readers of base take it for ${base.default}`
        }`,
        at: head.at,
        leaf: { forward: { symbol } },
      });
    }
  if (base.default !== head.default)
    faults.push({
      rule: "enum-default-changed",
      steps: [],
      before: base.default ?? null,
      after: head.default ?? null,
      breaks: [],
      message: enumDefault(base, head),
      at: head.at,
      once: `${base.name.full} ${head.name.full}`,
    });
  return faults;
}

function enumDefault(base: EnumType, head: EnumType): string {
  if (head.default === undefined)
    return `the default ${base.default} of ${head.name.full} was removed: the next symbol added will break the readers of head`;
  if (base.default === undefined)
    return `${head.name.full} got the default ${head.default} for symbols it does not know`;
  return `the default of ${head.name.full} for symbols it does not know was ${base.default}, is ${head.default}`;
}

/** Schema Resolution, "both schemas are fixed whose sizes and names match". */
export function compareFixed(base: FixedType, head: FixedType, open: Open): readonly Fault[] {
  if (base.size === head.size) return compareLogical(base, head, open);
  return [
    {
      rule: "fixed-size-changed",
      steps: [],
      before: base.size,
      after: head.size,
      breaks: among(open, true, true),
      message: `${head.name.full} was ${base.size} bytes, is ${head.size}`,
      at: head.at,
    },
  ];
}
