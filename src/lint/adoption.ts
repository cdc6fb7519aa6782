import { get, itemsOf, type Place, type Tree, textOf } from "../text/tree.ts";
import type { Beside, Kind } from "./lint.ts";

/** One line of the checklist that a contract does not meet. */
export interface Missing {
  readonly item: "owner" | "freshness" | "quality" | "mode";
  readonly at: Place;
  readonly message: string;
}

/** What every contract in use should say: who owns it, how fresh it is, one rule that can be run, what mode it keeps. */
export function adoption(tree: Tree, kind: Kind, { owned, moded }: Beside): readonly Missing[] {
  const at = (key: string): Place => get(tree, key) ?? tree;
  const items: readonly (Missing & { readonly met: boolean })[] = [
    {
      item: "owner",
      met: owned || ownersIn[kind](tree),
      at: at(kind === "dcs" ? "info" : "team"),
      message: `no owner: name one under \`${ownerKeys[kind]}\`, so that somebody answers for the contract`,
    },
    {
      item: "freshness",
      met: isFresh(tree, kind),
      at: at(kind === "dcs" ? "servicelevels" : "slaProperties"),
      message: `no freshness target: say under \`${freshnessKeys[kind]}\` how old the data may be`,
    },
    {
      item: "quality",
      met: hasExecutableRule(tree, kind),
      at: at(kind === "dcs" ? "models" : kind === "odcs" ? "schema" : "dataset"),
      message: "no quality rule that can be run: a text is read by nobody at three in the morning",
    },
    {
      item: "mode",
      met: moded,
      at: tree,
      message: "no explicit mode: set `mode` for it under `contracts` in .github/contract-review.yml",
    },
  ];
  return items.flatMap(({ met, ...missing }) => (met ? [] : [missing]));
}

const ownerKeys = { odcs: "team", "odcs-2": "stakeholders", dcs: "info.owner" } as const;
const freshnessKeys = {
  odcs: "slaProperties (latency or frequency)",
  "odcs-2": "slaProperties (latency or frequency)",
  dcs: "servicelevels.freshness",
} as const;

const ownersIn: Readonly<Record<Kind, (tree: Tree) => boolean>> = {
  odcs(tree) {
    const team = get(tree, "team");
    const people = team?.kind === "array" ? team.items : itemsOf(get(team, "members"));
    return isSaid(get(team, "name")) || people.some((person) => isSaid(get(person, "username")));
  },
  "odcs-2": (tree) => itemsOf(get(tree, "stakeholders")).some((person) => isSaid(get(person, "username"))),
  dcs: (tree) => isSaid(get(get(tree, "info"), "owner")) || isSaid(get(get(get(tree, "info"), "contact"), "email")),
};

const fresh = new Set(["freshness", "latency", "frequency", "timeofavailability"]);

function isFresh(tree: Tree, kind: Kind): boolean {
  if (kind !== "dcs")
    return itemsOf(get(tree, "slaProperties")).some(
      (item) => fresh.has(textOf(get(item, "property"))?.toLowerCase() ?? "") && isSaid(get(item, "value")),
    );
  const levels = get(tree, "servicelevels");
  return ["freshness", "latency"].some((name) => isSaid(get(get(levels, name), "threshold")))
    ? true
    : isSaid(get(get(levels, "frequency"), "interval"));
}

/** Looks at every object, property and field, however deep. */
function hasExecutableRule(tree: Tree, kind: Kind): boolean {
  const waiting: Tree[] = [get(tree, kind === "dcs" ? "models" : kind === "odcs" ? "schema" : "dataset") ?? tree];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (one.kind === "array") waiting.push(...one.items);
    if (one.kind !== "object") continue;
    if (itemsOf(get(one, "quality")).some((rule) => isExecutable(rule, kind))) return true;
    for (const [name, { value }] of one.members) if (name !== "quality") waiting.push(value);
  }
  return false;
}

function isExecutable(rule: Tree, kind: Kind): boolean {
  if (kind === "odcs-2") return get(rule, "toolName") !== undefined;
  const type = textOf(get(rule, "type")) ?? ((get(rule, "metric") ?? get(rule, "rule")) ? "library" : "text");
  return type === "library" || type === "sql" || type === "custom";
}

function isSaid(tree: Tree | undefined): boolean {
  return (textOf(tree)?.trim() ?? "") !== "";
}
