import type { Direction } from "../../model.ts";
import { type Context, counterparts, holder, proof, sides } from "./context.ts";
import { diffFieldOptions } from "./diff-field-options.ts";
import { diffPresence } from "./diff-presence.ts";
import { jsonForm, jsonNamesDiffer } from "./json.ts";
import { type Field, type FieldType, typeName } from "./model.ts";
import type { Kept } from "./pairing.ts";
import { type Misreading, misreading, neverWritten } from "./reading.ts";
import { both, locate } from "./report.ts";
import { type Slot, slotOf } from "./slots.ts";

export type KeptField = Pick<Kept<Field>, "base" | "head">;

export type Misreadings = Readonly<Partial<Record<Direction, Misreading>>>;

/** One field that both sides have under the same number and with the same meaning. */
export function diffField(context: Context, { base, head }: KeptField): void {
  if (isUntouched(context, base, head)) return;
  const element = context.element(base);
  diffName(context, { base, head }, element);
  const wrong = typeMisreadings(context, slotOf(base), slotOf(head));
  diffType(context, { base, head }, element, wrong);
  if ((base.presence === "repeated") !== (head.presence === "repeated"))
    diffCardinality(context, { base, head }, element, wrong);
  else diffPresence(context, { base, head }, element, Object.keys(wrong).length > 0);
  diffFieldOptions(context, { base, head }, element);
}

/** Nothing that is compared below differs: most fields of most changes. */
function isUntouched(context: Context, base: Field, head: Field): boolean {
  const [from, to] = [base.node, head.node];
  if (base.name !== head.name || from.label !== to.label || from.oneof !== to.oneof || base.extend !== undefined)
    return false;
  if (from.options.length > 0 || to.options.length > 0 || base.features !== head.features) return false;
  return (
    base.presence === head.presence &&
    isSameType(context, base.type, head.type) &&
    (from.group === undefined) === (to.group === undefined)
  );
}

function isSameType(context: Context, base: FieldType, head: FieldType): boolean {
  if (base.kind === "scalar") return head.kind === "scalar" && base.scalar === head.scalar;
  if (base.kind === "map")
    return head.kind === "map" && base.key === head.key && isSameType(context, base.value, head.value);
  if (base.kind === "message") return head.kind === "message" && counterparts(context).same(base.message, head.message);
  const first = (type: typeof base) => type.enum.node.values[0]?.number;
  return head.kind === "enum" && counterparts(context).same(base.enum, head.enum) && first(base) === first(head);
}

/** How each side misreads one value of the other, however many there are. */
export function typeMisreadings(context: Context, base: Slot, head: Slot): Misreadings {
  const single = (slot: Slot): Slot => ({ ...slot, presence: "explicit", packed: false });
  return misreadings(context, single(base), single(head));
}

/** How each side misreads the other; empty where both read all. */
export function misreadings(context: Context, base: Slot, head: Slot): Misreadings {
  const same = counterparts(context);
  const backward = misreading(base, head, same);
  const forward = misreading(head, base, same);
  return { ...(backward === undefined ? {} : { backward }), ...(forward === undefined ? {} : { forward }) };
}

/** Bytes for every direction that is misread. */
export function proofs(base: Field, head: Field, wrong: Misreadings): Partial<Record<Direction, unknown>> {
  return Object.assign(
    {},
    ...both.map((direction) => {
      const found = wrong[direction];
      if (found === undefined) return {};
      const { writer } = sides(direction, base, head);
      const value = writer.presence === "repeated" && !Array.isArray(found.value) ? [found.value] : found.value;
      return proof(direction, holder(base), holder(head), new Map([[writer.number, value]]));
    }),
  );
}

/** `old data: -1 is read as 4294967295; old readers: ...`. */
export function reasons(wrong: Misreadings): string {
  const backward = wrong.backward === undefined ? [] : [`data of base under head: ${wrong.backward.why}`];
  const forward = wrong.forward === undefined ? [] : [`data of head for readers of base: ${wrong.forward.why}`];
  return backward.concat(forward).join("; ");
}

export function directionsOf(wrong: Misreadings): readonly Direction[] {
  return both.filter((direction) => wrong[direction] !== undefined);
}

/** A field's type with its label, as people write it. */
export function described(field: Field): string {
  const name = typeName(field.type);
  return field.presence === "repeated" && field.type.kind !== "map" ? `repeated ${name}` : name;
}

function diffName(context: Context, { base, head }: KeptField, element: string): void {
  const location = locate(head.file, head.node.at);
  const keys = base.jsonName === head.jsonName ? "" : `; its JSON key goes from ${base.jsonName} to ${head.jsonName}`;
  if (base.name !== head.name && base.extend === undefined)
    context.report("field-renamed", {
      element,
      before: base.name,
      after: head.name,
      message: `the field ${base.name} (${base.number}) is now called ${head.name}${keys === "" ? "; its JSON key stays" : keys}`,
      location,
      ...(keys === "" ? { level: "source" } : {}),
    });
  else if (base.extend !== undefined && nameInHead(context, base) !== head.fullName)
    context.report("field-renamed", {
      element,
      before: base.name === head.name ? base.fullName : base.name,
      after: base.name === head.name ? head.fullName : head.name,
      message: `the extension ${base.fullName} (${base.number}) is now called ${head.fullName}`,
      location,
    });
  else if (base.jsonName !== head.jsonName)
    context.report("field-json-name-changed", {
      element,
      before: base.jsonName,
      after: head.jsonName,
      message: `the JSON key of ${head.name} (${head.number}) goes from ${base.jsonName} to ${head.jsonName}`,
      location,
    });
}

/** The full name that an extension, by which JSON calls it, has in head where only its package is called otherwise. */
function nameInHead({ packages }: Context, { file, fullName, relative }: Field): string {
  const renamed = packages.get(file.package);
  if (renamed === undefined) return fullName;
  return renamed === "" ? relative : `${renamed}.${relative}`;
}

function diffType(context: Context, { base, head }: KeptField, element: string, wrong: Misreadings): void {
  const location = locate(head.file, head.node.typeAt);
  const before = described(base);
  const after = described(head);
  const breaks = directionsOf(wrong);
  const unwritten =
    wrong.forward === undefined ? neverWritten(slotOf(base), slotOf(head), counterparts(context)) : undefined;
  if (unwritten !== undefined)
    context.report("field-type-changed", {
      element,
      before,
      after,
      breaks: [...breaks, "forward"],
      level: breaks.length > 0 ? "wire" : "wire-json",
      message: `the type of ${head.name} (${head.number}) goes from ${before} to ${after}: ${unwritten}`,
      location,
      witnesses: proofs(base, head, wrong),
    });
  else if (breaks.length > 0)
    context.report("field-type-changed", {
      element,
      before,
      after,
      breaks,
      message: `the type of ${head.name} (${head.number}) goes from ${before} to ${after}${shape(base, head)}: ${reasons(wrong)}`,
      location,
      witnesses: proofs(base, head, wrong),
    });
  if (unwritten !== undefined) return;
  const left = both.filter((direction) => !breaks.includes(direction));
  const single = (base.presence === "repeated") === (head.presence === "repeated");
  if (left.length > 0 && single && jsonDiffers(context, base.type, head.type))
    context.report("field-json-type-changed", {
      element,
      before,
      after,
      breaks: left,
      message:
        jsonForm(base.type) === jsonForm(head.type)
          ? `in JSON ${head.name} goes by other names (${before} to ${after})`
          : `in JSON ${head.name} was ${jsonForm(base.type)} and is ${jsonForm(head.type)} (${before} to ${after})`,
      location,
    });
  else if (breaks.length === 0 && typesDiffer(context, base.type, head.type))
    context.report("field-type-renamed", {
      element,
      before,
      after,
      breaks: left,
      message: `the type of ${head.name} (${head.number}) goes from ${before} to ${after}, which is built the same`,
      location,
    });
}

function shape(base: Field, head: Field): string {
  if (base.delimited === head.delimited) return "";
  return head.delimited ? ", now written between group marks" : ", no longer written between group marks";
}

function jsonDiffers(context: Context, base: FieldType, head: FieldType): boolean {
  if (jsonForm(base) !== jsonForm(head)) return true;
  return !isCounterpart(context, base, head) && jsonNamesDiffer(base, head);
}

function isCounterpart(context: Context, base: FieldType, head: FieldType): boolean {
  if (base.kind === "message" && head.kind === "message") return context.counterpart.get(base.message) === head.message;
  return base.kind === "enum" && head.kind === "enum" && context.counterpart.get(base.enum) === head.enum;
}

function typesDiffer(context: Context, base: FieldType, head: FieldType): boolean {
  if (isCounterpart(context, base, head)) return false;
  if (base.kind === "map" && head.kind === "map")
    return base.key !== head.key || typesDiffer(context, base.value, head.value);
  return typeName(base) !== typeName(head);
}

function diffCardinality(context: Context, { base, head }: KeptField, element: string, type: Misreadings): void {
  const location = locate(head.file, head.node.labelAt);
  const wrong = misreadings(context, slotOf(base), slotOf(head));
  const grew = head.presence === "repeated";
  const broken = grew ? wrong.forward : wrong.backward;
  const why = broken === undefined || broken.why === type[grew ? "forward" : "backward"]?.why ? "" : `: ${broken.why}`;
  const message = `${head.name} (${head.number}) goes from ${described(base)} to ${described(head)}${why}`;
  const direction = grew ? "forward" : "backward";
  context.report(grew ? "field-became-repeated" : "field-became-singular", {
    element,
    before: described(base),
    after: described(head),
    breaks: [direction],
    message,
    location,
    witnesses: proofs(base, head, broken === undefined ? {} : { [direction]: broken }),
  });
  context.report("field-json-type-changed", {
    element,
    before: described(base),
    after: described(head),
    breaks: [grew ? "backward" : "forward"],
    message: `in JSON ${head.name} goes from ${grew ? "a single value to a list" : "a list to a single value"}`,
    location,
  });
}
