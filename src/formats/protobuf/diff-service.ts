import type { Direction } from "../../model.ts";
import { pair } from "../pair.ts";
import { type Context, counterparts, proof, shapeOf } from "./context.ts";
import { directionsOf, type Misreadings, misreadings, reasons } from "./diff-field.ts";
import { jsonNamesDiffer } from "./json.ts";
import type { Rpc, Service } from "./model.ts";
import { option, written } from "./options.ts";
import { neverWritten } from "./reading.ts";
import { locate } from "./report.ts";
import type { Slot } from "./slots.ts";

/** One service that both sides have. */
export function diffService(context: Context, base: Service, head: Service): void {
  const rpcs = pair(base.rpcs, head.rpcs, (rpc) => rpc.name);
  for (const rpc of rpcs.removed)
    context.report("rpc-removed", {
      element: `${context.element(base)}.${rpc.name}`,
      before: signatureOf(rpc),
      after: null,
      message: `the rpc ${rpc.name} was removed: calls of clients of base fail`,
      location: locate(head.file, head.node.at),
    });
  for (const kept of rpcs.kept) diffRpc(context, kept.base, kept.head, `${context.element(base)}.${kept.head.name}`);
}

function signatureOf({ node, request, response }: Rpc): string {
  const side = (stream: boolean, name: string) => (stream ? `stream ${name}` : name);
  return `(${side(node.requestStream, request.fullName)}) returns (${side(node.responseStream, response.fullName)})`;
}

function diffRpc(context: Context, base: Rpc, head: Rpc, element: string): void {
  const { file } = head.service;
  for (const which of ["request", "response"] as const) {
    const [from, to] = [base[which], head[which]];
    const at = which === "request" ? head.node.requestAt : head.node.responseAt;
    if (context.counterpart.get(from) !== to && from.fullName !== to.fullName) {
      const wrong = payloadMisreadings(context, base, head, which);
      const lost =
        wrong.forward === undefined
          ? neverWritten(payload(base, which), payload(head, which), counterparts(context))
          : undefined;
      const breaks: readonly Direction[] =
        lost === undefined ? directionsOf(wrong) : [...directionsOf(wrong), "forward"];
      const told = [reasons(wrong), lost ?? ""].filter((text) => text !== "").join("; ");
      const why = told === "" ? ", which is built the same" : `: ${told}`;
      const names = jsonNamesDiffer({ kind: "message", message: from }, { kind: "message", message: to });
      context.report(`rpc-${which}-changed`, {
        element,
        before: from.fullName,
        after: to.fullName,
        ...(breaks.length > 0 ? { breaks } : {}),
        level: directionsOf(wrong).length > 0 ? "wire" : lost !== undefined || names ? "wire-json" : "source",
        message: `the ${which} of ${head.name} goes from ${from.fullName} to ${to.fullName}${why}`,
        location: locate(file, at),
        witnesses: Object.assign(
          {},
          ...breaks.map((direction) => {
            const value = wrong[direction]?.value;
            return value instanceof Map ? proof(direction, shapeOf(from), shapeOf(to), value) : {};
          }),
        ),
      });
    }
    const key = which === "request" ? "requestStream" : "responseStream";
    if (base.node[key] !== head.node[key])
      context.report("rpc-streaming-changed", {
        element,
        before: signatureOf(base),
        after: signatureOf(head),
        message: `the ${which} of ${head.name} is ${head.node[key] ? "now" : "no longer"} a stream`,
        location: locate(file, at),
      });
  }
  const before = written(option(base.node.options, "idempotency_level"));
  const after = written(option(head.node.options, "idempotency_level"));
  if (before !== after && (before ?? "IDEMPOTENCY_UNKNOWN") !== (after ?? "IDEMPOTENCY_UNKNOWN"))
    context.report("rpc-idempotency-changed", {
      element,
      before,
      after,
      message: `the idempotency level of ${head.name} goes from ${before ?? "unknown"} to ${after ?? "unknown"}`,
      location: locate(file, head.node.at),
    });
}

function payload(rpc: Rpc, which: "request" | "response"): Slot {
  return {
    number: 1,
    name: which,
    type: { kind: "message", message: rpc[which] },
    presence: "explicit",
    packed: false,
    delimited: false,
    checked: false,
    oneof: undefined,
    fallback: undefined,
  };
}

function payloadMisreadings(context: Context, base: Rpc, head: Rpc, which: "request" | "response"): Misreadings {
  return misreadings(context, payload(base, which), payload(head, which));
}
