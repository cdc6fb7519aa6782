import type { Option, Value } from "./syntax.ts";

/** What a standard option is set to: `option(options, "packed")`; undefined where it is not set. */
export function option(options: readonly Option[], name: string): Value | undefined {
  if (options.length === 0) return undefined;
  return options.find((one) => one.name.length === 1 && one.name[0] === name)?.value;
}

/** A value as it is compared and shown: one text for one meaning. */
export function written(value: Value | undefined): string | null {
  if (value === undefined) return null;
  switch (value.kind) {
    case "string":
      return JSON.stringify(value.bytes);
    case "list":
      return `[${value.items.map(written).join(", ")}]`;
    case "message":
      return `{${value.members.map((member) => `${member.name}: ${written(member.value)}`).join(", ")}}`;
    default:
      return `${value.negative ? "-" : ""}${value.word}`;
  }
}
