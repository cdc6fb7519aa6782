import type { AroundText, RegisteredAround } from "../formats/compare.ts";
import type { ChangedFile } from "../model.ts";
import { aroundOfAll } from "../subjects/around.ts";
import { aroundGlobs, decidersOf } from "../subjects/find.ts";
import type { Subject } from "../subjects/subject.ts";
import { globMatcher } from "../text/glob.ts";
import type { Section } from "../text/surroundings.ts";
import { plain } from "../text/tree.ts";
import type { Work } from "../work.ts";
import type { Detected } from "./detect.ts";
import { changesMappings, mappedIn } from "./mappings.ts";
import type { Side } from "./sources.ts";

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
  const heads = bySubject(after.subjects);
  const found: Around[] = [];
  for (const [subject, was] of bySubject(before.subjects)) {
    const is = heads.get(subject);
    const [from, to] = [await standing(was, base), is && (await standing(is, head))];
    if (from === undefined || to === undefined) continue;
    const decided = touched.some(decidersOf(to.at.path));
    if (differ(from, to) || (decided && to.unknown.length > 0)) found.push({ subject, base: from, head: to, decided });
  }
  return found;
}

function bySubject(subjects: readonly Subject[]): ReadonlyMap<string, readonly Subject[]> {
  const found = new Map<string, Subject[]>();
  for (const subject of subjects) {
    if (subject.alias) continue;
    const known = found.get(subject.name);
    if (known === undefined) found.set(subject.name, [subject]);
    else known.push(subject);
  }
  return found;
}

/** Undefined where no file says where the schema stands. */
async function standing(subjects: readonly Subject[], side: Side): Promise<Standing | undefined> {
  const within = subjects.find(({ inline }) => inline !== undefined);
  const path =
    within?.at.path ??
    (
      await firstOf(
        subjects.flatMap(({ paths }) => paths),
        side,
      )
    )?.path;
  const at = (within ?? subjects.find(({ paths }) => paths.length > 0))?.at;
  if (path === undefined || at === undefined) return undefined;
  const { files: named = {}, ...said } = aroundOfAll(subjects) ?? { at, unknown: [] };
  const files: Partial<Record<"metadata" | "ruleSet", { path: string; text: string }>> = {};
  const unread: string[] = [];
  for (const section of ["metadata", "ruleSet"] as const) {
    const paths = named[section];
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
  return base.path !== head.path || written(base) !== written(head);
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
