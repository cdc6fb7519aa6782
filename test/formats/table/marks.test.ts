import { describe, expect, it } from "vitest";
import { sqlFormat } from "../../../src/formats/table/sql/sql.ts";
import { withSuspicions } from "../../../src/semantics/suspected.ts";

const source = (columns: readonly string[]) => ({
  entry: "a.sql",
  part: "",
  files: new Map([
    ["a.sql", `create table t (id int, ${columns.map((name) => `"${name}" timestamp, `).join("")}x int);`],
  ]),
});

async function suspected(base: readonly string[], head: readonly string[]) {
  const compared = withSuspicions("t", await sqlFormat.compare("t", source(base), source(head), {}));
  return compared.changes
    .filter(({ basis }) => basis === "suspected")
    .map(({ rule, element, before, after }) => [rule, element, before, after]);
}

describe("columns that mark rows as deleted", () => {
  it.each([
    "deleted_at",
    "is_deleted",
    "isDeleted",
    "_deleted",
    "__deleted",
    "soft_deleted",
    "deletion_date",
    "tombstone",
  ])("%s comes or goes: rows are deleted in another way", async (name) => {
    const rule = "semantics/delete-behaviour-suspected";
    expect(await suspected([], [name])).toEqual([[rule, "", null, name]]);
    expect(await suspected([name], [])).toEqual([[rule, "", name, null]]);
    expect(await suspected([name], [name])).toEqual([]);
  });

  it("another mark beside or in the place of one is told as a column, and names that only hold the word are none", async () => {
    expect(await suspected(["is_deleted"], ["is_deleted", "deleted_at"])).toEqual([]);
    expect(await suspected(["is_deleted"], ["deleted_at"])).toEqual([]);
    for (const name of ["deleted_items", "undeleted", "deletable", "items_deleted_count"])
      expect(await suspected([], [name])).toEqual([]);
  });
});
