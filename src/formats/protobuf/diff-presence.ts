import { type Context, holder, proof } from "./context.ts";
import type { KeptField } from "./diff-field.ts";
import { both, locate } from "./report.ts";
import type { Shape, Witness } from "./witness.ts";

/** What becomes of a single value that is absent, or that is the zero. */
export function diffPresence(context: Context, { base, head }: KeptField, element: string, otherType: boolean): void {
  const location = locate(head.file, head.node.labelAt);
  const name = `${head.name} (${head.number})`;
  const before = base.presence;
  const after = head.presence;
  const shapes = [holder(base), holder(head)] as const;
  if (before !== after) {
    const facts = { element, before, after, location };
    if (after === "required")
      context.report("field-became-required", {
        ...facts,
        message: `${name} is now required: data of base that lacks it is refused`,
        witnesses: proof("backward", ...shapes, new Map()),
      });
    else if (before === "required")
      context.report("field-no-longer-required", {
        ...facts,
        message: `${name} is no longer required: readers of base refuse data that lacks it`,
        witnesses: proof("forward", ...shapes, new Map()),
      });
    else if (otherType) return;
    else if (after === "implicit")
      context.report("presence-lost", {
        ...facts,
        message: `${name} loses presence: a zero that was written can no longer be told from nothing`,
        witnesses: {
          ...proof("backward", ...shapes, new Map([[base.number, zero(base)]])),
          forward: unwritten(head, shapes),
        },
      });
    else
      context.report("presence-gained", {
        ...facts,
        message: `${name} gains explicit presence (${head.node.label === "optional" ? "optional" : "it can now be told whether it was set"}); bytes stay the same`,
      });
  }
  if (!otherType) diffDefault(context, { base, head }, element);
}

/** A zero that head's writers set is not written: readers of base find nothing. */
function unwritten(head: KeptField["head"], [, shape]: readonly [Shape, Shape]): Witness {
  const written = Object.fromEntries([[head.name, shape.slots.get(head.number)?.fallback?.shown]]);
  return { message: shape.name, bytes: "", written, read: {} };
}

function zero({ type }: KeptField["base"]): bigint | number | string {
  if (type.kind !== "scalar") return 0n;
  if (type.scalar === "string" || type.scalar === "bytes") return "";
  return type.scalar === "double" || type.scalar === "float" ? 0 : 0n;
}

function diffDefault(context: Context, { base, head }: KeptField, element: string): void {
  const [shapeOfBase, shapeOfHead] = [holder(base), holder(head)];
  const was = shapeOfBase.slots.get(base.number)?.fallback;
  const is = shapeOfHead.slots.get(head.number)?.fallback;
  if (was === undefined || is === undefined || was.key === is.key) return;
  const seen = (name: string, value: unknown) => Object.fromEntries([[name, value]]);
  const absent = (direction: "backward" | "forward") => {
    const forward = direction === "forward";
    return {
      message: (forward ? shapeOfHead : shapeOfBase).name,
      bytes: "",
      written: seen(forward ? head.name : base.name, (forward ? is : was).shown),
      read: seen(forward ? base.name : head.name, (forward ? was : is).shown),
    };
  };
  context.report("field-default-changed", {
    element,
    before: was.shown,
    after: is.shown,
    message: `where ${head.name} (${head.number}) is absent it reads as ${JSON.stringify(is.shown)}, before as ${JSON.stringify(was.shown)}`,
    location: locate(head.file, head.node.at),
    witnesses: Object.fromEntries(both.map((direction) => [direction, absent(direction)])),
  });
}
