import { get, itemsOf, type Tree, textOf } from "../../../text/tree.ts";
import { allowedUnless, exactly } from "../number-set.ts";
import { type QualityRule, severityOf } from "../quality.ts";
import { locationOf } from "../read.ts";
import { canonical } from "../written.ts";

/** dbt documentation, Data tests and their severity: settings that are not what is tested. */
const settings = new Set([
  ...["config", "name", "description", "tags", "meta", "severity", "error_if", "warn_if", "limit", "enabled"],
  ...["store_failures", "store_failures_as", "alias", "database", "schema", "test_name", "arguments", "group"],
]);

/** The data tests beside a model or one of its columns, as rules on the number of rows that fail. */
export function testsOf(path: string, item: Tree): readonly QualityRule[] {
  return [...itemsOf(get(item, "data_tests")), ...itemsOf(get(item, "tests"))].flatMap((test) => testIn(path, test));
}

function testIn(path: string, test: Tree): readonly QualityRule[] {
  const [only] = test.kind === "object" ? [...test.members] : [];
  // either its name alone, or a mapping from it to the rest, or (dbt 1.x, the alternative format) all members side by side
  const flat = textOf(get(test, "test_name"));
  const name = flat ?? only?.[0] ?? textOf(test);
  const body = flat === undefined ? only?.[1].value : test;
  if (name === undefined) return [];
  const setting = (key: string) => textOf(get(get(body, "config"), key) ?? get(body, key));
  if (setting("enabled") === "false") return [];
  const lists = new Map<string, ReadonlySet<string>>();
  const rest: string[] = [];
  for (const [key, value] of membersOf(body)) {
    if (name === "accepted_values" && key === "values" && value.kind === "array")
      lists.set("validValues", new Set(value.items.map(canonical)));
    else rest.push(`${key}: ${canonical(value)}`);
  }
  const where = setting("where");
  const severity = setting("severity");
  const warns = severity?.toLowerCase() === "warn";
  const condition = setting(warns ? "warn_if" : "error_if");
  const allowed = condition === undefined ? exactly(0) : allowedUnless(condition);
  const called = textOf(get(body, "name"));
  const threshold = condition === undefined ? "" : `, fails if ${condition}`;
  const told = [name, ...membersOf(body).map(([key, value]) => `${key} ${canonical(value)}`)].join(" ");
  return [
    {
      ...(called !== undefined && { name: called }),
      kind: "dbt test",
      metric: name,
      subject: [
        name,
        ...rest.sort(),
        ...(where === undefined ? [] : [`where ${where}`]),
        ...(allowed === undefined ? [`fails if ${condition}`] : []),
      ].join("\n"),
      lists,
      allowed,
      unit: "rows",
      severity: severityOf(severity),
      told: `${told}${threshold}${severity === undefined ? "" : ` (${severity})`}`,
      at: locationOf(path, test),
    },
  ];
}

/** What a test is given, under `arguments` or beside its settings. */
function membersOf(body: Tree | undefined): readonly (readonly [string, Tree])[] {
  if (body?.kind !== "object") return [];
  const inner = get(body, "arguments");
  const beside = [...body.members].filter(([key]) => !settings.has(key) && key !== "where");
  return [...beside, ...(inner?.kind === "object" ? inner.members : [])].map(
    ([key, { value }]) => [key, value] as const,
  );
}
