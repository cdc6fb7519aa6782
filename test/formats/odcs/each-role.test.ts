import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inThisThread } from "../../../src/work.ts";

type Group = "property" | "quality" | "preview" | "object" | "root";

/** A role written in two ways, and what is told when the one becomes the other, and when it appears and goes. */
interface Row {
  readonly role: string;
  readonly beside: string;
  readonly before: string;
  readonly after: string;
  readonly changed: string;
  readonly added: string;
  readonly removed: string;
}

const groups: Record<Group, readonly Row[]> = JSON.parse(
  readFileSync(join(import.meta.dirname, "each-role.json"), "utf8"),
);

function contract(group: Group, parts: readonly string[]): string {
  const written = parts.filter((part) => part !== "");
  const inProperty = ["property", "quality", "preview"].includes(group) ? ["name: amount", ...written].join(", ") : "";
  return `apiVersion: ${group === "preview" ? "v3.2.0" : "v3.1.0"}
kind: DataContract
id: urn:shop:orders
version: 1.0.0
${group === "root" ? written.join("\n") : ""}
schema:
  - name: orders
${group === "object" ? written.map((line) => `    ${line}\n`).join("") : ""}    properties:
      - {name: order_id, logicalType: string}
      - {${inProperty === "" ? "name: amount" : inProperty}}
`;
}

async function told(base: string, head: string): Promise<string> {
  const source = (text: string) => ({ entry: "c.yaml", part: "", files: new Map([["c.yaml", text]]) });
  const sides = { base: source(base), head: source(head), history: [] };
  const { changes, problems } = await inThisThread.compare({ contract: "c", format: "odcs", ...sides, options: {} });
  expect(problems).toEqual([]);
  return changes
    .map(({ rule, element, breaks, basis }) => {
      const risk = basis === "suspected" && breaks.length > 0 ? "at risk" : "";
      return [rule.replace(/^(?:table|semantics)\//, ""), element, ...breaks, risk]
        .filter((one) => one !== "")
        .join(" ");
    })
    .join(" + ");
}

/** What is written as it would be if it were left out: nothing is told of that. */
const asIfUnsaid = /^(?:required|unique|primaryKey|partitioned): false$|\{(?:timezone|uniqueItems): false\}$/;

/** Where one list item takes another's place, or two members change, two things are told. */
const ofTwo = new Set([
  ...["tags that tell", "required of object", "nested both", "metric", "type", "enum"],
  ...["roles", "server roles: [{role: a}]", "server replaced"],
]);

describe.each(Object.entries(groups) as [Group, readonly Row[]][])("every role: %s", (group, rows) => {
  it.each(rows)("$role: $before, then $after", async ({ role, beside, before, after, ...expected }) => {
    const [without, was, is] = ["", before, after].map((part) => contract(group, [beside, part])) as [
      string,
      string,
      string,
    ];
    const got = { changed: await told(was, is), added: await told(without, is), removed: await told(was, without) };
    expect(got).toEqual(expected);
    expect([await told(was, was), await told(is, is)]).toEqual(["", ""]);
    const once = Object.entries(got).filter(([how, rules]) => {
      const unsaid = asIfUnsaid.test(how === "added" ? after : before) && how !== "changed";
      return (rules === "") !== unsaid || (rules.includes(" + ") && !ofTwo.has(role));
    });
    expect(once).toEqual(role === "dataGranularityDescription in other words" ? [["changed", ""]] : []);
  });
});
