import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { formats } from "../../../src/formats/index.ts";

const shared = process.env.CONTRACT_REVIEW_SHARED ?? join(import.meta.dirname, "../../../../shared");
const corpora = join(shared, "corpora");

const compared = async (name: string, base: Source, head: Source) => {
  const format = formats.find((one) => one.name === name);
  const { changes, problems } = (await format?.compare("c", base, head, {})) ?? { changes: [], problems: [] };
  expect(problems).toEqual([]);
  return changes.map(({ rule, element, breaks }) =>
    [rule.slice("table/".length), element, breaks.join("+")].join(" ").trim(),
  );
};

describe.skipIf(!existsSync(join(corpora, "public-cases.json")))("public cases about tables", () => {
  interface PublicCase {
    readonly id: string;
    readonly files: Readonly<Record<string, string>>;
  }
  const cases = existsSync(join(corpora, "public-cases.json"))
    ? new Map(
        (JSON.parse(readFileSync(join(corpora, "public-cases.json"), "utf8")) as PublicCase[]).map((one) => [
          one.id,
          one,
        ]),
      )
    : new Map<string, PublicCase>();

  /** Every change of each, and nothing else. */
  it.each<[string, string, string, readonly string[]]>([
    [
      "rb-04-merge-keys-and-anchors",
      "odcs",
      "orders",
      ["details-changed", "column-newly-nullable a forward", "column-newly-nullable b forward"],
    ],
    ["rb-04-merge-keys-and-anchors", "odcs", "refunds", ["details-changed", "column-newly-nullable d forward"]],
    ["rb-09-alias-bomb-vs-many-honest-aliases", "odcs", "many", ["column-added extra"]],
    ["rb-03-dates-stay-text", "odcs", "orders", []],
    ["rb-06-bom-and-crlf", "odcs", "c.odcs", []],
    ["rb-02-norway-and-friends", "dbt", "_models", []],
    ["tb-01-dbt-additive-column-and-description", "dbt", "_models", ["column-added signup_source"]],
    [
      "tb-02-dbt-versioned-column-rename",
      "dbt",
      "_models",
      ["column-removed dim_customer.v1.email_addr forward", "column-added dim_customer.v1.email"],
    ],
    ["tb-05-dbt-contract-enforcement-dropped", "dbt", "_models", ["enforcement-removed m_a forward"]],
    ["tb-08-dbt-constraint-removed", "dbt", "_models", ["key-changed  backward+forward"]],
    ["tb-09-iceberg-drop-and-readd-same-name", "iceberg", "orders", ["column-replaced note backward+forward"]],
    ["tb-10-iceberg-rename-keeps-id", "iceberg", "orders", ["column-renamed customer forward"]],
    [
      "tb-12-iceberg-optional-to-required",
      "iceberg",
      "orders",
      [
        "column-no-longer-nullable mail backward",
        "column-newly-nullable city forward",
        "column-added-not-null tenant backward",
      ],
    ],
    ["tb-13-new-nullable-struct-with-required-inner", "iceberg", "orders", ["column-added ship"]],
    ["tb-17-odcs-sla-units", "odcs", "orders", ["quality-loosened id forward", "sla-loosened  forward"]],
  ])("%s (%s, %s)", async (id, format, file, expected) => {
    const side = (which: string): Source => {
      const prefix = `${which}/`;
      const files = Object.entries(cases.get(id)?.files ?? {}).filter(([path]) => path.startsWith(prefix));
      const all = new Map(files.map(([path, text]) => [path.slice(prefix.length), text]));
      const entry = [...all.keys()].find((path) => path.includes(file)) ?? "";
      return { entry, part: "", files: all };
    };
    expect(await compared(format, side("old"), side("new"))).toEqual(expected);
  });
});

const meaning = join(shared, "examples", "pairs", "meaning");

describe.skipIf(!existsSync(meaning))("the pair whose shape stays and whose meaning does not", () => {
  const side = (which: string): Source => {
    const entry = `${which}.odcs.yaml`;
    return { entry, part: "", files: new Map([[entry, readFileSync(join(meaning, entry), "utf8")]]) };
  };

  it("tells the classification that was raised and the latency that was loosened, and no other rule of a table", async () => {
    const format = formats.find(({ name }) => name === "odcs");
    const { changes } = (await format?.compare("c", side("base"), side("head"), {})) ?? { changes: [] };
    expect(
      changes
        .filter(({ rule }) => rule.startsWith("table/"))
        .map(({ rule, element, location, message }) => [rule, element, location.line, message]),
    ).toEqual([
      ["table/classification-raised", "amount", 24, "classification of amount was raised from internal to restricted"],
      ["table/sla-loosened", "", 40, "service level latency on orders.booked_at was loosened from 5 m to 30 m"],
    ]);
  });
});

const former = join(corpora, "datacontract-cli");

describe.skipIf(!existsSync(former))("the pairs of the former datacontract breaking", () => {
  interface Pair {
    readonly old: string;
    readonly new: string;
    readonly changes: readonly { readonly severity?: string }[];
  }
  const pairs = existsSync(former)
    ? (JSON.parse(readFileSync(join(former, "index.json"), "utf8")).pairs as readonly Pair[])
    : [];
  const side = (file: string): Source => ({
    entry: file,
    part: "",
    files: new Map([[file, readFileSync(join(former, file), "utf8")]]),
  });

  it("stand there", () => expect(pairs.length).toBe(20));

  it.each(pairs)("$old to $new: whatever it called an error is told", async (pair) => {
    const told = await compared("dcs", side(pair.old), side(pair.new));
    const errors = pair.changes.filter(({ severity }) => severity === "error");
    if (errors.length > 0) expect(told).not.toEqual([]);
    if (pair.old === pair.new) expect(told).toEqual([]);
  });
});
