import { canonicalDefault, needsLaterBranch } from "./defaults.ts";
import type { Fault, Open } from "./fault.ts";
import { type Field, usableDefault } from "./types.ts";
import { describe, quote } from "./words.ts";

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
  faults.push(...laterBranch(base, head));
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

/** A default that only 1.12 allows, where base had none such. */
export function laterBranch(base: Field | undefined, head: Field): readonly Fault[] {
  const is = usableDefault(head);
  if (is === undefined || !needsLaterBranch(head.type, is)) return [];
  const was = base && usableDefault(base);
  if (base !== undefined && was !== undefined && needsLaterBranch(base.type, was)) return [];
  const what = `the default ${quote(is)} is no value of the first branch of ${describe(head.type)}: libraries older than Avro 1.12 refuse the schema`;
  return [notice("default-not-first", null, quote(is), what, head)];
}

function notice(rule: Fault["rule"], before: unknown, after: unknown, what: string, head: Field): Fault {
  return { rule, steps: [], before, after, breaks: [], message: `${what} (field ${head.name})`, at: head.at };
}
