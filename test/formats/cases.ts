import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Format, Source } from "../../src/formats/format.ts";
import type { Options } from "../../src/model.ts";

/** A case is a folder: `base.*` and `head.*`, files or folders of files; `expected.json` shows the answer. */
export interface Case {
  readonly name: string;
  readonly folder: string;
  readonly base: Source;
  readonly head: Source;
  readonly options: Options;
}

/** The cases of one format. A folder is named after the rule it is about, `--` and a word where a rule has several. */
export function casesOf(format: string): readonly Case[] {
  const root = join(import.meta.dirname, format, "cases");
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort()
    .map((name) => {
      const folder = join(root, name);
      const options = join(folder, "options.json");
      return {
        name,
        folder,
        base: side(folder, "base"),
        head: side(folder, "head"),
        options: existsSync(options) ? JSON.parse(readFileSync(options, "utf8")) : {},
      };
    });
}

function side(folder: string, which: "base" | "head"): Source {
  const name = readdirSync(folder).find((entry) => entry === which || entry.startsWith(`${which}.`));
  if (name === undefined) throw new Error(`${folder} has no ${which}`);
  const path = join(folder, name);
  if (statSync(path).isFile()) {
    const entry = name.replace(`${which}.`, "contract.");
    return { entry, part: "", files: new Map([[entry, readFileSync(path, "utf8")]]) };
  }
  const files = new Map<string, string>();
  for (const file of readdirSync(path, { recursive: true, encoding: "utf8" }).sort())
    if (statSync(join(path, file)).isFile()) files.set(file, readFileSync(join(path, file), "utf8"));
  return { entry: files.size === 1 ? ([...files.keys()][0] as string) : "", part: "", files };
}

/** What `expected.json` holds: the whole comparison, without what derives from the rule's id. */
export async function answer(format: Format, one: Pick<Case, "base" | "head" | "options">) {
  const { changes, problems } = await format.compare("contract", one.base, one.head, one.options);
  return {
    changes: changes.map(({ contract: _, advice: __, fingerprint: ___, corrupts: ____, ...change }) => change),
    problems,
  };
}
