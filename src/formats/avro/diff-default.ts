import { canonicalDefault } from "./defaults.ts";
import type { Fault, Open } from "./fault.ts";
import { type Field, usableDefault } from "./types.ts";
import { quote } from "./words.ts";

/** A default matters to data that lacks the field: no bytes of these two sides do, so these are notices. */
export function compareDefaults(base: Field, head: Field, open: Open): readonly Fault[] {
  const faults: Fault[] = [];
  if (!(open.backward && open.forward)) return faults;
  const given = head.default;
  const invalid = given?.fault;
  if (given !== undefined && invalid !== undefined && base.default?.fault === undefined)
    faults.push(
      notice("default-invalid", null, quote(given.tree), `the default ${quote(given.tree)} ${invalid}`, head),
    );
  const was = usableDefault(base);
  const is = usableDefault(head);
  if (was === undefined && is !== undefined)
    faults.push(notice("default-added", null, quote(is), `the default ${quote(is)} was added`, head));
  if (was !== undefined && is === undefined)
    faults.push(notice("default-removed", quote(was), null, `the default ${quote(was)} was removed`, head));
  if (was !== undefined && is !== undefined && canonicalDefault(was) !== canonicalDefault(is))
    faults.push(
      notice("default-changed", quote(was), quote(is), `the default was ${quote(was)}, is ${quote(is)}`, head),
    );
  return faults;
}

function notice(rule: Fault["rule"], before: unknown, after: unknown, what: string, head: Field): Fault {
  return { rule, steps: [], before, after, breaks: [], message: `${what} (field ${head.name})`, at: head.at };
}
