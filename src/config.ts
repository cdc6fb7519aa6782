import { isReachable, ownerKey } from "./consumers/owners.ts";
import { formats } from "./formats/index.ts";
import { optionNames, optionWords } from "./formats/options.ts";
import type { Config, ContractConfig, Discovery, DomainRef, Options, Policy, Problem } from "./model.ts";
import { Checked, type Mapping, type Take, take } from "./text/checked.ts";
import { hours, workingDays } from "./text/duration.ts";
import { globProblem } from "./text/glob.ts";
import { modes } from "./text/mode.ts";
import { isRefName } from "./text/ref.ts";
import { type Tree, Unreadable } from "./text/tree.ts";
import { readYaml } from "./text/yaml.ts";

/** What holds where no file says otherwise. */
export const defaultConfig: Config = {
  enforcement: "enforce",
  domains: { repositories: [], bestEffort: [], staleAfterHours: 24, discover: undefined },
  contracts: [],
  policy: {
    breaking: "acknowledge",
    exceptionApprovers: [],
    noConsumers: "owner-approval",
    declarations: "suspected",
    adoption: "off",
    ask: "ready",
    acknowledgeWithinDays: 5,
    escalateTo: undefined,
    exceptionMaxDays: 30,
    authorMayApprove: false,
    silenceAcknowledges: [],
  },
  owners: new Map(),
};

/**
 * Reads `.github/contract-review.yml`. Whatever is wrong with it is a Problem with line, column, key and what is allowed;
 * whatever is right is used; nothing throws. `formatNames` are the formats a contract may name.
 */
export function readConfig(
  path: string,
  text: string,
  formatNames: readonly string[] = formats.map(({ name }) => name),
): { readonly config: Config; readonly problems: readonly Problem[] } {
  const checked = new Checked(path);
  let tree: Tree;
  try {
    tree = readYaml(path, text);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { config: defaultConfig, problems: [{ at: error.at, message: error.message, severity: "failure" }] };
  }
  const top = checked.mapping(tree, "", ["version", "enforcement", "domains", "contracts", "policy", "owners"]);
  take(
    top,
    "version",
    checked.parsed((version) => (version === "1" ? 1 : undefined), "1, the only version there is"),
  );
  const config: Config = {
    enforcement: take(top, "enforcement", checked.oneOf("enforce", "observe")) ?? defaultConfig.enforcement,
    domains: domains(checked, top.members.get("domains")),
    contracts: take(top, "contracts", checked.list(contract(checked, formatNames))) ?? [],
    policy: policy(checked, top.members.get("policy")),
    owners: take(top, "owners", owners(checked)) ?? new Map(),
  };
  return { config, problems: checked.problems };
}

function domains(checked: Checked, tree: Tree | undefined): Config["domains"] {
  const section = checked.mapping(tree, "domains", ["repositories", "best-effort", "stale-after", "discover"]);
  const references = checked.list(checked.parsed(domainRef, "`owner/name`, or `owner/name@branch`"));
  return {
    repositories: take(section, "repositories", references) ?? [],
    bestEffort: take(section, "best-effort", references) ?? [],
    staleAfterHours: take(section, "stale-after", checked.parsed(hours, "a duration such as 90m, 24h or 7d")) ?? 24,
    discover: take(section, "discover", discovery(checked)),
  };
}

/** `owner/name` or `owner/name@ref`; undefined where it is neither. */
function domainRef(text: string): DomainRef | undefined {
  const [repository = "", ...rest] = text.split("@");
  const ref = rest.length === 0 ? undefined : rest.join("@");
  const [owner = "", name = "", ...more] = repository.split("/");
  if (more.length > 0 || !/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(owner)) return undefined;
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(name) || name === "." || name === ".." || name.endsWith(".git")) return undefined;
  return ref === undefined || isRefName(ref) ? { repository, ref } : undefined;
}

function discovery(checked: Checked): Take<Discovery> {
  return (tree, key) => {
    const section = checked.mapping(tree, key, ["topic", "property", "value"]);
    const topic = take(section, "topic", checked.text());
    const property = take(section, "property", checked.text());
    const value = take(section, "value", checked.text());
    if (topic !== undefined && property === undefined && value === undefined) return { topic };
    if (topic === undefined && property !== undefined && value !== undefined) return { property, value };
    return checked.complain(tree, `\`${key}\` needs a \`topic\`, or a \`property\` with its \`value\``);
  };
}

function contract(checked: Checked, formatNames: readonly string[]): Take<ContractConfig> {
  return (tree, key) => {
    const allowed = ["path", "format", "id", "mode", "owners", "baseline", "options"];
    const section = checked.mapping(tree, key, allowed);
    const path = take(section, "path", checked.text(globProblem));
    const format = take(section, "format", checked.oneOf(...formatNames));
    const id = take(section, "id", checked.text());
    const mode = take(section, "mode", checked.oneOf(...modes));
    const ownedBy = take(section, "owners", checked.list(owner(checked))) ?? [];
    const baselined = take(section, "baseline", baseline(checked)) ?? {};
    const opted = take(section, "options", options(checked)) ?? {};
    if (tree.kind !== "object") return undefined;
    if (!section.members.has("path"))
      return checked.complain(tree, `\`${key}\` needs a \`path\`: which files hold the contract`);
    return path === undefined
      ? undefined
      : { path, format, id, mode, owners: ownedBy, baseline: baselined, options: opted };
  };
}

function owner(checked: Checked): Take<string> {
  return checked.text((text) =>
    isReachable(text) ? undefined : "must be a GitHub login or team, `@login` or `@org/team`",
  );
}

function baseline(checked: Checked): Take<ContractConfig["baseline"]> {
  return (tree, key) => {
    const section = checked.mapping(tree, key, ["releases", "branch", "registry", "subject", "catalog"]);
    const given = ["releases", "branch", "registry", "catalog"].filter((name) => section.members.has(name));
    if (given.length > 1) checked.complain(tree, `\`${key}\` takes one of ${given.join(", ")}, not several`);
    if (section.members.has("subject") && !section.members.has("registry"))
      checked.complain(tree, `\`${key}.subject\` needs a \`registry\``);
    return stated({
      releases: take(section, "releases", checked.text(globProblem)),
      branch: take(
        section,
        "branch",
        checked.text((text) => (isRefName(text) ? undefined : "is not a branch name")),
      ),
      registry: take(section, "registry", checked.text(registryProblem)),
      subject: take(section, "subject", checked.text()),
      catalog: take(section, "catalog", checked.text(pathProblem)),
    });
  };
}

function registryProblem(text: string): string | undefined {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/.test(text)) return undefined;
  return "must be a name that the operator of this App defined, never an address";
}

function pathProblem(text: string): string | undefined {
  const parts = text.split("/");
  const strange = text.startsWith("/") || parts.includes("..") || parts.includes("") || /[\\\0]/.test(text);
  return strange ? "must be a path inside the repository, relative to its root" : undefined;
}

function options(checked: Checked): Take<Options> {
  return (tree, key) => {
    const section = checked.mapping(tree, key, optionNames);
    return stated({
      level: take(section, "level", checked.oneOf(...optionWords.level)),
      policy: take(section, "policy", checked.oneOf(...optionWords.policy)),
      draft: take(section, "draft", draft(checked)),
      formatAssertion: take(section, "formatAssertion", checked.boolean),
      dialect: take(section, "dialect", checked.text()),
      compatibilityGroup: take(section, "compatibilityGroup", checked.text()),
      registry: take(section, "registry", checked.oneOf(...optionWords.registry)),
    });
  };
}

/** One name for both sides, or one for each. */
function draft(checked: Checked): Take<string | Readonly<Record<string, string>>> {
  const name = checked.parsed((text) => text, "a draft's name, as in 07 or 2020-12");
  return (tree, key) => {
    if (tree.kind !== "object") return name(tree, key);
    const sides = checked.mapping(tree, key, ["base", "head"]);
    return stated({ base: take(sides, "base", name), head: take(sides, "head", name) });
  };
}

function policy(checked: Checked, tree: Tree | undefined): Policy {
  const otherwise = defaultConfig.policy;
  const keys = [
    "breaking",
    "exception-approvers",
    "no-consumers",
    "declarations",
    "adoption",
    "ask",
    "acknowledge-within",
    "escalate-to",
    "exception-max-days",
    "author-may-approve",
    "silence-acknowledges",
  ];
  const section: Mapping = checked.mapping(tree, "policy", keys);
  const criticality = checked.oneOf("low", "medium", "high", "regulatory");
  const days = checked.parsed(workingDays, "a number of working days, as in `5 working days`");
  return {
    breaking: take(section, "breaking", checked.oneOf("acknowledge", "exception", "forbid")) ?? otherwise.breaking,
    exceptionApprovers: take(section, "exception-approvers", checked.list(owner(checked))) ?? [],
    noConsumers:
      take(section, "no-consumers", checked.oneOf("pass", "owner-approval", "exception")) ?? otherwise.noConsumers,
    declarations:
      take(section, "declarations", checked.oneOf("required", "suspected", "off")) ?? otherwise.declarations,
    adoption: take(section, "adoption", checked.oneOf("warn", "error", "off")) ?? otherwise.adoption,
    ask: take(section, "ask", checked.oneOf("ready", "command")) ?? otherwise.ask,
    acknowledgeWithinDays: take(section, "acknowledge-within", days) ?? otherwise.acknowledgeWithinDays,
    escalateTo: take(section, "escalate-to", checked.text(channelProblem)),
    exceptionMaxDays: take(section, "exception-max-days", checked.count(1, 366)) ?? otherwise.exceptionMaxDays,
    authorMayApprove: take(section, "author-may-approve", checked.boolean) ?? otherwise.authorMayApprove,
    silenceAcknowledges: take(section, "silence-acknowledges", checked.list(criticality)) ?? [],
  };
}

function channelProblem(text: string): string | undefined {
  return registryProblem(text)?.replace("a name", "the name of a channel");
}

/** Names in descriptors to one login or team, or a list of them. */
function owners(checked: Checked): Take<ReadonlyMap<string, readonly string[]>> {
  return (tree, key) => {
    if (tree.kind === "null") return new Map();
    if (tree.kind !== "object")
      return checked.complain(tree, `\`${key}\` must be a mapping of names to \`@login\` or \`@org/team\``);
    const mapped = new Map<string, readonly string[]>();
    for (const [name, { value }] of tree.members) {
      const one = owner(checked);
      const at = `${key}.${name}`;
      const to =
        value.kind === "array" ? checked.list(one)(value, at) : [one(value, at)].filter((each) => each !== undefined);
      if (to !== undefined && to.length > 0) mapped.set(ownerKey(name), to);
    }
    return mapped;
  };
}

/** Without the members that were not given. */
function stated<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
