import type { Option, Value } from "./syntax.ts";

/** Confluent Schema Registry, `confluent/meta.proto`: what a registry knows of a file, message, field, enum or value. */
const meta = /^\(\.?confluent\.(?:file|message|field|enum|enum_value)_meta\)$/;

/** The tags among the options of one declaration, and the options without them. */
export interface Tagged {
  readonly tags: readonly string[];
  readonly rest: readonly Option[];
}

export function tagged(options: readonly Option[]): Tagged {
  const tags: string[] = [];
  const rest: Option[] = [];
  for (const option of options) {
    const [name = "", member, ...more] = option.name;
    const { value } = option;
    if (!meta.test(name) || more.length > 0) rest.push(option);
    else if (member === "tags") tags.push(...textsIn(value));
    else if (member === undefined && value.kind === "message") {
      const others = value.members.filter((one) => one.name !== "tags");
      for (const one of value.members) if (one.name === "tags") tags.push(...textsIn(one.value));
      if (others.length > 0) rest.push({ ...option, value: { ...value, members: others } });
    } else rest.push(option);
  }
  return { tags, rest };
}

function textsIn(value: Value): readonly string[] {
  if (value.kind === "list") return value.items.flatMap(textsIn);
  return value.kind === "string" ? [value.bytes] : [];
}
