import { everyKind, type Formula, type Formulas, kinds } from "./formula.ts";

/** Exactly one of the choices holds. Choices that plainly exclude one another need not be denied beside one another. */
export function exactlyOne(formulas: Formulas, choices: readonly Formula[]): Formula {
  const marks = choices.map((choice) => markOf(formulas, choice));
  return formulas.or(
    choices.map((choice, at) =>
      formulas.and([
        choice,
        ...choices.flatMap((other, index) =>
          index === at || exclude(marks[at] as Mark, marks[index] as Mark) ? [] : [formulas.not(other)],
        ),
      ]),
    ),
  );
}

/** What plainly tells a choice from others: its kinds, and properties it demands to be one of some texts. */
interface Mark {
  readonly mask: number;
  readonly tags: ReadonlyMap<string, ReadonlySet<string>>;
}

function exclude(left: Mark, right: Mark): boolean {
  const shared = left.mask & right.mask;
  if (shared === 0) return true;
  if (shared !== kinds.object) return false;
  for (const [name, values] of left.tags) {
    const others = right.tags.get(name);
    if (others !== undefined && [...values].every((value) => !others.has(value))) return true;
  }
  return false;
}

function markOf(formulas: Formulas, choice: Formula): Mark {
  const node = formulas.node(choice);
  const parts = node.is === "and" ? node.parts : [choice];
  const tags = new Map<string, ReadonlySet<string>>();
  const required = new Set<string>();
  let mask = everyKind;
  const listed = (formula: Formula): ReadonlySet<string> | undefined => {
    const inner = formulas.node(formula);
    if (inner.is !== "leaf" || inner.constraint.is !== "string-in" || inner.constraint.not) return undefined;
    return inner.constraint.values;
  };
  for (const part of parts) {
    const leaf = formulas.node(part);
    if (leaf.is === "kinds") mask &= leaf.mask;
    if (leaf.is !== "leaf" || !("name" in leaf.constraint)) continue;
    const names = listed(leaf.constraint.name);
    const [name] = names ?? [];
    if (names?.size !== 1 || name === undefined) continue;
    if (leaf.constraint.is === "some-property") required.add(name);
    else {
      const texts = textsOf(formulas, leaf.constraint.holds, listed);
      if (texts !== undefined) tags.set(name, texts);
    }
  }
  for (const name of [...tags.keys()]) if (!required.has(name)) tags.delete(name);
  return { mask, tags };
}

/** The texts, where a formula admits nothing but some texts. */
function textsOf(
  formulas: Formulas,
  formula: Formula,
  listed: (formula: Formula) => ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  const node = formulas.node(formula);
  if (node.is !== "and" || !node.parts.includes(formulas.kinds(kinds.string))) return undefined;
  return node.parts.map(listed).find((values) => values !== undefined);
}
