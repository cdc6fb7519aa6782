import type { AroundText, RegisteredAround } from "../../formats/compare.ts";
import { groupIn } from "../../formats/lineage.ts";
import type { ChangedFile } from "../../model.ts";
import { aroundOfAll } from "../../subjects/around.ts";
import { aroundGlobs, decidersOf } from "../../subjects/find.ts";
import type { Subject } from "../../subjects/subject.ts";
import { globMatcher } from "../../text/glob.ts";
import { readJson } from "../../text/json.ts";
import { propertiesIn, type Section } from "../../text/surroundings.ts";
import { plain, Unreadable } from "../../text/tree.ts";
import type { Work } from "../../work.ts";
import type { Detected } from "../detect.ts";
import type { Side } from "../sources.ts";
import { changesMappings, mappedIn } from "./mappings.ts";

/** What is registered around a schema under one subject, before and after, and where that schema stands. */
export interface Around {
  readonly subject: string;
  readonly base: Standing;
  readonly head: Standing;
  readonly decided: boolean;
}

interface Standing extends AroundText {
  /** The file that holds the schema, or the one that maps it where it stands there. */
  readonly path: string;
  readonly inline: boolean;
}

const mayDecide = globMatcher([...aroundGlobs, "**/*.{json,tfvars,properties,toml}"]);

/**
 * What is registered around the schemas of subjects that both sides have, where it changed, or may have changed with what a
 * change touches.
 */
export async function changedSurroundings(
  changed: readonly ChangedFile[],
  base: Side,
  head: Side,
  work: Work,
): Promise<readonly Around[]> {
  const touched = changed.flatMap(({ path, was }) => [path, was ?? path]);
  const all = await changesMappings(touched, base, head);
  if (!all && !touched.some(mayDecide)) return [];
  const globs = all ? undefined : aroundGlobs;
  const [before, after] = [await mappedIn(base, work, globs), await mappedIn(head, work, globs)];
  const found: Around[] = [];
  const unchanged: Around[] = [];
  for (const was of byFile(before.subjects)) {
    const { name: subject = "" } = was[0] ?? {};
    const from = await standing(was, base);
    if (from === undefined) continue;
    const to =
      (await standing(continuing(was, after.subjects), head)) ?? (await bare(subject, from, after.subjects, head));
    if (to === undefined) continue;
    const decided = touched.some(decidersOf(to.at.path));
    const changes = differ(from, to) || (decided && to.unknown.length > 0);
    (changes ? found : unchanged).push({ subject, base: from, head: to, decided });
  }
  // where one schema is registered several times, each of them counts
  const paths = new Set(found.map(({ head: { path } }) => path));
  if (all) found.push(...(await redirected(before.subjects, after.subjects, base, head)));
  return [...found, ...unchanged.filter((one) => paths.has(one.head.path) && !one.head.inline)];
}

/** What the schemas of contracts are registered with, on either side, where other files than their own say so. */
export async function withProperties(
  contracts: readonly Detected[],
  base: Side,
  head: Side,
  work: Work,
): Promise<readonly Detected[]> {
  if (!contracts.some(({ contract }) => groupIn(contract.options) !== undefined)) return contracts;
  const sides = [
    { side: base, subjects: (await mappedIn(base, work)).subjects },
    { side: head, subjects: (await mappedIn(head, work)).subjects },
  ] as const;
  const all: Detected[] = [];
  for (const detected of contracts) {
    const found: ReadonlyMap<string, string>[] = [...(detected.properties ?? [])];
    for (const [index, { side, subjects }] of sides.entries()) {
      const entry = (index === 0 ? detected.base : detected.head)?.entry;
      for (const said of byFile(subjects.filter(({ paths }) => entry !== undefined && paths.includes(entry)))) {
        const stands = await standing(said, side);
        if (stands !== undefined) found.push(propertiesOf(stands));
      }
    }
    all.push(found.length === 0 ? detected : { ...detected, properties: found });
  }
  return all;
}

/** None where they stand in a file that cannot be read. */
function propertiesOf({ metadata, files }: Standing): ReadonlyMap<string, string> {
  if (files.metadata === undefined) return propertiesIn(metadata === undefined ? {} : { metadata });
  const { path, text } = files.metadata;
  try {
    return propertiesIn({ metadata: { path, tree: readJson(path, text) } });
  } catch (error) {
    if (error instanceof Unreadable) return new Map();
    throw error;
  }
}

/** What each file says of each subject: the same subject may be registered in several places, each from a file of its own. */
function byFile(subjects: readonly Subject[]): Iterable<readonly Subject[]> {
  const found = new Map<string, Subject[]>();
  for (const subject of subjects) {
    if (subject.alias) continue;
    const key = JSON.stringify([subject.at.path, subject.name]);
    const known = found.get(key);
    if (known === undefined) found.set(key, [subject]);
    else known.push(subject);
  }
  return found.values();
}

/** What is said of the same subject now: in the same file, else in any. */
function continuing([was]: readonly Subject[], after: readonly Subject[]): readonly Subject[] {
  const same = after.filter(({ name, alias }) => name === was?.name && !alias);
  const there = same.filter(({ at }) => at.path === was?.at.path);
  return there.some(({ paths, inline }) => paths.length > 0 || inline !== undefined) ? there : same;
}

/** Where no file maps the subject any more, what surrounded its schema is what another subject of that schema has, or nothing. */
async function bare(
  subject: string,
  from: Standing,
  after: readonly Subject[],
  head: Side,
): Promise<Standing | undefined> {
  if (from.inline || !("text" in (await head.read(from.path)))) return undefined;
  const others = after.filter(({ paths, alias }) => paths.includes(from.path) && !alias);
  const stays = (await standing(others, head)) ?? {
    at: from.at,
    files: {},
    unknown: [],
    path: from.path,
    inline: false,
  };
  const named = after.find(({ name, alias }) => name === subject && !alias);
  if (named === undefined) return { ...stays, gone: subject };
  // a mode alone maps nothing
  const [missing] = after.flatMap(({ name, paths }) => (name === subject ? paths : []));
  if (missing === undefined) return { ...stays, gone: subject };
  return { ...stays, at: named.at, unknown: [...stays.unknown, `schema in ${missing}, which cannot be read`] };
}

/** Channels whose messages were whole files and are others now, or none. */
async function redirected(
  before: readonly Subject[],
  after: readonly Subject[],
  base: Side,
  head: Side,
): Promise<readonly Around[]> {
  const found: Around[] = [];
  const aliases = before.filter(({ alias }) => alias);
  for (const name of new Set(aliases.map((one) => one.name))) {
    const was = await filesOf(name, aliases, base);
    const is = await filesOf(
      name,
      after.filter(({ alias }) => alias),
      head,
    );
    const [next] = [...is].filter(([path]) => !was.has(path));
    for (const [path, { at }] of was) {
      if (is.has(path) || !("text" in (await head.read(path)))) continue;
      const from = { at, files: {}, unknown: [], path, inline: false };
      const to = next === undefined ? { ...from, gone: name } : { ...from, at: next[1].at, path: next[0] };
      found.push({ subject: name, base: from, head: to, decided: false });
    }
  }
  return found;
}

async function filesOf(name: string, subjects: readonly Subject[], side: Side): Promise<ReadonlyMap<string, Subject>> {
  const files = new Map<string, Subject>();
  for (const one of subjects.filter((other) => other.name === name)) {
    const file = await firstOf(one.paths, side);
    if (file !== undefined) files.set(file.path, one);
  }
  return files;
}

/** Undefined where no file says where the schema stands. */
async function standing(subjects: readonly Subject[], side: Side): Promise<Standing | undefined> {
  const within = subjects.find(({ inline }) => inline !== undefined);
  const named = subjects.flatMap(({ paths }) => paths);
  const path = within?.at.path ?? (await firstOf(named, side))?.path;
  const at = (within ?? subjects.find(({ paths }) => paths.length > 0))?.at;
  if (path === undefined || at === undefined) return undefined;
  const { files: apart = {}, ...said } = aroundOfAll(subjects) ?? { at, unknown: [] };
  const files: Partial<Record<"metadata" | "ruleSet", { path: string; text: string }>> = {};
  const unread: string[] = [];
  for (const section of ["metadata", "ruleSet"] as const) {
    const paths = apart[section];
    if (paths === undefined) continue;
    const file = await firstOf(paths, side);
    if (file === undefined) unread.push(`${section} in ${paths[0]}, which cannot be read`);
    else files[section] = file;
  }
  const expression =
    within?.inline !== undefined && "expression" in within.inline.schema ? within.inline.schema : undefined;
  const schema = expression === undefined ? [] : [`schema = ${expression.expression}`];
  return { ...said, unknown: [...said.unknown, ...schema, ...unread], files, path, inline: within !== undefined };
}

async function firstOf(paths: readonly string[], side: Side) {
  for (const path of paths) {
    const file = await side.read(path);
    if ("text" in file) return { path, text: file.text };
  }
  return undefined;
}

function differ(base: Standing, head: Standing): boolean {
  return base.path !== head.path || head.gone !== undefined || written(base) !== written(head);
}

/** Without the places of what stands there. */
function written({ metadata, ruleSet, files, unknown }: Standing): string {
  const value = (section: Section | undefined) => (section === undefined ? null : plain(section.tree));
  return JSON.stringify([value(metadata), value(ruleSet), files.metadata?.text, files.ruleSet?.text, unknown]);
}

/** What of it is about one contract. */
export function aroundOf(found: readonly Around[], { contract, base, head }: Detected): readonly RegisteredAround[] {
  const isOf = (subject: string, one: Standing, entry: string | undefined) =>
    one.path === entry && (!one.inline || subject === contract.part);
  const stands = (one: Standing, entry: string | undefined) => (one.path === entry ? {} : { elsewhere: one.path });
  return found
    .filter(({ subject, base: from, head: to }) => isOf(subject, to, head?.entry) || isOf(subject, from, base?.entry))
    .map(({ base: from, head: to, decided }) => ({
      base: { ...from, ...stands(from, base?.entry) },
      head: { ...to, ...stands(to, head?.entry) },
      decided,
    }));
}
