import { basename, relative, resolve } from "node:path";
import { configFor } from "../contracts/holdings.ts";
import type { Lint } from "../lint/lint.ts";
import type { Config } from "../model.ts";
import type { Work } from "../work.ts";
import { configurationOf } from "./configuration.ts";
import { openFolder } from "./folder.ts";
import { UserError } from "./user-error.ts";

/** One contract document and what was found in it; nothing where all is well. */
export interface Linted {
  readonly path: string;
  readonly findings: readonly Lint[];
}

const documentGlobs = ["**/*.{yml,yaml,json}"];

/** Lints the named files, or every contract document in the folder. Paths are relative to it. @throws UserError */
export async function localLint(named: readonly string[], repo: string, work: Work): Promise<readonly Linted[]> {
  const folder = openFolder(basename(resolve(repo)), repo);
  const { config, problems } = await configurationOf(folder, folder, [], async () => undefined);
  const [wrong] = problems.filter(({ severity }) => severity === "failure");
  if (wrong !== undefined) throw new UserError(`${wrong.at.path}: ${wrong.message}`);
  const paths =
    named.length === 0 ? await folder.list(documentGlobs) : named.map((path) => relative(resolve(repo), resolve(path)));
  const files = await folder.readAll(paths);
  const linted: Linted[] = [];
  for (const [index, path] of paths.entries()) {
    const file = files[index];
    if (file === undefined || !("text" in file)) {
      if (named.length > 0) throw new UserError(`${path} cannot be read`);
      continue;
    }
    const findings = await findingsOf(path, file.text, named.length > 0, config, work);
    if (findings !== undefined) linted.push({ path, findings });
    else if (named.length > 0)
      throw new UserError(`${path} holds no contract document (kind: DataContract or dataContractSpecification)`);
  }
  return linted;
}

/** The linter's, and what keeps the contract from being read although its standard allows it. */
async function findingsOf(
  path: string,
  text: string,
  expected: boolean,
  config: Config,
  work: Work,
): Promise<readonly Lint[] | undefined> {
  const configured = configFor(path, config);
  const beside = { owned: (configured?.owners ?? []).length > 0, moded: configured?.mode !== undefined };
  const found = await work.lint(path, text, beside);
  if (found === undefined) return undefined;
  const finds = await work.find(path, text, ["odcs", "dcs"], false);
  const unread = finds !== undefined && "problem" in finds ? finds.problem : undefined;
  // a file that does not parse and does not say that it is a contract is somebody else's
  if (found.some(({ rule }) => rule === "unreadable")) return expected || unread !== undefined ? found : undefined;
  const format = finds?.format;
  if (unread === undefined && format !== undefined) {
    const head = { entry: path, part: "", files: new Map([[path, text]]) };
    const { problems } = await work.compare({
      ...{ contract: path, format, base: undefined, head, history: [] },
      options: configured?.options ?? {},
    });
    return adopted([...found, ...problems.flatMap((problem) => refused(problem, found))], config);
  }
  return adopted([...found, ...(unread === undefined ? [] : refused(unread, found))], config);
}

/** A refusal by the reader is news only where the schema has nothing against that place. */
function refused(
  { at, message }: { readonly at: Lint["at"]; readonly message: string },
  found: readonly Lint[],
): Lint[] {
  const known = found.some((one) => one.severity === "error" && one.at.line === at.line);
  return known ? [] : [{ rule: "unreadable", severity: "error", at, key: "", message }];
}

/** The checklist of adoption: who lints asks for it, so that a policy that keeps it out of reviews does not keep it out here. */
function adopted(found: readonly Lint[], { policy }: Config): readonly Lint[] {
  const severity = policy.adoption === "error" ? "error" : "warning";
  return found.map((one) => (one.rule.startsWith("adoption/") ? { ...one, severity } : one));
}
