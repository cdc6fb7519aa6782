import { formats } from "../formats/index.ts";
import type { ChangedFile, Config, Problem } from "../model.ts";
import { type Declaration, declarationGlobs, readDeclaration } from "../semantics/declaration.ts";
import { globMatcher } from "../text/glob.ts";
import type { Detected } from "./detect.ts";
import { type Finding, findContractsIn } from "./find.ts";
import type { Side } from "./sources.ts";

const isDeclaration = globMatcher(declarationGlobs);

/** What the pull request touches: contracts in changed files, and contracts that only a declaration speaks of. */
export interface Touched {
  readonly contracts: readonly Detected[];
  readonly declarations: readonly Declaration[];
  readonly problems: readonly Problem[];
}

/**
 * Reads the declarations that came with this pull request, and finds the contracts: a declaration makes its contract one that
 * changes, touched or not. One that names no contract, before or after, is a Problem.
 */
export async function detectTouched(changed: readonly ChangedFile[], finding: Finding): Promise<Touched> {
  const { config, base, head } = finding;
  const read = await declarationsIn(changed, base, head);
  const files = changed.filter(({ path }) => !isDeclaration(path));
  const first = await findContractsIn(files, finding);
  const unmet = read.declarations.filter((one) => !first.contracts.some((contract) => speaksOf(one, contract)));
  if (unmet.length === 0)
    return { ...read, contracts: first.contracts, problems: [...read.problems, ...first.problems] };
  const touched = new Set(files.flatMap(({ path, was }) => [path, was ?? path]));
  const paths = (await holding(unmet, config, head)).filter((path) => !touched.has(path));
  const more = paths.map((path) => ({ path, was: path, deleted: false }));
  const all = await findContractsIn([...files, ...more], finding);
  const contracts = all.contracts.filter(
    (one) => !paths.includes(one.contract.entry) || unmet.some((declaration) => speaksOf(declaration, one)),
  );
  const lost = unmet.filter((one) => !contracts.some((contract) => speaksOf(one, contract)));
  return {
    contracts,
    declarations: read.declarations,
    problems: [
      ...read.problems,
      ...all.problems,
      ...lost.map(({ dataset, at }): Problem => {
        const message = `\`dataset\` names ${dataset}, and no contract is called that, neither before nor after: use a name that a contract or the configuration gives`;
        return { at, message, severity: "failure" };
      }),
    ],
  };
}

/** Whether a declaration is about a contract, by any of its names and whatever their case. */
export function speaksOf({ dataset }: Declaration, { contract }: Pick<Detected, "contract">): boolean {
  return contract.names.some((name) => name.toLowerCase() === dataset.toLowerCase());
}

/** Those added or changed: an old declaration, moved or untouched, says nothing about this pull request. */
async function declarationsIn(changed: readonly ChangedFile[], base: Side, head: Side) {
  const declarations: Declaration[] = [];
  const problems: Problem[] = [];
  for (const { path, was, deleted } of changed) {
    if (deleted || !isDeclaration(path)) continue;
    const [now, before] = [await head.read(path), was === undefined ? undefined : await base.read(was)];
    if (!("text" in now)) {
      if ("refused" in now)
        problems.push({ at: { path }, message: `cannot be read: it is a ${now.refused} file`, severity: "failure" });
      continue;
    }
    if (before !== undefined && "text" in before && before.text === now.text) continue;
    const read = readDeclaration(path, now.text);
    problems.push(...read.problems);
    if (read.declaration !== undefined) declarations.push(read.declaration);
  }
  return { declarations, problems };
}

/** Files of head that may hold the contracts: those configured under the name, and those that mention its last word. */
async function holding(declarations: readonly Declaration[], config: Config, head: Side): Promise<readonly string[]> {
  const names = declarations.map(({ dataset }) => dataset.toLowerCase());
  const configured = config.contracts.filter(({ id }) => id !== undefined && names.includes(id.toLowerCase()));
  const known = configured.length === 0 ? [] : await head.repository.list(configured.map(({ path }) => path));
  const words = names.map((name) => name.split(/[./:]/).findLast((word) => word !== "") ?? name);
  const paths = await head.repository.list([...new Set(formats.flatMap(({ globs }) => globs))]);
  const files = await head.repository.readAll(paths);
  const mentioning = paths.filter((path, index) => {
    const file = files[index];
    if (file === undefined || !("text" in file) || isDeclaration(path)) return false;
    const text = `${path}\n${file.text}`.toLowerCase();
    return words.some((word) => text.includes(word));
  });
  return [...new Set([...known, ...mentioning])];
}
