import type { ChangedFile, Contract, Options, Problem } from "../../model.ts";
import type { Subject } from "../../subjects/subject.ts";
import type { Work } from "../../work.ts";
import type { Detected } from "../detect.ts";
import { promisesLess, strictest } from "../mode.ts";
import type { Side } from "../sources.ts";
import { changesMappings, type Mapped, mappedIn } from "./mappings.ts";

/** The formats that registries keep. */
const registered = new Set(["avro", "protobuf", "json-schema"]);
/** Formats whose contracts are called by their subjects: other files may say the mode. */
const bySubject = new Set(["subject-file", "schema-registry"]);

/**
 * Names and modes from the files that map schemas to the subjects of a registry. The base side's mode is the one obeyed,
 * where the configuration says none; a change to these files that promises less is told.
 */
export async function withSubjects(
  contracts: readonly Detected[],
  changed: readonly ChangedFile[],
  base: Side,
  head: Side,
  work: Work,
): Promise<{ readonly contracts: readonly Detected[]; readonly problems: readonly Problem[] }> {
  const paths = changed.flatMap(({ path, was }) => [path, was ?? path]);
  const mapping = await changesMappings(paths, base, head);
  const maps = ({ contract: { format } }: Detected) => registered.has(format) || bySubject.has(format);
  if (!mapping && !contracts.some(maps)) return { contracts, problems: [] };
  const [before, after] = [await mappedIn(base, work), await mappedIn(head, work)];
  const named = contracts.map((one) => (maps(one) ? namedBy(one, before, after) : one));
  const problems = [...unreadable(named, before, after), ...(mapping ? weakened(before, after) : [])];
  return { contracts: named, problems };
}

function namedBy(detected: Detected, before: Mapped, after: Mapped): Detected {
  const { contract, config, base, head } = detected;
  const own = (mapped: Mapped, entry: string) =>
    bySubject.has(contract.format)
      ? mapped.subjects.filter(({ name }) => name === contract.id)
      : mappedTo(entry, mapped);
  const was = base === undefined ? [] : own(before, base.entry);
  const is = head === undefined ? [] : own(after, head.entry);
  const subjects = [...was, ...is];
  if (subjects.length === 0) return detected;
  const names = [...new Set(subjects.map(({ name }) => name))];
  const topics = names.map((name) => topicOf(name, contract.names)).filter((topic) => topic !== undefined);
  const obeyed = base === undefined ? modeOf(is, after) : modeOf(was, before);
  const key = names.some((name) => name.endsWith("-key"));
  const group = groupOf(was, before) === groupOf(is, after) ? groupOf(is, after) : undefined;
  const options: Options = { ...(group !== undefined && { compatibilityGroup: group }), ...contract.options };
  return {
    ...detected,
    contract: {
      ...contract,
      names: [...new Set([...contract.names, ...names, ...topics])],
      mode: config?.mode === undefined ? (obeyed ?? contract.mode) : contract.mode,
      options,
      ...(key && { key: true }),
    },
  };
}

/** The property by which the registry tells lineages apart, where files say so of each of these subjects. */
function groupOf(subjects: readonly Subject[], { subjects: all }: Mapped): string | undefined {
  const groups = new Set(
    subjects.map(({ name }) => all.find((one) => one.name === name && one.group !== undefined)?.group),
  );
  const [group] = groups;
  return groups.size === 1 ? group : undefined;
}

/** The subjects under which a file is registered. */
function mappedTo(path: string, { subjects }: Mapped): readonly Subject[] {
  return subjects.filter(({ paths }) => paths.includes(path));
}

/** A subject's mode may be set in another place than its schema. */
function modeOf(subjects: readonly Subject[], { subjects: all }: Mapped): Contract["mode"] | undefined {
  const names = new Set(subjects.map(({ name }) => name));
  return strictest(all.flatMap(({ name, mode }) => (names.has(name) && mode !== undefined ? [mode] : [])));
}

/** The topic behind a subject: TopicNameStrategy (`orders-value`), TopicRecordNameStrategy (`orders-acme.Order`). */
function topicOf(subject: string, names: readonly string[]): string | undefined {
  const ending = ["-value", "-key", ...names.map((name) => `-${name}`)].find((one) => subject.endsWith(one));
  return ending === undefined || ending.length === subject.length ? undefined : subject.slice(0, -ending.length);
}

/** What may be about a contract of this change and cannot be read, or is an expression. */
function unreadable(contracts: readonly Detected[], before: Mapped, after: Mapped): readonly Problem[] {
  const registeredHere = contracts.filter(({ contract }) => registered.has(contract.format));
  const about = (text: string) =>
    registeredHere.find(({ contract }) => {
      const file = contract.entry.split("/").at(-1) ?? contract.entry;
      return text.includes(file) || contract.names.some((name) => name !== contract.entry && text.includes(name));
    });
  const problems = new Map<string, Problem>();
  for (const { unread, expressions } of [before, after]) {
    for (const { problem, text } of unread) {
      const named = about(text);
      if (named === undefined) continue;
      // one that this change mends must not keep it from passing
      const mended = !after.unread.some((one) => one.problem.at.path === problem.at.path);
      const where = mended ? "on the base side " : "";
      const message = `${where}it maps ${named.contract.id} to a registry and cannot be read: ${problem.message}`;
      const severity = mended ? "warning" : "failure";
      problems.set(problem.at.path, { ...problem, message, severity });
    }
    for (const { at, text } of expressions) {
      const named = about(text);
      const message = `its subject or mode is an expression, which is never evaluated: give ${named?.contract.id} its id and mode in the configuration`;
      if (named !== undefined) problems.set(`${at.path} ${message}`, { at, message, severity: "warning" });
    }
  }
  return [...problems.values()];
}

/** What a change to the mappings would no longer hold people to. */
function weakened(before: Mapped, after: Mapped): readonly Problem[] {
  const problems: Problem[] = [];
  const tell = (at: Problem["at"], what: string) =>
    problems.push({ at, message: `weakens the review: ${what}`, severity: "warning" });
  for (const name of new Set(before.subjects.filter(({ alias }) => !alias).map((one) => one.name))) {
    const was = before.subjects.filter((one) => one.name === name);
    const is = after.subjects.filter((one) => one.name === name);
    const at = (is[0] ?? was[0])?.at ?? { path: "" };
    const [mode, next] = [modeOf(was, before), modeOf(is, after)];
    const paths = new Set(was.flatMap((one) => one.paths));
    if (is.length === 0) {
      const now = after.subjects.filter((one) => one.paths.some((path) => paths.has(path)));
      const others = [...new Set(now.map((one) => one.name))].filter(
        (other) => !before.subjects.some((one) => one.name === other),
      );
      if (others.length > 0) tell(at, `the subject ${name} becomes ${others.join(", ")}: who reads it finds nothing`);
      else tell(at, `the subject ${name} is no longer mapped`);
    } else if (mode !== undefined && promisesLess(mode, next))
      tell(at, `the mode of ${name} goes from ${mode} to ${next ?? "whatever the registry says"}`);
  }
  return problems;
}
