import { pair } from "../pair.ts";
import { tagChanges } from "../tags.ts";
import type { Context } from "./context.ts";
import type { ProtoFile } from "./model.ts";
import { written } from "./options.ts";
import { locate } from "./report.ts";
import type { Option } from "./syntax.ts";
import { tagged } from "./tags.ts";

/** Options by which data is refused at run time: their rules are not followed here, so a change of them is taken to break. */
const validation = /^\(\.?(?:buf\.validate|validate)\.[\w.]+\)/;

/** The options of one declaration on one side. */
export interface OptionsAt {
  readonly file: ProtoFile;
  readonly at: number;
  readonly options: readonly Option[];
}

/** Custom options of one declaration, in parentheses: told by name, whatever they mean. */
export function diffCustomOptions(context: Context, element: string, base: OptionsAt, head: OptionsAt): void {
  if (base.options.length === 0 && head.options.length === 0) return;
  diffTags(context, element, base, head);
  const { removed, kept, added } = pair(custom(base), custom(head), (one) => one.name);
  const changes = [
    ...removed.map((one) => ({ name: one.name, before: one.value, after: null, at: head.at })),
    ...kept.map((one) => ({ name: one.head.name, before: one.base.value, after: one.head.value, at: one.head.at })),
    ...added.map((one) => ({ name: one.name, before: null, after: one.value, at: one.at })),
  ];
  for (const { name, before, after, at } of changes) {
    if (before === after) continue;
    const validates = validation.test(name);
    const what = `the option ${name} goes from ${before ?? "nothing"} to ${after ?? "nothing"}`;
    context.report(validates ? "validation-changed" : "custom-option-changed", {
      element,
      before: { [name]: before },
      after: { [name]: after },
      message: validates ? `${what}; what it refuses is not analysed` : what,
      location: locate(head.file, at),
      ...(validates ? { basis: "not-analysed" as const } : {}),
    });
  }
}

/** Tags that a registry keeps, of a declaration that both sides have. */
export function diffTags(context: Context, element: string, base: OptionsAt, head: OptionsAt): void {
  for (const { rule, tag, ...change } of tagChanges(tagged(base.options).tags, tagged(head.options).tags)) {
    const of = element === "" ? "the file" : element;
    const message = rule === "tag-added" ? `${of} is now tagged ${tag}` : `the tag ${tag} of ${of} is gone`;
    context.report(rule, { element, ...change, message, location: locate(head.file, head.at) });
  }
}

interface Custom {
  readonly name: string;
  readonly value: string;
  readonly at: number;
}

/** Those of one name together: repeated options are set many times. */
function custom({ options }: OptionsAt): readonly Custom[] {
  const byName = new Map<string, Custom>();
  for (const { name, value, at } of tagged(options).rest) {
    if (!name[0]?.startsWith("(")) continue;
    const key = name.join(".");
    const known = byName.get(key);
    const text = written(value) ?? "";
    byName.set(
      key,
      known === undefined ? { name: key, value: text, at } : { ...known, value: `${known.value}, ${text}` },
    );
  }
  return [...byName.values()];
}
