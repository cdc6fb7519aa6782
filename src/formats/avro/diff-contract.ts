import type { Options } from "../../model.ts";
import type { Emit } from "../format.ts";
import { pair } from "../pair.ts";
import type { AvroContract, Root } from "./contract.ts";
import { Resolution } from "./diff.ts";
import { bothOpen, type Fault, pathOf } from "./fault.ts";
import type { rules } from "./rules.ts";
import { Budget, Witnesses } from "./witness.ts";

/**
 * Every root of both sides, and what a protocol says of its messages. With the option `registry: "confluent"` logical types
 * are told and break nothing, because the registry, like Avro for Java, does not look at them.
 */
export function compareContracts(
  base: AvroContract,
  head: AvroContract,
  emit: Emit<typeof rules>,
  options: Options,
): void {
  const breaking = (fault: Fault) =>
    options.registry === "confluent" && fault.meanings !== undefined ? [] : fault.breaks;
  const whole = { path: head.path };
  const messages = pair(base.messages, head.messages, ({ name }) => name);
  for (const { name } of messages.removed)
    emit("message-removed", {
      element: name,
      before: name,
      after: null,
      message: `the message ${name} was removed`,
      location: whole,
    });
  for (const { base: was, head: is } of messages.kept)
    if (was.oneWay !== is.oneWay)
      emit("message-one-way-changed", {
        element: is.name,
        before: was.oneWay,
        after: is.oneWay,
        message: `${is.name} ${is.oneWay ? "no longer answers (one-way)" : "now answers (no longer one-way)"}`,
        location: is.at,
      });
  for (const { name, at } of messages.added)
    emit("message-added", {
      element: name,
      before: null,
      after: name,
      message: `the message ${name} was added`,
      location: at,
    });
  const ofMessages = new Set([...messages.removed, ...messages.added].map(({ name }) => name));
  const own = ({ key }: Root) => !ofMessages.has(key.replace(/\.(?:request|response|errors)$/, ""));
  const one = base.roots.length === 1 && head.roots.length === 1;
  const roots = pair(base.roots.filter(own), head.roots.filter(own), ({ key }) => (one ? "" : key));
  for (const { key } of roots.removed)
    emit("type-removed", {
      element: base.roots.length === 1 ? "" : key,
      before: key,
      after: null,
      message: `${key} was removed`,
      location: whole,
    });
  const resolution = new Resolution();
  const told = new Set<string>();
  const budget = new Budget();
  for (const { base: was, head: is } of roots.kept) {
    const witnesses = new Witnesses(was, is, one ? undefined : is.key, budget);
    // where base is one type, its readers call its elements without a prefix
    const prefix = base.roots.length === 1 ? "" : is.key;
    for (const fault of resolution.types(was.type, is.type, bothOpen))
      tell({ ...fault, breaks: breaking(fault) }, prefix, witnesses, told, emit);
  }
  for (const { key, type } of roots.added)
    emit("type-added", {
      element: key,
      before: null,
      after: key,
      message: `${key} was added`,
      location: type.at,
    });
  if (resolution.overflowed)
    emit("not-analysed", {
      element: "",
      before: null,
      after: null,
      basis: "not-analysed",
      message: "too many places changed to tell them all: the rest counts as breaking",
      location: whole,
    });
}

function tell(fault: Fault, prefix: string, witnesses: Witnesses, told: Set<string>, emit: Emit<typeof rules>): void {
  const { rule, before, after, breaks, message, at, once, basis } = fault;
  const element = pathOf(prefix, fault.steps);
  const key = JSON.stringify(once === undefined ? [rule, element, before, after, breaks] : [rule, once]);
  if (told.has(key)) return;
  told.add(key);
  if (basis !== undefined) {
    emit(rule, { element, before, after, breaks, message, location: at, basis });
    return;
  }
  const found = Object.fromEntries(
    breaks.map((direction) => [direction, witnesses.of(fault, direction)] as const).filter(([, shown]) => shown),
  );
  emit(rule, { element, before, after, breaks, message, location: at, witnesses: found });
}
