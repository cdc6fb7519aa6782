import { pair } from "../pair.ts";
import type { Context } from "./context.ts";
import type { ProtoFile } from "./model.ts";
import { written } from "./options.ts";
import { locate } from "./report.ts";
import type { Option } from "./syntax.ts";

/** Options by which data is refused at run time: their rules are not followed here, so a change of them is taken to break. */
const validation = /^\(\.?(?:buf\.validate|validate)\.[\w.]+\)/;

interface Side {
  readonly file: ProtoFile;
  readonly at: number;
  readonly options: readonly Option[];
}

/** Custom options of one declaration, in parentheses: told by name, whatever they mean. */
export function diffCustomOptions(context: Context, element: string, base: Side, head: Side): void {
  if (base.options.length === 0 && head.options.length === 0) return;
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

interface Custom {
  readonly name: string;
  readonly value: string;
  readonly at: number;
}

/** Those of one name together: repeated options are set many times. */
function custom({ options }: Side): readonly Custom[] {
  const byName = new Map<string, Custom>();
  for (const { name, value, at } of options) {
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
