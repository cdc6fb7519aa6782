import { pair } from "../pair.ts";
import { encode } from "./codec.ts";
import { type Context, extensionKey, holder, proof, proofOfMeaning, shapeOf, sides } from "./context.ts";
import { diffCustomOptions } from "./diff-custom-options.ts";
import { described, diffField, directionsOf, misreadings, proofs, reasons, typeMisreadings } from "./diff-field.ts";
import { diffOneofs } from "./diff-oneof.ts";
import type { Field, Message } from "./model.ts";
import { option } from "./options.ts";
import { inRanges, missingFrom, numbersText, rangeText } from "./ranges.ts";
import { sample } from "./reading.ts";
import { both, locate } from "./report.ts";
import { slotOf } from "./slots.ts";
import { proveBytes } from "./witness.ts";

/** One message that both sides have. */
export function diffMessage(context: Context, base: Message, head: Message): void {
  if (base.messageSet !== head.messageSet)
    context.report("message-set-changed", {
      element: context.element(base),
      before: base.messageSet,
      after: head.messageSet,
      message: `${head.relative} ${head.messageSet ? "is now" : "is no longer"} written in the message set format`,
      location: locate(head.file, option(head.node.options, "message_set_wire_format")?.at ?? head.node.at),
    });
  diffJsonFormat(context, base, head);
  diffCustomOptions(
    context,
    context.element(base),
    { file: base.file, at: base.node.at, options: base.node.options },
    { file: head.file, at: head.node.at, options: head.node.options },
  );
  const fields = pair(base.fields, head.fields, (field) => field.number);
  const names: Names = {
    base: new Map(base.fields.map((field) => [field.name, field])),
    head: new Map(head.fields.map((field) => [field.name, field])),
    reservedByBase: new Set(base.node.reservedNames.map((one) => one.name)),
    reservedByHead: new Set(head.node.reservedNames.map((one) => one.name)),
  };
  const kept: { readonly base: Field; readonly head: Field }[] = [];
  for (const one of fields.kept)
    if (isReuse(context, one.base, one.head, names)) reportReuse(context, one.base, one.head);
    else kept.push(one);
  for (const field of fields.removed) diffRemoved(context, head, field, names);
  for (const field of fields.added) diffAdded(context, base, field, names);
  for (const one of kept) diffField(context, one);
  diffOneofs(context, base, head, kept);
  diffReserved(context, base, head);
}

interface Names {
  readonly base: ReadonlyMap<string, Field>;
  readonly head: ReadonlyMap<string, Field>;
  readonly reservedByBase: ReadonlySet<string>;
  readonly reservedByHead: ReadonlySet<string>;
}

/** A number whose field changed its name is another field where the old name lives on elsewhere, or the type is another altogether. */
function isReuse(context: Context, base: Field, head: Field, names: Names): boolean {
  if (base.name === head.name) return false;
  if (names.head.has(base.name) || names.base.has(head.name)) return true;
  const wrong = typeMisreadings(context, slotOf(base), slotOf(head));
  return wrong.backward !== undefined && wrong.forward !== undefined;
}

/** A number that meant one field and now means another. */
export function reportReuse(context: Context, base: Field, head: Field): void {
  const wrong = misreadings(context, slotOf(base), slotOf(head));
  const swapped = both.map((direction) => {
    const { writer } = sides(direction, base, head);
    const value = sample(slotOf(writer), 0);
    const listed = writer.presence === "repeated" ? [value] : value;
    return proofOfMeaning(direction, holder(base), holder(head), new Map([[writer.number, listed]]));
  });
  const why = reasons(wrong);
  context.report("field-number-reused", {
    element: context.element(base),
    before: `${described(base)} ${base.name}`,
    after: `${described(head)} ${head.name}`,
    message: `the number ${base.number} meant ${base.name} (${described(base)}) and now means ${head.name} (${described(head)}): data already written is read as something else${why === "" ? "" : `; ${why}`}`,
    location: locate(head.file, head.node.numberAt),
    witnesses: { ...Object.assign({}, ...swapped), ...proofs(base, head, wrong) },
  });
}

function diffRemoved(context: Context, head: Message, field: Field, names: Names): void {
  const element = context.element(field);
  const location = locate(head.file, head.node.at);
  const moved = names.head.get(field.name);
  if (moved !== undefined) {
    context.report("field-renumbered", {
      element,
      before: field.number,
      after: moved.number,
      message: `the number of ${field.name} goes from ${field.number} to ${moved.number}: neither side finds it in the other's data`,
      location: locate(moved.file, moved.node.numberAt),
      witnesses: renumbered(field, moved),
    });
  } else if (field.presence === "required") {
    context.report("required-field-removed", {
      element,
      before: described(field),
      after: null,
      message: `the required field ${field.name} (${field.number}) was removed: readers of base refuse data without it`,
      location,
      witnesses: proof("forward", holder(field), shapeOf(head), new Map()),
    });
  } else
    context.report("field-removed", {
      element,
      before: described(field),
      after: null,
      message: `the field ${field.name} (${field.number}) was removed: its readers find nothing in new data`,
      location,
    });
  const number = inRanges(head.node.reserved, field.number) || inRanges(head.node.extensions, field.number);
  const name = moved !== undefined || names.reservedByHead.has(field.name);
  if (number && name) return;
  const what = number
    ? `the name ${field.name}`
    : name
      ? `the number ${field.number}`
      : `the number ${field.number} and the name ${field.name}`;
  context.report("field-unreserved", {
    element,
    before: `${field.name} = ${field.number}`,
    after: null,
    message: `${what} of the removed field ${field.name} (${field.number}) ${number === name ? "are" : "is"} not reserved`,
    location,
  });
}

function renumbered(base: Field, head: Field) {
  return Object.assign(
    {},
    ...both.map((direction) => {
      const { writer } = sides(direction, base, head);
      const value = sample(slotOf(writer), 0);
      const listed = writer.presence === "repeated" ? [value] : value;
      return proof(direction, holder(base), holder(head), new Map([[writer.number, listed]]));
    }),
  );
}

function diffAdded(context: Context, base: Message, field: Field, names: Names): void {
  const element = context.element(field);
  const location = locate(field.file, field.node.at);
  const after = described(field);
  if (inRanges(base.node.reserved, field.number))
    context.report("reserved-number-used", {
      element,
      before: "reserved",
      after,
      message: `the number ${field.number} was reserved and is now ${field.name}: old data may hold it with its old meaning`,
      location: locate(field.file, field.node.numberAt),
      witnesses: retired(base, field),
    });
  if (names.reservedByBase.has(field.name))
    context.report("reserved-name-used", {
      element,
      before: "reserved",
      after,
      message: `the name ${field.name} was reserved and is used again: old JSON may hold it with its old meaning`,
      location,
    });
  const extension = context.extensionsOfBase.get(extensionKey(field));
  const wrong = extension === undefined ? {} : misreadings(context, slotOf(extension), slotOf(field));
  if (extension !== undefined && directionsOf(wrong).length > 0) reportReuse(context, extension, field);
  if (names.base.has(field.name)) return;
  if (field.presence === "required")
    context.report("required-field-added", {
      element,
      before: null,
      after,
      message: `the required field ${field.name} (${field.number}) was added: old data lacks it and is refused`,
      location,
      witnesses: proof("backward", shapeOf(base), holder(field), new Map()),
    });
  else
    context.report("field-added", {
      element,
      before: null,
      after,
      message: `the field ${field.name} (${field.number}) was added`,
      location,
    });
}

/** Bytes that still hold a number which base had retired. */
function retired(base: Message, field: Field) {
  const value = sample(slotOf(field), 0);
  const bytes = encode(holder(field).slots, new Map([[field.number, field.presence === "repeated" ? [value] : value]]));
  const backward = proveBytes(shapeOf(base), holder(field), bytes, () => true);
  return backward === undefined ? {} : { backward };
}

function diffReserved(context: Context, base: Message, head: Message): void {
  const location = locate(head.file, head.node.at);
  const element = context.element(base);
  const used = head.fields.map(({ number }) => ({ from: number, to: number }));
  const lost = missingFrom(base.node.reserved, [...head.node.reserved, ...head.node.extensions, ...used]);
  for (const range of lost)
    context.report("reserved-removed", {
      element,
      before: rangeText(range),
      after: null,
      message: `${head.relative} no longer reserves ${numbersText(range)}`,
      location,
    });
  const names = new Set([...head.node.reservedNames, ...head.node.fields].map((one) => one.name));
  for (const { name } of base.node.reservedNames)
    if (!names.has(name))
      context.report("reserved-removed", {
        element,
        before: name,
        after: null,
        message: `${head.relative} no longer reserves the name ${name}`,
        location,
      });
  for (const range of missingFrom(base.node.extensions, head.node.extensions))
    context.report("extension-range-removed", {
      element,
      before: rangeText(range),
      after: null,
      message: `${head.relative} no longer gives ${numbersText(range)} to extensions`,
      location,
    });
}

function diffJsonFormat(context: Context, base: Message, head: Message): void {
  if (base.features.json_format === head.features.json_format || head.features.json_format === "ALLOW") return;
  context.report("json-format-weakened", {
    element: context.element(base),
    before: base.features.json_format,
    after: head.features.json_format,
    message: `${head.relative} no longer promises a JSON form (json_format goes from ALLOW to LEGACY_BEST_EFFORT)`,
    location: locate(head.file, head.node.at),
  });
}
