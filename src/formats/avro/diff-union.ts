import type { Resolution } from "./diff.ts";
import { among, type Fault, type Open, within } from "./fault.ts";
import { branchFor, nearestBranch } from "./match.ts";
import type { AvroType, UnionType } from "./types.ts";
import { describe } from "./words.ts";

/** Two branches that are read as one another, and in which directions. */
interface Couple {
  readonly base: number;
  readonly head: number;
  backward: boolean;
  forward: boolean;
}

/** Schema Resolution, "if both are unions", "if reader's is a union", "if writer's is a union": branch by branch. */
export function compareUnions(resolution: Resolution, base: AvroType, head: AvroType, open: Open): readonly Fault[] {
  const bases = asUnion(base);
  const heads = asUnion(head);
  const couples = new Map<string, Couple>();
  const couple = (from: number, to: number): Couple => {
    const key = `${from} ${to}`;
    const known = couples.get(key) ?? { base: from, head: to, backward: false, forward: false };
    couples.set(key, known);
    return known;
  };
  const removed: number[] = [];
  const added: number[] = [];
  const alone = { base: onlyValue(bases), head: onlyValue(heads) };
  if (alone.base >= 0 && alone.head >= 0) Object.assign(couple(alone.base, alone.head), open);
  bases.branches.forEach((branch, index) => {
    if (!open.backward || (index === alone.base && alone.head >= 0)) return;
    const to = target(branch, heads);
    if (to < 0) removed.push(index);
    else couple(index, to).backward = true;
  });
  heads.branches.forEach((branch, index) => {
    if (!open.forward || (index === alone.head && alone.base >= 0)) return;
    const to = target(branch, bases);
    if (to < 0) added.push(index);
    else couple(to, index).forward = true;
  });
  // read in one direction only: one change of the branch rather than one removed or added
  const all = [...couples.values()];
  const gone = removed.filter((index) => !settle(all, "base", index, "backward"));
  const come = added.filter((index) => !settle(all, "head", index, "forward"));
  const faults: Fault[] = [];
  for (const pair of all.sort((a, b) => a.base - b.base || a.head - b.head)) {
    const step = {
      kind: "branch",
      ...(base.kind === "union" ? { base: pair.base } : {}),
      ...(head.kind === "union" ? { head: pair.head } : {}),
    } as const;
    const from = bases.branches[pair.base] as AvroType;
    const to = heads.branches[pair.head] as AvroType;
    faults.push(...within(step, resolution.types(from, to, { backward: pair.backward, forward: pair.forward })));
  }
  for (const index of gone) faults.push(branchRemoved(base, head, bases, index, open));
  for (const index of come) faults.push(branchAdded(base, head, heads, index, open));
  return faults;
}

function asUnion(type: AvroType): UnionType {
  return type.kind === "union" ? type : { kind: "union", branches: [type], at: type.at };
}

/** The place of the one branch that is not null, or -1: such a union is its value or null. */
function onlyValue({ branches }: UnionType): number {
  const first = branches.findIndex(({ kind }) => kind !== "null");
  return branches.length - (branches.some(({ kind }) => kind === "null") ? 1 : 0) === 1 ? first : -1;
}

/** The reader's branch that takes the writer's, right or wrong if it is like enough. */
function target(writer: AvroType, readers: UnionType): number {
  const matching = branchFor(writer, readers);
  return matching >= 0 ? matching : nearestBranch(writer, readers);
}

function settle(
  couples: readonly Couple[],
  side: "base" | "head",
  index: number,
  direction: "backward" | "forward",
): boolean {
  const found = couples.find((candidate) => candidate[side] === index);
  if (found !== undefined) found[direction] = true;
  return found !== undefined;
}

function branchRemoved(base: AvroType, head: AvroType, bases: UnionType, index: number, open: Open): Fault {
  const branch = bases.branches[index] as AvroType;
  return {
    rule: "union-branch-removed",
    steps: [],
    before: describe(branch),
    after: null,
    breaks: among(open, true, false),
    message:
      branch.kind === "null"
        ? `may no longer be null: head (${describe(head)}) cannot read old data where it is`
        : `no longer holds ${describe(branch)}: head (${describe(head)}) cannot read old data that does`,
    at: head.at,
    leaf: { backward: base.kind === "union" ? { branch: index } : { any: true } },
  };
}

function branchAdded(base: AvroType, head: AvroType, heads: UnionType, index: number, open: Open): Fault {
  const branch = heads.branches[index] as AvroType;
  return {
    rule: "union-branch-added",
    steps: [],
    before: null,
    after: describe(branch),
    breaks: among(open, false, true),
    message:
      branch.kind === "null"
        ? `may now be null: readers of base (${describe(base)}) do not expect that`
        : `may now hold ${describe(branch)}: readers of base (${describe(base)}) cannot read it`,
    at: branch.at,
    leaf: { forward: head.kind === "union" ? { branch: index } : { any: true } },
  };
}
