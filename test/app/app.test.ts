import { describe, expect, it } from "vitest";
import { additiveProposal, breakingProposal, producer, proposalPath, propose } from "../../src/demo/shop.ts";
import { verify } from "../../src/store/ledger.ts";
import { stage } from "../review/desk.ts";

describe("the App", () => {
  it("reviews what is pushed, closes the check of a head it left, and keeps both in the ledger", async () => {
    const { github, store, quiet } = await stage();
    const pull = await propose(github, breakingProposal());
    await quiet();
    const first = pull.pull.head.sha;
    expect(github.checkRuns(producer, first).map(({ status, conclusion }) => [status, conclusion])).toEqual([
      ["completed", "action_required"],
    ]);
    await github.push(producer, "payments-v5", { [proposalPath]: additiveProposal }, { by: "carla" });
    await quiet();
    const second = pull.pull.head.sha;
    expect(second).not.toBe(first);
    expect(github.checkRuns(producer, second).map(({ status, conclusion }) => [status, conclusion])).toEqual([
      ["completed", "success"],
    ]);
    const rows = await store.database.query<{ subject: string; conclusion: string }>(
      "select subject, body::jsonb->>'conclusion' as conclusion from contract_review.ledger order by seq",
    );
    expect(rows).toEqual([
      { subject: "shop/checkout#1", conclusion: "action_required" },
      { subject: "shop/checkout#1", conclusion: "success" },
    ]);
    expect(await verify(store.database)).toMatchObject({ entries: 2 });
  });
});
