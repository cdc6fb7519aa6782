import type { Wording } from "../../model.ts";
import { type Prose, wordingsOf } from "../prose.ts";
import { commentAt } from "./comments.ts";
import type { Context } from "./context.ts";
import type { Declaration, ProtoFile, Service } from "./model.ts";
import type { Kept } from "./pairing.ts";
import { locate } from "./report.ts";

/** Where comments differ, of declarations that are paired as the comparison pairs them: a renamed one is the same one. */
export function wordingsIn(context: Context, services: readonly Kept<Service>[]): readonly Wording[] {
  const found: Wording[] = [];
  const tell = (element: string, base: Commented, head: Commented) => {
    const [before, after] = [proseOf(base), proseOf(head)];
    found.push(...wordingsOf(element, [before], [after], after.at));
  };
  for (const { base, head } of [...context.messages, ...context.enums]) {
    tell(context.element(base), declared(base), declared(head));
    if (base.kind === "enum" && head.kind === "enum") {
      const values = new Map(head.node.values.map((value) => [value.name, value]));
      for (const value of base.node.values) {
        const now = values.get(value.name);
        const element = `${context.element(base)}.${value.name}`;
        if (now !== undefined) tell(element, { file: base.file, at: value.at }, { file: head.file, at: now.at });
      }
    }
    if (base.kind === "message" && head.kind === "message")
      for (const [number, field] of base.byNumber) {
        const now = head.byNumber.get(number);
        if (now !== undefined) tell(context.element(field), declared(field), declared(now));
      }
  }
  for (const { base, head } of services) {
    tell(context.element(base), declared(base), declared(head));
    const rpcs = new Map(head.rpcs.map((rpc) => [rpc.name, rpc]));
    for (const { name, node } of base.rpcs) {
      const now = rpcs.get(name);
      const at = { file: base.file, at: node.at };
      if (now !== undefined) tell(`${context.element(base)}.${name}`, at, { file: head.file, at: now.node.at });
    }
  }
  return found;
}

interface Commented {
  readonly file: ProtoFile;
  readonly at: number;
}

function declared({ file, node }: Declaration): Commented {
  return { file, at: node.at };
}

function proseOf({ file, at }: Commented): Prose {
  return { kind: "text", name: "comment", text: commentAt(file.node.source, at), at: locate(file, at) };
}
