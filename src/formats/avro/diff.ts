import { Unreadable } from "../../text/tree.ts";
import { compareEnums, compareFixed, compareNames } from "./diff-named.ts";
import { comparePrimitives, typeChanged } from "./diff-primitive.ts";
import { compareRecords } from "./diff-record.ts";
import { compareUnions } from "./diff-union.ts";
import { type Fault, none, type Open, within } from "./fault.ts";
import { keptFaults, maxCopies, maxFaults, maxNesting } from "./limits.ts";
import { isNamed, isPrimitiveType } from "./match.ts";
import type { AvroType, NamedType } from "./types.ts";

interface Answer {
  readonly faults: readonly Fault[];
  /** The outermost open pair that the answer leans on; infinite for an answer that is whole. */
  readonly depth: number;
}

/**
 * Compares two resolved types by Schema Resolution in both directions at once: backward, head reads what base wrote;
 * forward, base reads what head writes.
 *
 * Two named types are compared once, and what was found is told at every place that uses them. Met again while they are
 * being compared they add nothing: what holds of a recursive type holds however deep. So inside a cycle of types a fault is
 * told where it is first met.
 */
export class Resolution {
  /** Whether more was found than is told. */
  overflowed = false;
  private readonly known = new Map<NamedType, Map<NamedType, (Answer | undefined)[]>>();
  /** Pairs whose answer lacks what an open pair around them will say; they serve until that one is closed. */
  private readonly provisional: { readonly answers: (Answer | undefined)[]; readonly mask: number }[] = [];
  private copies = 0;
  private nesting = 0;
  private depth = 0;
  private lowest = Number.POSITIVE_INFINITY;

  types(base: AvroType, head: AvroType, open: Open): readonly Fault[] {
    if (!(open.backward || open.forward)) return none;
    if (++this.nesting > maxNesting) throw new Unreadable(`types nested deeper than ${maxNesting} levels`, head.at);
    const faults = this.anyTypes(base, head, open);
    this.nesting--;
    return faults;
  }

  private anyTypes(base: AvroType, head: AvroType, open: Open): readonly Fault[] {
    if (base.kind === "union" || head.kind === "union") return compareUnions(this, base, head, open);
    if (isNamed(base) && isNamed(head)) return this.named(base, head, open);
    if (base.kind === "array" && head.kind === "array")
      return within({ kind: "items" }, this.types(base.items, head.items, open));
    if (base.kind === "map" && head.kind === "map")
      return within({ kind: "values" }, this.types(base.values, head.values, open));
    if (isPrimitiveType(base) && isPrimitiveType(head)) return comparePrimitives(base, head, open);
    return [typeChanged(base, head, open)];
  }

  private named(base: NamedType, head: NamedType, open: Open): readonly Fault[] {
    if (base.kind !== head.kind) return [typeChanged(base, head, open)];
    const answers = this.answersFor(base, head);
    const mask = (open.backward ? 1 : 0) + (open.forward ? 2 : 0);
    const answer = answers[mask];
    if (answer !== undefined) {
      this.lowest = Math.min(this.lowest, answer.depth);
      return answer.faults;
    }
    const depth = this.depth++;
    const outerLowest = this.lowest;
    const started = this.provisional.length;
    this.lowest = Number.POSITIVE_INFINITY;
    answers[mask] = { faults: none, depth };
    const faults = this.bounded([...compareNames(base, head, open), ...this.inside(base, head, open)]);
    this.depth--;
    if (this.lowest < depth) {
      answers[mask] = { faults, depth: this.lowest };
      this.provisional.push({ answers, mask });
      // what leaned on this pair leans on what this pair leans on
      for (const entry of this.provisional.slice(started)) {
        const known = entry.answers[entry.mask] as Answer;
        entry.answers[entry.mask] = { ...known, depth: Math.min(known.depth, this.lowest) };
      }
    } else {
      // nothing found at all: then nothing below either; too much found: it will not all be told
      const settled = faults.length === 0 || this.copies > maxCopies;
      for (const entry of this.provisional.splice(started)) {
        const known = entry.answers[entry.mask] as Answer;
        entry.answers[entry.mask] = settled ? { ...known, depth: Number.POSITIVE_INFINITY } : undefined;
      }
      answers[mask] = { faults, depth: Number.POSITIVE_INFINITY };
      this.lowest = Number.POSITIVE_INFINITY;
    }
    this.lowest = Math.min(this.lowest, outerLowest);
    return faults;
  }

  private answersFor(base: NamedType, head: NamedType): (Answer | undefined)[] {
    const heads = this.known.get(base) ?? new Map<NamedType, (Answer | undefined)[]>();
    this.known.set(base, heads);
    const answers = heads.get(head) ?? [];
    heads.set(head, answers);
    return answers;
  }

  private inside(base: NamedType, head: NamedType, open: Open): readonly Fault[] {
    if (base.kind === "enum" && head.kind === "enum") return compareEnums(base, head, open);
    if (base.kind === "fixed" && head.kind === "fixed") return compareFixed(base, head, open);
    if (base.kind === "record" && head.kind === "record") return compareRecords(this, base, head, open);
    return none;
  }

  /** Faults are copied to every place that uses their type: the number of copies is bounded, not only that of faults. */
  private bounded(faults: readonly Fault[]): readonly Fault[] {
    this.copies += faults.length;
    const limit = this.copies > maxCopies ? 1 : faults.length > maxFaults ? keptFaults : faults.length;
    if (faults.length > limit) this.overflowed = true;
    return limit < faults.length ? faults.slice(0, limit) : faults;
  }
}
