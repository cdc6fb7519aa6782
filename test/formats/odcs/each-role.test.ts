import { describe, expect, it } from "vitest";
import { inThisThread } from "../../../src/work.ts";

interface Document {
  readonly property?: string;
  readonly object?: string;
  readonly root?: string;
  readonly version?: string;
}

function contract({ property = "", object = "", root = "", version = "v3.1.0" }: Document): string {
  return `apiVersion: ${version}
kind: DataContract
id: urn:shop:orders
version: 1.0.0
${root.includes("status:") ? root : `status: active\n${root}`}
schema:
  - name: orders
    ${object === "" ? "physicalType: table" : object}
    properties:
      - {name: order_id, logicalType: string}
      - {name: amount${property === "" ? "" : `, ${property}`}}
`;
}

async function told(base: Document, head: Document): Promise<string> {
  const source = (document: Document) => {
    const text = contract(document);
    return { entry: "c.yaml", part: "", files: new Map([["c.yaml", text]]) };
  };
  const sides = { base: source(base), head: source(head), history: [] };
  const { changes, problems } = await inThisThread.compare({ contract: "c", format: "odcs", ...sides, options: {} });
  expect(problems).toEqual([]);
  return changes
    .map(({ rule, element, breaks, basis }) =>
      [
        rule.replace(/^(?:table|semantics)\//, ""),
        element,
        ...breaks,
        basis === "suspected" && breaks.length > 0 ? "at risk" : "",
      ]
        .filter((part) => part !== "")
        .join(" "),
    )
    .join(" + ");
}

/** One role: how it is written first and then, and what is told when it changes, appears, and goes. */
type Row = readonly [
  role: string,
  common: string,
  was: string,
  is: string,
  changed: string,
  added: string,
  removed: string,
];

const string = "logicalType: string";
const options = (written: string) => `logicalTypeOptions: {${written}}`;

const ofProperty: readonly Row[] = [
  //ROWS
];

describe("every role of a property", () => {
  it.each(ofProperty)("%s: %s; %s, then %s", async (_, common, was, is, changed, added, removed) => {
    const of = (...parts: readonly string[]) => ({ property: parts.filter((part) => part !== "").join(", ") });
    expect([
      await told(of(common, was), of(common, is)),
      await told(of(common), of(common, is)),
      await told(of(common, was), of(common)),
    ]).toEqual([changed, added, removed]);
  });
});
