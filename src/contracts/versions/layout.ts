import { perTree } from "../../formats/per-tree.ts";
import { compareVersions, sameVersion } from "../../text/version.ts";

/** Where a path stands among the versions of one contract, kept in files of their own side by side. */
export interface Placed {
  /** The path without its version: what all versions have in common. */
  readonly series: string;
  /** `9.0` for `9/0`, `v2`, `1-0-1`; undefined for the working copy beside the versions (`current.yaml`). */
  readonly version: string | undefined;
}

/** One version and the file that holds it. */
export interface Edition {
  readonly version: string;
  readonly path: string;
}

const number = "[0-9]{1,9}";
const labelled = `v${number}(?:[._-]${number})*(?:(?:alpha|beta|rc|p)[0-9]{0,9})?`;
const exact = `${number}(?:[._-]${number}){1,5}`;
const folder = new RegExp(`^(?:${labelled}|${exact})$`, "i");
const token = new RegExp(`(^|[._-])(${labelled}|${exact})(?=[._-]|$)`, "gi");
/** `main.4.schema.json` */
const lastNumber = new RegExp(`(\\.)(${number})(?=(?:\\.schema)?\\.[A-Za-z]+$)`, "g");
const inName = new RegExp(`(^|[^A-Za-z0-9])(?:${labelled}|${exact})(?=[^A-Za-z0-9]|$)`, "gi");

/**
 * Which version a path says that it holds: by its folders (`x/9/0/a.avsc`, `v2/a.proto`), its name (`1-0-1`, `1.2.0.yaml`,
 * `main.4.schema.json`, `order-v2.avsc`), or both where they agree. A lone number is a version only at the end of a name:
 * folders are numbered for many reasons.
 */
export function placeOf(path: string): Placed | undefined {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  if (/^(?:current|latest)\.[A-Za-z]+$/.test(name))
    return { series: [...folders, name.replace(/^[a-z]+/, "*")].join("/"), version: undefined };
  const around = folderVersion(folders);
  const own = nameVersion(name);
  if (own !== undefined && (around === undefined || !sameVersion(own.version, around.version)))
    return { series: [...folders, own.rest].join("/"), version: own.version };
  if (around === undefined) return undefined;
  // `5/0/lsst.v5_0.alert.avsc` and `3/0/lsst.alert.avsc` are versions of one another
  const plain = own === undefined ? name : own.rest.replace(/\*[._-]|[._-]\*/, "");
  return { series: [...around.rest, plain].join("/"), version: around.version };
}

interface Version {
  readonly version: string;
}

function folderVersion(folders: readonly string[]): (Version & { readonly rest: readonly string[] }) | undefined {
  for (let end = folders.length; end > 0; end--) {
    const last = folders[end - 1] as string;
    if (folder.test(last)) return { version: last, rest: [...folders.slice(0, end - 1), "*", ...folders.slice(end)] };
    let start = end;
    while (start > 0 && /^[0-9]{1,9}$/.test(folders[start - 1] as string)) start--;
    if (end - start >= 2)
      return {
        version: folders.slice(start, end).join("."),
        rest: [...folders.slice(0, start), "*", ...folders.slice(end)],
      };
    if (start < end) end = start + 1;
  }
  return undefined;
}

function nameVersion(name: string): (Version & { readonly rest: string }) | undefined {
  const found = [...name.matchAll(token)].at(-1) ?? [...name.matchAll(lastNumber)].at(-1);
  if (found === undefined) return undefined;
  const [, separator = "", version = ""] = found;
  const from = found.index + separator.length;
  return { version, rest: `${name.slice(0, from)}*${name.slice(from + version.length)}` };
}

/** A contract's name without the version in it: `lsst.v5_0.alert` is `lsst.alert`. */
export function withoutVersion(name: string): string {
  return name.replace(inName, "").replace(/^[._-]+/, "");
}

const seriesIn = perTree((tree) => {
  const series = new Map<string, Edition[]>();
  for (const path of tree) {
    const placed = placeOf(path);
    if (placed?.version === undefined) continue;
    const edition = { version: placed.version, path };
    const known = series.get(placed.series);
    if (known === undefined) series.set(placed.series, [edition]);
    else known.push(edition);
  }
  for (const editions of series.values()) editions.sort((a, b) => compareVersions(a.version, b.version));
  return series;
});

/** The versions of a series among the paths of a tree, oldest first. */
export function editionsIn(tree: readonly string[], series: string): readonly Edition[] {
  return seriesIn(tree).get(series) ?? [];
}

/** Of the files that one draws on: where several are versions of one another and one is of its own version, only that. */
export function ofOwnVersion(path: string, used: readonly string[]): readonly string[] {
  const own = used.length < 2 ? undefined : placeOf(path)?.version;
  if (own === undefined) return used;
  const placed = used.map((other) => ({ other, place: placeOf(other) }));
  const isOwn = (version: string | undefined) => version !== undefined && sameVersion(version, own);
  const settled = new Set(placed.filter(({ place }) => isOwn(place?.version)).map(({ place }) => place?.series));
  return placed
    .filter(({ place }) => place === undefined || !settled.has(place.series) || isOwn(place.version))
    .map(({ other }) => other);
}
