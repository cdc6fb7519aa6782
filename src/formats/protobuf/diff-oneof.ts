import { type Context, proof, shapeOf, sides } from "./context.ts";
import type { KeptField } from "./diff-field.ts";
import type { Field, Message } from "./model.ts";
import { pushedOut } from "./reading.ts";
import { both, locate } from "./report.ts";
import { type Slots, slotOf } from "./slots.ts";

/** What fields of a message push each other out, before and after. Synthetic oneofs do not exist here. */
export function diffOneofs(context: Context, base: Message, head: Message, kept: readonly KeptField[]): void {
  const moved = kept.filter((one) => one.base.oneof !== one.head.oneof);
  if (moved.length === 0) return;
  const told = new Set<KeptField>();
  for (const direction of both) {
    const rule = direction === "backward" ? "fields-merged-into-oneof" : "fields-split-from-oneof";
    for (const group of clashes(kept, direction)) {
      const movers = group.filter((one) => moved.includes(one));
      const [first = group[0] as KeptField] = movers;
      for (const one of movers) told.add(one);
      const all = group.map((one) => one.head.name).join(", ");
      const oneof = sides(direction, first.base, first.head).reader.oneof ?? "";
      const existing = base.node.oneofs.some((one) => one.name === oneof) ? "the existing " : "";
      const names = movers.map((one) => one.head.name).join(", ");
      const message =
        direction === "backward"
          ? `${names} moved into ${existing}oneof ${oneof}: old data can hold several of ${all}, of which only the last is kept`
          : `${names} left oneof ${oneof}: new data can hold several of ${all}, of which readers of base keep only the last`;
      const { writer, reader } = sides(direction, subset(group, "base"), subset(group, "head"));
      const wrong = pushedOut(writer, reader);
      context.report(rule, {
        element: context.element(first.base),
        before: first.base.oneof ?? null,
        after: first.head.oneof ?? null,
        message,
        location: locate(first.head.file, first.head.node.at),
        witnesses: wrong?.value instanceof Map ? proof(direction, shapeOf(base), shapeOf(head), wrong.value) : {},
      });
    }
  }
  for (const { base: from, head: to } of moved.filter((one) => !told.has(one)))
    context.report("field-oneof-changed", {
      element: context.element(from),
      before: from.oneof ?? null,
      after: to.oneof ?? null,
      message: `${to.name} (${to.number}) ${moveText(from, to)}; bytes decode as before`,
      location: locate(to.file, to.node.at),
    });
}

function moveText(from: Field, to: Field): string {
  if (from.oneof === undefined) return `moved into oneof ${to.oneof}`;
  return to.oneof === undefined ? `left oneof ${from.oneof}` : `moved from oneof ${from.oneof} to oneof ${to.oneof}`;
}

function subset(group: readonly KeptField[], side: "base" | "head"): Slots {
  return new Map(group.map((one) => [one[side].number, slotOf(one[side])]));
}

/** Groups of fields that share a oneof of the reader and not one of the writer. */
function clashes(kept: readonly KeptField[], direction: "backward" | "forward"): readonly (readonly KeptField[])[] {
  const groups = new Map<string, KeptField[]>();
  for (const one of kept) {
    const { oneof } = sides(direction, one.base, one.head).reader;
    if (oneof === undefined) continue;
    const group = groups.get(oneof);
    if (group === undefined) groups.set(oneof, [one]);
    else group.push(one);
  }
  return [...groups.values()].filter((group) => {
    const writers = group.map((one) => sides(direction, one.base, one.head).writer.oneof);
    return group.length > 1 && !writers.every((oneof) => oneof !== undefined && oneof === writers[0]);
  });
}
