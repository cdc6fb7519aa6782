import type { Direction } from "../../model.ts";
import { type Context, holder, proof } from "./context.ts";
import { diffCustomOptions } from "./diff-custom-options.ts";
import type { KeptField } from "./diff-field.ts";
import type { Field } from "./model.ts";
import { option, written } from "./options.ts";
import { locate } from "./report.ts";

/** Options that choose types in generated code. */
const shaping = ["ctype", "jstype"] as const;

/** Packing, checked strings, marks and options of one field. */
export function diffFieldOptions(context: Context, { base, head }: KeptField, element: string): void {
  const location = locate(head.file, head.node.at);
  const name = `${head.name} (${head.number})`;
  if (
    base.presence === "repeated" &&
    head.presence === "repeated" &&
    base.packed !== head.packed &&
    packable(base, head)
  )
    context.report("field-packing-changed", {
      element,
      before: base.packed,
      after: head.packed,
      message: `${name} is ${head.packed ? "now packed" : "no longer packed"}; parsers accept both`,
      location,
    });
  if (hasText(base) && hasText(head) && checks(base) !== checks(head)) {
    const direction: Direction = checks(head) ? "backward" : "forward";
    const message = checks(head)
      ? `${name} is now checked to be UTF-8: old bytes that are not are refused`
      : `${name} is no longer checked to be UTF-8: readers of base refuse bytes that are not`;
    const writer = direction === "backward" ? base : head;
    context.report(checks(head) ? "string-check-added" : "string-check-removed", {
      element,
      before: base.features.utf8_validation,
      after: head.features.utf8_validation,
      message,
      location,
      witnesses: proof(direction, holder(base), holder(head), new Map([[writer.number, notUtf8(writer)]])),
    });
  }
  diffCustomOptions(
    context,
    element,
    { file: base.file, at: base.node.at, options: base.node.options },
    { file: head.file, at: head.node.at, options: head.node.options },
  );
  for (const one of shaping) {
    const before = written(option(base.node.options, one));
    const after = written(option(head.node.options, one));
    if (before !== after)
      context.report("field-option-changed", {
        element,
        before,
        after,
        message: `the option ${one} of ${name} goes from ${before ?? "nothing"} to ${after ?? "nothing"}`,
        location,
      });
  }
  if (
    written(option(head.node.options, "deprecated")) === "true" &&
    written(option(base.node.options, "deprecated")) !== "true"
  )
    context.report("field-deprecated", {
      element,
      before: false,
      after: true,
      message: `${name} is now deprecated`,
      location,
    });
}

function packable(base: Field, head: Field): boolean {
  const numbers = (field: Field) =>
    field.type.kind === "enum" || (field.type.kind === "scalar" && !textual(field.type.scalar));
  return numbers(base) && numbers(head);
}

function textual(scalar: string): boolean {
  return scalar === "string" || scalar === "bytes";
}

function checks(field: Field): boolean {
  return field.features.utf8_validation === "VERIFY";
}

function isText(type: Field["type"]): boolean {
  return type.kind === "scalar" && type.scalar === "string";
}

function hasText({ type }: Field): boolean {
  return isText(type) || (type.kind === "map" && (type.key === "string" || isText(type.value)));
}

function notUtf8({ type, presence }: Field) {
  const bad = "\xff";
  if (type.kind === "map") return [new Map([[type.key === "string" ? 1 : 2, bad]])];
  return presence === "repeated" ? [bad] : bad;
}
