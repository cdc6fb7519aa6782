import { tagChanges } from "../tags.ts";
import type { Resolution } from "./diff.ts";
import { compareDefaults, laterBranch } from "./diff-default.ts";
import { among, type Fault, type Open, within } from "./fault.ts";
import { type Field, type RecordType, usableDefault } from "./types.ts";
import { describe, quote } from "./words.ts";

/** Schema Resolution, "if both are records": fields are matched by name, whatever their order, then by the reader's aliases. */
export function compareRecords(
  resolution: Resolution,
  base: RecordType,
  head: RecordType,
  open: Open,
): readonly Fault[] {
  const headReads = sourcesOf(head, base);
  const baseReads = sourcesOf(base, head);
  const readBy = new Map([...headReads].map(([reader, writer]) => [writer, reader]));
  const used = new Set<Field>([...headReads.keys(), ...baseReads.values()]);
  const added = new Set(head.fields.filter((field) => !used.has(field)));
  const faults: Fault[] = [];
  for (const [index, field] of base.fields.entries()) {
    const backward = readBy.get(field);
    const forward = baseReads.get(field);
    if (backward === undefined && forward === undefined) {
      faults.push(removed(base, field, likely(field, head.fields[index], added), head, open));
    } else if (backward === forward) {
      faults.push(...compareFields(resolution, field, backward as Field, open));
    } else {
      faults.push(...renamed(resolution, base, field, backward, forward, open));
    }
  }
  const gone = new Set(base.fields.filter((field) => !readBy.has(field) && !baseReads.has(field)));
  const places = new Map(head.fields.map((field, index) => [field, index]));
  for (const field of added) {
    faults.push(addedField(head, field, likely(field, base.fields[places.get(field) as number], gone), open));
    faults.push(...within({ kind: "field", head: field.name }, laterBranch(undefined, field)));
  }
  return faults;
}

/** Which writer's field each field of the reader takes its values from. A writer's field serves one reader's field. */
export function sourcesOf(reader: RecordType, writer: RecordType): Map<Field, Field> {
  const written = new Map(writer.fields.map((field) => [field.name, field]));
  const sources = new Map<Field, Field>();
  for (const field of reader.fields) {
    const same = written.get(field.name);
    if (same === undefined) continue;
    sources.set(field, same);
  }
  for (const { name } of sources.keys()) written.delete(name);
  for (const field of reader.fields) {
    if (sources.has(field)) continue;
    const alias = field.aliases.find((name) => written.has(name));
    if (alias === undefined) continue;
    sources.set(field, written.get(alias) as Field);
    written.delete(alias);
  }
  return sources;
}

function compareFields(resolution: Resolution, base: Field, head: Field, open: Open): readonly Fault[] {
  const step = { kind: "field", base: base.name, head: head.name } as const;
  const faults = [
    ...compareDefaults(base, head, open),
    ...compareTags(base, head, open),
    ...resolution.types(base.type, head.type, open),
  ];
  return within(step, faults);
}

/** What a tag protects, and who may see it, is a registry's and its readers' business: no bytes tell. */
function compareTags(base: Field, head: Field, open: Open): readonly Fault[] {
  return tagChanges(base.tags, head.tags).map(({ tag, ...change }) => ({
    ...change,
    steps: [],
    breaks: among(open, false, true),
    message: change.after === null ? `the tag ${tag} of ${base.name} is gone` : `${head.name} is now tagged ${tag}`,
    at: head.at,
  }));
}

/** Matched in one direction only, by an alias, or differently in each. */
function renamed(
  resolution: Resolution,
  record: RecordType,
  base: Field,
  backward: Field | undefined,
  forward: Field | undefined,
  open: Open,
): readonly Fault[] {
  const other = (backward ?? forward) as Field;
  const canBackward = backward !== undefined || usableDefault(other) !== undefined;
  const canForward = forward !== undefined || usableDefault(base) !== undefined;
  const breaks = among(open, !canBackward, !canForward);
  const reader = backward === undefined ? "base" : "head";
  const rest =
    backward === undefined
      ? `head finds no ${other.name} in old data`
      : `readers of base know no ${other.name}${canForward ? ` and take the default of ${base.name}` : ` and ${base.name} has no default`}`;
  const fault: Fault = {
    rule: "field-renamed",
    steps: [{ kind: "field", base: base.name, head: other.name }],
    before: base.name,
    after: other.name,
    breaks,
    message: `${base.name} of ${record.name.full} was renamed to ${other.name}; an alias in ${reader} maps one to the other, but ${rest}`,
    at: other.at,
  };
  const inner: Fault[] = [];
  if (backward !== undefined)
    inner.push(...compareFields(resolution, base, backward, { backward: open.backward, forward: false }));
  if (forward !== undefined)
    inner.push(...compareFields(resolution, base, forward, { backward: false, forward: open.forward }));
  return [fault, ...inner];
}

function removed(record: RecordType, field: Field, rename: Field | undefined, head: RecordType, open: Open): Fault {
  const fallback = usableDefault(field);
  const consequence =
    fallback === undefined
      ? "readers of base find it in no new data and have no default for it"
      : `readers of base will take its default, ${quote(fallback)}`;
  return {
    rule: "field-removed",
    steps: [{ kind: "field", base: field.name }],
    before: describe(field.type),
    after: null,
    breaks: among(open, false, fallback === undefined),
    message: `${field.name} (${describe(field.type)}) was removed from ${record.name.full}: ${consequence}${hint(rename, "to")}`,
    at: rename?.at ?? head.at,
  };
}

function addedField(record: RecordType, field: Field, rename: Field | undefined, open: Open): Fault {
  const fallback = usableDefault(field);
  const without = field.default === undefined ? "has no default" : "has a default that is no value of its type";
  const consequence =
    fallback === undefined
      ? `${without}, so head cannot read data written without it`
      : `data written without it reads as ${quote(fallback)}`;
  return {
    rule: "field-added",
    steps: [{ kind: "field", head: field.name }],
    before: null,
    after: describe(field.type),
    breaks: among(open, fallback === undefined, false),
    message: `${field.name} (${describe(field.type)}) was added to ${record.name.full}: ${fallback === undefined ? `it ${consequence}` : consequence}${hint(rename, "of")}`,
    at: field.at,
  };
}

function hint(rename: Field | undefined, word: "of" | "to"): string {
  return rename === undefined
    ? ""
    : `; it looks like a rename ${word} ${rename.name} (same type, same position), which needs an alias`;
}

/** Renames are told, never believed: a field of the same type at the same position, if it too has no partner. */
function likely(field: Field, there: Field | undefined, candidates: ReadonlySet<Field>): Field | undefined {
  if (there === undefined || !candidates.has(there)) return undefined;
  return describe(there.type) === describe(field.type) ? there : undefined;
}
