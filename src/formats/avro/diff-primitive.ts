import { compareLogical } from "./diff-logical.ts";
import { among, type Fault, type Open } from "./fault.ts";
import { reads } from "./match.ts";
import type { AvroType, PrimitiveType } from "./types.ts";
import { describe } from "./words.ts";

/** What a promotion may cost; the specification allows it all the same. */
const losses: Readonly<Record<string, string>> = {
  "int float": "whole numbers beyond 2^24 are rounded",
  "long float": "whole numbers beyond 2^24 are rounded",
  "long double": "whole numbers beyond 2^53 are rounded",
  "bytes string": "bytes that are no UTF-8 cannot be shown as text",
};

export function comparePrimitives(base: PrimitiveType, head: PrimitiveType, open: Open): readonly Fault[] {
  if (base.kind === head.kind) return compareLogical(base, head, open);
  const backward = reads(base.kind, head.kind);
  const forward = reads(head.kind, base.kind);
  const changed = typeChanged(base, head, open);
  return [
    changed,
    ...compareLogical(base, head, { backward: open.backward && backward, forward: open.forward && forward }),
  ].filter((fault) => fault === changed || fault.breaks.length > 0);
}

/** Two types of different kinds. */
export function typeChanged(base: AvroType, head: AvroType, open: Open): Fault {
  const backward = reads(base.kind, head.kind);
  const forward = reads(head.kind, base.kind);
  const notes = [
    ...(backward ? [`head reads ${base.kind} as ${head.kind}${loss(base, head)}`] : []),
    ...(forward ? [`readers of base read ${head.kind} as ${base.kind}${loss(head, base)}`] : []),
  ];
  return {
    rule: "type-changed",
    steps: [],
    before: describe(base),
    after: describe(head),
    breaks: among(open, !backward, !forward),
    message: `was ${describe(base)}, is ${describe(head)}${notes.length > 0 ? `; ${notes.join("; ")}` : ""}`,
    at: head.at,
  };
}

function loss(writer: AvroType, reader: AvroType): string {
  const cost = losses[`${writer.kind} ${reader.kind}`];
  return cost === undefined ? "" : ` (${cost})`;
}
