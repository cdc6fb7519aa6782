import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { suspicions } from "../../src/semantics/suspicion.ts";

const shared = process.env.CONTRACT_REVIEW_SHARED ?? join(import.meta.dirname, "../../../shared");

const silent: readonly (readonly [string, string])[] = [
  ["Order total in EUR, tax included.", "The order's total, VAT included, in euros."],
  ["Total USD used by the destination.", "Total dollar cost of the destination (USD)."],
  ["Booking time (UTC).", "Time of the booking, in UTC."],
  ["Timestamp in GMT.", "The timestamp, in Etc/UTC."],
  ["One row per order.", "Each row represents one order."],
  ["One record per customer and day.", "One row for each day and customer."],
  ["1=settled, 2=pending, 3=reversed", "2 = pending, 1 = settled, 3 = reversed"],
  ["1=settled, 2=pending", "Status of the payment: 1 = Settled; 2 = Pending."],
  ["Recieved amount", "Received amount"],
  ["Country code, ISO 3166-1 alpha-2", "ISO 3166-1 alpha-2 code of the country"],
  ["Price excl. VAT", "Price, excluding VAT"],
  ["Net price of the article.", "The article's price without tax."],
  ["NULL means the order is open.", "Null when the order is open."],
  ["Duration in milliseconds", "How long it took, in ms"],
  ["Rows are soft deleted.", "Deleted rows are marked as deleted (logical delete)."],
  ["Share of visits, in percent", "Percentage of visits"],
  ["Identifier of the user and/or the visitor", "Identifier of the visitor and/or user"],
  ["The customer's e-mail address", "E-mail address of the customer"],
  ["Weight in kg", "Weight, kilograms"],
  ["Counts all orders of the last 7 days", "All orders of the last 7 days, counted"],
  ["Orders of the last week", "Orders of the past seven days"],
  ["Rolling 90 day average of orders", "Average of orders over the previous quarter"],
  ["Orders of yesterday", "Orders of the last 24 hours"],
  ["Set within an hour; never null", "Never null, and set within 60 minutes"],
  ["0: open, 1: closed", "0 means open, 1 means closed"],
  ["If absent: unknown", "Null means unknown"],
  ["Users who never paid", "Users that have never paid anything"],
];

describe("the same said otherwise", () => {
  it.each(silent)("%s / %s", (before, after) => {
    expect(suspicions({ kind: "text", element: "value", before, after })).toEqual([]);
    expect(suspicions({ kind: "text", element: "value", before: after, after: before })).toEqual([]);
  });
});

describe("a unit in the field's name", () => {
  it.each([
    ["amount_cents", "Total", "Total in cents", []],
    ["amount_cents", "Total", "Total in EUR", ["notice"]],
    ["amount_cents", "Total", "Total in whole euros", ["strong"]],
    ["amount", "Total", "Total in cents", ["notice"]],
    ["duration_ms", "How long it took", "How long it took, in seconds", ["strong"]],
  ])("%s: %s / %s", (element, before, after, strengths) => {
    const found = suspicions({ kind: "text", element, before, after });
    expect(found.map(({ strength }) => strength)).toEqual(strengths);
  });
});

describe("prose that is new, gone or endless", () => {
  it("says nothing of what was before", () => {
    expect(suspicions({ kind: "text", element: "a", before: null, after: "in EUR" })).toEqual([]);
    expect(suspicions({ kind: "text", element: "a", before: "in EUR", after: null })).toEqual([]);
  });

  it.each(["1=a, ", "null means ", "Europe/", "( ", "tax not included in ", "one row per ", "a".repeat(50)])(
    "of a million letters of %j is read to the end of what counts",
    (piece) => {
      const long = piece.repeat(Math.ceil(1_000_000 / piece.length));
      expect(suspicions({ kind: "text", element: "a", before: `${long} in EUR`, after: `${long} in USD` })).toEqual([]);
      const found = suspicions({ kind: "text", element: "a", before: `in EUR. ${long}`, after: `in USD. ${long}` });
      expect(found.map(({ class: name }) => name)).toContain("unit");
    },
  );
});

const corpus = `${shared}/corpora/doc-changes.json`;
describe.skipIf(!existsSync(corpus))("316 real edits of descriptions whose types did not change", () => {
  it("give at most 2 strong suspicions and 45 notices", () => {
    const edits: { field: string; old: string; new: string }[] = JSON.parse(readFileSync(corpus, "utf8"));
    const strengths = edits.map(
      ({ field, old, new: after }) => suspicions({ kind: "text", element: field, before: old, after })[0]?.strength,
    );
    expect(edits.length).toBe(316);
    expect(strengths.filter((one) => one === "strong").length).toBeLessThanOrEqual(2);
    expect(strengths.filter((one) => one === "notice").length).toBeLessThanOrEqual(45);
  });

  it("tell of the timestamp that became the time of ingestion", () => {
    const edits: { commit: string; field: string; old: string; new: string }[] = JSON.parse(
      readFileSync(corpus, "utf8"),
    );
    const edit = edits.find(({ field }) => field.endsWith("analysis_timestamp"));
    const found = suspicions({ kind: "text", element: "t", before: edit?.old ?? "", after: edit?.new ?? "" });
    expect(found).toEqual([
      { class: "calculation", strength: "notice", before: null, after: "the time of processing" },
    ]);
  });
});
