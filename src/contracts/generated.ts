import { formats } from "../formats/index.ts";
import type { Side } from "./sources.ts";

/** One file that says it is generated from another, or is said to be by that one. */
export interface Generated {
  readonly artefact: string;
  readonly source: string;
}

const path = "[\"'`<]?([A-Za-z0-9_./-]{1,300}\\.[A-Za-z0-9]{2,12})";
/** A comment, a description, or a key: `generated from contracts/orders.odcs.yaml`, `generated_from: orders.odcs.yaml`. */
const from = new RegExp(`\\bgenerated[ _-]?from\\b["'\`]?[ \\t]{0,20}[:=]?[ \\t]{0,20}${path}`, "gi");
/** A property of a list of properties, as in the Open Data Contract Standard's `customProperties`. */
const property = new RegExp(
  `\\bproperty["']?[ \\t]{0,20}:[ \\t]{0,20}["']?(generatedFrom|generates)["']?[ \\t]{0,20},?\\s{0,100}["']?value["']?[ \\t]{0,20}:[ \\t]{0,20}${path}`,
  "g",
);

/** The links that a file's text declares to files of the tree. Prose that names no file of the tree declares none. */
function generatedIn(file: string, text: string, tree: ReadonlySet<string>): readonly Generated[] {
  if (!/generate/i.test(text)) return [];
  const links: Generated[] = [];
  const link = (named: string, isSource: boolean) => {
    const other = placesOf(file, named).find((place) => place !== file && tree.has(place));
    if (other === undefined) return;
    links.push(isSource ? { artefact: file, source: other } : { artefact: other, source: file });
  };
  for (const [, named = ""] of text.matchAll(from)) link(named, true);
  for (const [, what, named = ""] of text.matchAll(property)) link(named, what === "generatedFrom");
  return links;
}

/** Beside the file, or below the root. */
function placesOf(file: string, named: string): readonly string[] {
  const beside = [...file.split("/").slice(0, -1), ...named.split("/")];
  return [beside, named.split("/")].flatMap((parts) => {
    const kept: string[] = [];
    for (const part of parts)
      if (part === "..") {
        if (kept.pop() === undefined) return [];
      } else if (part !== "." && part !== "") kept.push(part);
    return [kept.join("/")];
  });
}

/** The links between files that may hold contracts, as either side of a change declares them: to drop a link is no way out of it. */
export async function generatedBetween(base: Side, head: Side): Promise<readonly Generated[]> {
  const globs = [...new Set(formats.flatMap((format) => format.globs))];
  const links = new Map<string, Generated>();
  for (const side of [base, head]) {
    const paths = await side.list(globs);
    const tree = new Set(paths);
    for (const [file, text] of await side.texts(paths))
      for (const one of generatedIn(file, text, tree)) links.set(`${one.artefact}\n${one.source}`, one);
  }
  return [...links.values()];
}
