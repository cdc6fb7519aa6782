import type { Memory, Shown, SpokenNo } from "../model.ts";
import { isTime } from "./days.ts";

/**
 * What the check showed, and when, kept in the check run's own text: hidden, bounded, and nobody but this App can write there.
 * So an answer finds what it answered even where everything that we stored is lost.
 */

const opening = "<!-- contract-review shown ";
const closing = " -->";
/** Stands for what the moment before showed. */
const again = "=";

/** Characters of a check's text that the record may take. */
export const recordRoom = 9_000;
/** Moments that one check remembers. */
const mostMoments = 40;

/** Rejections that one check remembers. */
const mostRejections = 20;

/** One hidden line: the newest moments, as many as there is room for, and the rejections that stand. */
export function writeRecord({ shown, rejections }: Memory): string {
  const kept = [...shown];
  while (kept.length > mostMoments) kept.splice(leastOf(kept), 1);
  for (;;) {
    const line = encode(kept, rejections.slice(-mostRejections));
    if (line.length <= recordRoom || kept.length === 0) return line;
    kept.splice(leastOf(kept), 1);
  }
}

/** The moment that is missed least: the oldest between two that show the same as it does, else the oldest of all. */
function leastOf(shown: readonly Shown[]): number {
  const same = (at: number, other: number) => shown[at]?.prints.join() === shown[other]?.prints.join();
  const between = shown.findIndex((_, at) => at > 0 && at < shown.length - 1 && same(at, at - 1) && same(at, at + 1));
  return Math.max(between, 0);
}

/** What a check's text remembers, oldest first; nothing where there is no record, or it cannot be read. */
export function readRecord(text: string): Memory {
  const start = text.lastIndexOf(opening);
  const end = text.indexOf(closing, start);
  if (start < 0 || end < 0) return { shown: [], rejections: [] };
  const [table = "", ...words] = text.slice(start + opening.length, end).split(" ");
  const prints = table.split(",");
  let last: readonly string[] = [];
  const shown = words.flatMap((word) => {
    const [head = "", at = "", indices = ""] = word.split("/");
    if (!/^[0-9a-f]{40,64}$/.test(head) || !isTime(at)) return [];
    if (indices !== again)
      last = indices === "" ? [] : indices.split(",").flatMap((index) => prints[Number(index)] ?? []);
    return [{ head, at, prints: last }];
  });
  return { shown, rejections: words.filter((word) => word.startsWith("!")).flatMap(rejectionOf) };
}

function rejectionOf(word: string): readonly SpokenNo[] {
  const [id = "", by = "", at = "", said = "", pull = ""] = word.slice(1).split("/");
  if (!/^\d+$/.test(id) || !/^\d+$/.test(pull) || by === "" || !isTime(at)) return [];
  try {
    return [{ id: Number(id), by, at, words: decodeURIComponent(said), pull: Number(pull) }];
  } catch {
    return [];
  }
}

/** Adds what is shown from now on; a moment that shows what the one before it showed says nothing new. */
export function remember(before: readonly Shown[], now: Shown): readonly Shown[] {
  const last = before.at(-1);
  if (last !== undefined && last.head === now.head && last.prints.join() === now.prints.join()) return before;
  return [...before, now];
}

function encode(shown: readonly Shown[], rejections: readonly SpokenNo[]): string {
  const table = [...new Set(shown.flatMap(({ prints }) => prints))];
  const index = new Map(table.map((print, at) => [print, at]));
  const moments = shown.map(({ head, at, prints }, moment) => {
    const same = prints.length > 0 && prints.join() === shown[moment - 1]?.prints.join();
    return `${head}/${at}/${same ? again : prints.map((print) => index.get(print)).join(",")}`;
  });
  const noes = rejections.map(
    ({ id, by, at, words, pull }) => `!${id}/${by}/${at}/${encodeURIComponent(words)}/${pull}`,
  );
  return `${opening}${[table.join(","), ...moments, ...noes].join(" ")}${closing}`;
}

const headsOpening = "<!-- contract-review heads ";
/** Heads that the one comment names. */
const mostHeads = 10;

/** One hidden line with the heads that were reviewed, for the one comment: only where to look, never what to believe. */
export function writeHeads(shown: readonly Shown[]): string {
  const heads = [...new Set(shown.map(({ head }) => head))].slice(-mostHeads);
  return `${headsOpening}${heads.join(" ")}${closing}`;
}

/** The heads that a comment names, oldest first. */
export function readHeads(body: string): readonly string[] {
  const start = body.indexOf(headsOpening);
  const end = body.indexOf(closing, start);
  if (start < 0 || end < 0) return [];
  const heads = body.slice(start + headsOpening.length, end).split(" ");
  return heads.filter((one) => /^[0-9a-f]{40,64}$/.test(one));
}
