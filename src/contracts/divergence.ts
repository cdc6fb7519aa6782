import { candidates } from "../formats/find.ts";
import type { Change, ChangedFile, Diff, Problem } from "../model.ts";
import type { Work } from "../work.ts";
import { type Generated, generatedBetween } from "./generated.ts";
import type { Side } from "./sources.ts";

/** Fields that come, go, or are another type: what a contract and what is generated from it must agree on. */
const added = /\/(?:field|property|column|required-field)-added(?:-not-null)?$/;
const removed = /^contract\/removed$|\/(?:field|property|column|required-field)-removed$/;
const altered =
  /\/(?:type-changed|field-(?:type-changed|renamed|became-(?:repeated|singular|required)|no-longer-required)|nullable-(?:added|removed)|required-(?:added|removed)|column-(?:retyped|widened|narrowed|renamed|replaced|newly-nullable|no-longer-nullable))$/;

type Kind = "added" | "removed" | "changed";

function kindOf({ rule }: Change): Kind | undefined {
  return added.test(rule) ? "added" : removed.test(rule) ? "removed" : altered.test(rule) ? "changed" : undefined;
}

/**
 * Where one of two files, of which one is generated from the other, changes a field and the other does not follow: who reads
 * the one is judged by what the other no longer says. A one-sided change that breaks somebody fails the check, one that breaks
 * nobody is told.
 */
export async function divergences(
  diffs: readonly Diff[],
  changed: readonly ChangedFile[],
  { base, head, work }: { readonly base: Side; readonly head: Side; readonly work: Work },
): Promise<readonly Problem[]> {
  const telling = diffs.filter(({ problems, changes }) => problems.length === 0 && changes.some(kindOf));
  if (telling.length === 0) return [];
  const links = await generatedBetween(changed, base, head);
  const bySource = groupedBy(links, ({ source }) => source);
  const byArtefact = groupedBy(links, ({ artefact }) => artefact);
  const byEntry = groupedBy(diffs, ({ contract }) => contract.entry);
  const problems: Problem[] = [];
  for (const diff of telling) {
    const { entry } = diff.contract;
    const others = [
      ...(bySource.get(entry) ?? []).map((link) => ({ link, other: link.artefact })),
      ...(byArtefact.get(entry) ?? []).map((link) => ({ link, other: link.source })),
    ];
    for (const { link, other } of others)
      problems.push(...(await unfollowed(diff, other, link, { theirs: byEntry.get(other) ?? [], head, work })));
  }
  return problems;
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

interface Looking {
  /** What changes in the other file. */
  readonly theirs: readonly Diff[];
  readonly head: Side;
  readonly work: Work;
}

async function unfollowed(
  diff: Diff,
  other: string,
  link: Generated,
  { theirs, head, work }: Looking,
): Promise<readonly Problem[]> {
  const file = await head.read(other);
  // what is gone is told as such
  if (!("text" in file)) return [];
  const changes = diff.changes.filter((change) => kindOf(change) !== undefined);
  const relation = other === link.artefact ? "which is generated from it" : "from which it is generated";
  const tell = (change: Change, says: string): Problem => ({
    at: change.location,
    message: `diverges: ${says}; change both together`,
    // who reads a contract that goes as a whole is asked; who reads what is generated from it still has that
    severity: change.breaks.length > 0 && change.element !== "" ? "failure" : "warning",
  });
  const unclear = (why: string) => {
    const gravest = changes.find(({ breaks }) => breaks.length > 0) ?? changes[0];
    return gravest === undefined ? [] : [tell(gravest, `fields change here, and ${other}, ${relation}, ${why}`)];
  };
  const finds = await head.find(other, candidates(other), false);
  if (finds === undefined) return unclear("holds no contract");
  if ("problem" in finds) return unclear("cannot be read");
  const alike = finds.found.filter(({ names }) => namedAlike(names, diff.contract.names));
  const [one, ...more] = finds.found.length === 1 ? finds.found : alike;
  if (one === undefined || more.length > 0) return unclear("does not say which of its contracts is meant");
  const source = await head.source(finds.format, other, one.part);
  const asked = changes.map(({ element }) => calledThere(element, diff.contract.format, finds.format, one.names));
  const { reach, problems } = await work.compare({
    ...{ contract: other, format: finds.format, base: source, head: source, history: [], options: {} },
    reads: [...new Set(asked.flat())],
  });
  if (problems.length > 0) return unclear("cannot be read");
  const isNested = nestedIn(diff.contract, one.names);
  const moved = new Set(theirs.flatMap((their) => their.changes.filter(kindOf).map(({ element }) => lastOf(element))));
  const gone = new Set(
    theirs.flatMap((their) =>
      their.changes.filter((each) => kindOf(each) === "removed").map(({ element }) => lastOf(element)),
    ),
  );
  return changes.flatMap((change, index): readonly Problem[] => {
    const { element, rule } = change;
    const line = lineOf(file.text, lastOf(element));
    // a message within a message says where it is used nowhere: its fields are known by their names
    const nested = isNested(element);
    const has = element === "" || (nested ? line !== undefined : (asked[index] ?? []).some((name) => reach.has(name)));
    if (nested && gone.has(lastOf(element))) return [];
    const place = `${line === undefined ? other : `${other}:${line}`}, ${relation},`;
    const what = element === "" ? "the contract" : element;
    switch (kindOf(change)) {
      case "added":
        return has ? [] : [tell(change, `${what} is new here, and ${other}, ${relation}, has no such field`)];
      case "removed":
        return has
          ? [tell(change, `${what} is gone here, and ${place} ${element === "" ? "stays" : "still has it"}`)]
          : [];
      default:
        if (moved.has(lastOf(element)) || (!has && !rule.endsWith("-renamed"))) return [];
        return [tell(change, `${what} changes here (${change.message}), and ${place} does not follow`)];
    }
  });
}

const lastOf = (element: string) =>
  (
    element
      .replaceAll(/\[\]|\{\}|\{key\}/g, "")
      .split(".")
      .at(-1) ?? element
  ).toLowerCase();

/** What an element is called in a contract of another format: a message's name stands before its fields. */
function calledThere(element: string, here: string, there: string, names: readonly string[]): readonly string[] {
  const field = here === "protobuf" ? element.slice(element.indexOf(".") + 1) : element;
  const spelled = [field, field.replaceAll("[]", "")];
  if (there !== "protobuf") return spelled;
  const messages = names.filter((name) => !name.includes("/")).map((name) => name.split(".").at(-1) ?? name);
  return messages.flatMap((message) => spelled.map((one) => `${message}.${one}`));
}

/** Whether a Protobuf element is a field of another message than the one that the other side describes. */
function nestedIn({ format, names }: Diff["contract"], theirs: readonly string[]): (element: string) => boolean {
  if (format !== "protobuf") return () => false;
  const last = (name: string) => (name.split(/[./:]/).at(-1) ?? name).toLowerCase();
  const known = new Set(theirs.map(last));
  const own = names.map(last);
  const meant = own.filter((name) => known.has(name));
  return (element) => {
    const [message = "", ...field] = element.toLowerCase().split(".");
    return field.length > 1 || !(meant.length > 0 ? meant : own).includes(message);
  };
}

function namedAlike(names: readonly string[], others: readonly string[]): boolean {
  const last = (name: string) => (name.split(/[./:]/).at(-1) ?? name).toLowerCase();
  const known = new Set(others.map(last));
  return names.some((name) => known.has(last(name)));
}

/** The first line that has a name as a word of its own. */
function lineOf(text: string, name: string): number | undefined {
  if (name === "") return undefined;
  const lines = text.toLowerCase().split("\n");
  const found = lines.findIndex((line) => line.split(/[^\p{L}\p{N}_]+/u).includes(name));
  return found === -1 ? undefined : found + 1;
}
