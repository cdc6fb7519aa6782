import { expect, test } from "vitest";
import { withAnswers } from "../../src/answers/questions.ts";
import { conclude } from "../../src/verdict/conclusion.ts";
import { consumer, dashboard, exceptionLabel, request, Scene, scene, settlement } from "./scene.ts";

test("every affected consumer's owner answers once, and nobody for another team", async () => {
  const told = await scene();
  told.comment("finn", "/contract ack");
  expect(await told.standing()).toEqual({ settlement: "acknowledged by `@finn`", dashboard: "open" });
  expect(await told.conclusion()).toBe("action_required: 1 consumer breaks | 1 consumer breaks, acknowledged");
  told.comment("finn", "/contract ack dashboard");
  expect((await told.outcomes()).at(-1)).toBe(
    "finn: /contract ack does not count: `@finn` does not answer for `dashboard`; `@shop/growth` answer",
  );
  told.approve("gus");
  expect(await told.standing()).toEqual({
    settlement: "acknowledged by `@finn`",
    dashboard: "acknowledged by `@gus`",
  });
  expect(await told.conclusion()).toBe("success: 2 consumers break, acknowledged");
});

test("an answer is kept by a push that changes nothing it answered", async () => {
  const told = await scene();
  told.comment("finn", "/contract ack ready-by=2026-12-10");
  await told.push();
  expect(await told.standing()).toEqual({
    settlement: "acknowledged by `@finn` (kept: the same 2 changes), ready by Thu 10 Dec",
    dashboard: "open",
  });
});

test("a change that changed voids the answer, and says which", async () => {
  const told = await scene();
  told.comment("finn", "/contract ack");
  told.approve("gus");
  await told.push([
    [settlement, "merchant_id", "status", "amount"],
    [dashboard, "status"],
  ]);
  expect(await told.standing()).toEqual({
    settlement: "open; `@finn` answered for 2 of these 3 changes; since then: `amount`",
    dashboard: "acknowledged by `@gus` (kept: the same change)",
  });
  await told.push([[settlement, "merchant_id"]]);
  expect(await told.standing()).toEqual({ settlement: "acknowledged by `@finn` (kept: the same change)" });
});

test("a consumer that is affected only now was not shown, whatever was said before", async () => {
  const told = await scene({ broken: [[settlement, "merchant_id"]] });
  told.comment("finn", "/contract ack");
  const second = consumer("chargebacks", "@shop/finance-data");
  await told.push([
    [settlement, "merchant_id"],
    [second, "merchant_id"],
  ]);
  expect(await told.standing()).toEqual({
    settlement: "acknowledged by `@finn` (kept: the same change)",
    chargebacks: "open; `@finn` answered other changes than these",
  });
});

test("an answer given before the check showed anything does not count", async () => {
  const fresh = new Scene();
  fresh.approve("finn");
  fresh.comment("gus", "/contract ack");
  await fresh.review();
  expect(await fresh.standing()).toEqual({
    settlement: "open; `@finn` approved before the check had shown what breaks",
    dashboard: "open; `@gus` answered before the check had shown what breaks",
  });
  fresh.comment("finn", "/contract ack");
  expect((await fresh.standing()).settlement).toBe("acknowledged by `@finn`");
});

test("an approval counts for the commit it was given on", async () => {
  const told = await scene({ broken: [[settlement, "merchant_id"]] });
  const first = told.head;
  await told.push([[settlement, "merchant_id", "status"]]);
  told.approve("finn", first);
  expect(await told.standing()).toEqual({
    settlement: "open; `@finn` approved for 1 of these 2 changes; since then: `status`",
  });
});

test("a review that asks for changes, or is dismissed, takes its approval with it; a command stays", async () => {
  const told = await scene();
  told.approve("finn");
  told.endApproval("finn");
  expect((await told.standing()).settlement).toBe("open");
  told.comment("finn", "/contract ack");
  told.endApproval("finn");
  expect((await told.standing()).settlement).toBe("acknowledged by `@finn`");
});

test("a rejection needs its reason, fails the check, and is taken back by a later yes", async () => {
  const told = await scene();
  told.comment("finn", "/contract reject");
  expect(await told.outcomes()).toEqual([
    'finn: /contract reject does not count: A rejection needs its reason: `/contract reject reason="..."`.',
  ]);
  told.comment("finn", '/contract reject reason="we close the books on Friday"');
  expect(await told.conclusion()).toBe(
    "failure: rejected by finn for settlement: we close the books on Friday | 1 consumer breaks",
  );
  told.comment("gus", "/contract ack");
  expect((await told.standing()).settlement).toBe("rejected by `@finn`: we close the books on Friday");
  told.comment("fay", "/contract ack");
  expect(await told.conclusion()).toBe("success: 2 consumers break, acknowledged");
});

test("a rejection of changes that are gone does not stand", async () => {
  const told = await scene();
  told.comment("finn", '/contract reject reason="no"');
  await told.push([[settlement, "amount"]]);
  expect(await told.standing()).toEqual({ settlement: "open; `@finn` rejected other changes than these" });
});

test("an edited comment does not count, nor one that is gone", async () => {
  const told = await scene();
  told.comment("finn", "/contract ack", true);
  expect(await told.standing()).toEqual({ settlement: "open", dashboard: "open" });
  expect(await told.outcomes()).toEqual([
    "finn: /contract ack does not count: was edited after it was written, so it does not count; please write it anew",
  ]);
  const id = told.comment("gus", "/contract ack");
  expect((await told.standing()).dashboard).toBe("acknowledged by `@gus`");
  told.forget(id);
  expect((await told.standing()).dashboard).toBe("open");
});

test("who left the team no longer answers for it; who cannot be verified is told so", async () => {
  const told = await scene();
  told.comment("finn", "/contract ack");
  told.teams.get("@shop/finance-data")?.delete("finn");
  expect((await told.standing()).settlement).toBe("open");
  told.unverifiable.add("@shop/growth");
  told.comment("gus", "/contract ack dashboard");
  expect((await told.outcomes()).at(-1)).toBe(
    "gus: /contract ack does not count: whether `@gus` answers for `dashboard` cannot be verified (`@shop/growth` answer)",
  );
});

test("a consumer of the producer's own team needs no second answer, unless it matters much", async () => {
  const own = consumer("export", "@shop/checkout");
  const told = await scene({ broken: [[own, "status"]] });
  expect(await told.standing()).toEqual({ export: "no answer needed: `@shop/checkout` makes the change" });
  expect(await told.conclusion()).toBe("success: 1 consumer breaks, acknowledged");
  const grave = await scene({ broken: [[{ ...own, criticality: "regulatory" }, "status"]] });
  expect(await grave.standing()).toEqual({ export: "open" });
  grave.comment("carla", "/contract ack");
  expect(await grave.outcomes()).toEqual([
    "carla: /contract ack does not count: `export` needs somebody other than the author",
  ]);
  grave.comment("cleo", "/contract ack");
  expect(await grave.standing()).toEqual({ export: "acknowledged by `@cleo`" });
});

test("silence counts as yes only where the policy says so, after the day it was due, and never for what matters much", async () => {
  const low = { ...settlement, criticality: "low" } as const;
  const high = { ...dashboard, criticality: "high" } as const;
  const told = await scene({
    broken: [
      [low, "status"],
      [high, "status"],
    ],
    policy: { silenceAcknowledges: ["low", "high"] },
  });
  told.asked.set("@shop/finance-data", "2026-11-30T09:00:00Z");
  told.asked.set("@shop/growth", "2026-11-30T09:00:00Z");
  told.pass(7);
  expect(await told.standing()).toEqual({ settlement: "open", dashboard: "open" });
  told.pass(1);
  expect(await told.standing()).toEqual({
    settlement: "`@shop/finance-data` did not answer in time, which counts as yes here",
    dashboard: "open",
  });
});

test("where the policy wants exceptions, acknowledgements alone settle nothing", async () => {
  const told = await scene({ broken: [[settlement, "status"]], policy: { breaking: "exception" } });
  told.comment("finn", "/contract ack");
  expect(await told.conclusion()).toBe("action_required: 1 consumer breaks; an exception is needed (policy.breaking)");
  told.comment("carla", request);
  told.comment("finn", "/contract approve payments");
  expect(await told.conclusion()).toBe("success: 1 consumer breaks, excepted until 2026-12-20");
});

test("where no known consumer is hurt, an owner of the contract other than the author approves", async () => {
  const told = await scene({ broken: [], policy: { noConsumers: "owner-approval" } });
  expect(await told.conclusion()).toBe(
    "action_required: payments does not keep its mode FORWARD (column legacy was removed); no known consumer is affected, its owner's approval is needed (policy.no-consumers)",
  );
  told.comment("carla", "/contract ack");
  expect((await told.standing()).payments).toBe("open");
  told.approve("cleo");
  expect(await told.conclusion()).toBe(
    "success: payments does not keep its mode FORWARD (column legacy was removed); approved by its owner",
  );
});

test("an exception needs approval for every consumer: the first of two owners is not enough", async () => {
  const told = await scene();
  told.comment("carla", request);
  told.label("finn", exceptionLabel);
  expect(await told.standing()).toEqual({
    settlement: "excepted until Sun 20 Dec, approved by `@finn`",
    dashboard: "open",
  });
  told.comment("gus", "/contract approve checkout_raw.payments");
  expect(await told.conclusion()).toBe("success: 2 consumers break, excepted until 2026-12-20");
});

test("an exception approver approves for all; other changes are not covered", async () => {
  const told = await scene();
  told.comment("carla", request);
  told.label("greta", exceptionLabel);
  expect(await told.conclusion()).toBe("success: 2 consumers break, excepted until 2026-12-20");
  await told.push();
  expect(await told.conclusion()).toBe("success: 2 consumers break, excepted until 2026-12-20");
  await told.push([
    [settlement, "merchant_id", "status", "amount"],
    [dashboard, "status"],
  ]);
  expect(await told.standing()).toEqual({
    settlement: "open; the exception requested by `@carla` is for 2 of these 3 changes, not for `amount`",
    dashboard: "excepted until Sun 20 Dec, approved by `@greta` (kept: the same change)",
  });
});

test("a rejection does not vanish with its comment; a later yes takes it back", async () => {
  const told = await scene();
  const id = told.comment("finn", '/contract reject reason="we close the books"');
  await told.review();
  told.forget(id);
  await told.push();
  expect((await told.standing()).settlement).toBe("rejected by `@finn` (kept: the same 2 changes): we close the books");
  told.comment("finn", "/contract ack");
  expect((await told.standing()).settlement).toBe("acknowledged by `@finn`");
});

test("an exception approver answers for owners who stay silent or cannot be reached, not before", async () => {
  const told = await scene({ broken: [[settlement, "status"]] });
  told.asked.set("@shop/finance-data", "2026-11-30T09:00:00Z");
  told.comment("greta", "/contract ack");
  expect((await told.standing()).settlement).toBe("open");
  told.pass(8);
  expect((await told.standing()).settlement).toBe("open");
  told.comment("greta", "/contract ack");
  expect((await told.standing()).settlement).toBe("acknowledged by `@greta`");
  const lost = await scene({ broken: [[consumer("old-export", "someone@shop.example"), "status"]] });
  lost.comment("gus", "/contract ack");
  expect((await lost.standing())["old-export"]).toBe("open");
  lost.comment("greta", "/contract ack");
  expect((await lost.standing())["old-export"]).toBe("acknowledged by `@greta`");
});

test("who may not approve: the author, an outsider, an owner who left; each is told why", async () => {
  const told = await scene();
  told.comment("carla", request);
  told.label("carla", exceptionLabel);
  expect((await told.answers()).refusedLabels).toEqual([
    { id: 2, label: exceptionLabel, by: "carla", why: "the author does not approve an exception of their own" },
  ]);
  told.unlabel("contract-review[bot]", exceptionLabel, true);
  expect((await told.answers()).refusedLabels).toEqual([]);
  told.label("eve", exceptionLabel);
  expect((await told.answers()).refusedLabels).toEqual([
    {
      id: 4,
      label: exceptionLabel,
      by: "eve",
      why: "`@eve` neither answers for what breaks nor is an exception approver",
    },
  ]);
  told.unlabel("contract-review[bot]", exceptionLabel, true);
  told.label("gus", exceptionLabel);
  expect((await told.standing()).dashboard).toBe("excepted until Sun 20 Dec, approved by `@gus`");
  told.teams.get("@shop/growth")?.delete("gus");
  expect((await told.standing()).dashboard).toBe("open");
  expect((await told.answers()).refusedLabels.map(({ by }) => by)).toEqual(["gus"]);
  told.unverifiable.add("@shop/growth");
  expect((await told.answers()).refusedLabels).toEqual([]);
  expect((await told.outcomes()).at(-1)).toBe(
    "gus: the label `contract-exception:payments` does not count: whether `@gus` may approve this cannot be verified",
  );
});

test("the author approves where the policy lets them", async () => {
  const own = consumer("export", "@shop/checkout", { criticality: "high" });
  const told = await scene({ broken: [[own, "status"]], policy: { authorMayApprove: true } });
  told.comment("carla", request);
  told.comment("carla", "/contract approve payments");
  expect(await told.standing()).toEqual({ export: "excepted until Sun 20 Dec, approved by `@carla`" });
});

test("a label says nothing before something was requested, nor after it was taken off", async () => {
  const told = await scene();
  told.label("greta", exceptionLabel);
  expect(await told.outcomes()).toEqual([
    "greta: the label `contract-exception:payments` does not count: no exception was requested for `payments` before; `/contract exception payments ...` requests one",
  ]);
  told.comment("carla", request);
  expect(await told.standing()).toEqual({ settlement: "open", dashboard: "open" });
  told.unlabel("greta", exceptionLabel);
  told.label("greta", exceptionLabel);
  expect(await told.conclusion()).toMatch(/^success/);
  told.unlabel("eve", exceptionLabel);
  expect(await told.standing()).toEqual({ settlement: "open", dashboard: "open" });
});

test("taking the label off revokes what was approved by command too", async () => {
  const told = await scene();
  told.comment("carla", request);
  told.comment("greta", "/contract approve payments");
  told.label("finn", exceptionLabel);
  told.unlabel("cleo", exceptionLabel);
  expect(await told.standing()).toEqual({ settlement: "open", dashboard: "open" });
});

test("a label that was renamed or deleted is no longer on", async () => {
  const told = await scene();
  told.comment("carla", request);
  told.label("greta", exceptionLabel);
  told.labels.delete(exceptionLabel);
  told.labels.add("renamed");
  expect(await told.standing()).toEqual({ settlement: "open", dashboard: "open" });
});

test("an exception ends on its day; who requested or approved it withdraws it", async () => {
  const told = await scene();
  told.comment("carla", request);
  told.comment("greta", "/contract approve payments");
  told.pass(20);
  expect(await told.conclusion()).toMatch(/^success/);
  told.pass(1);
  expect(await told.conclusion()).toBe("action_required: 2 consumers break");
  expect((await told.answers()).exceptions[0]?.over).toBe("expired on 2026-12-20");
  const other = await scene();
  other.comment("carla", request);
  other.comment("greta", "/contract approve payments");
  other.comment("eve", "/contract withdraw payments");
  expect((await other.outcomes()).at(-1)).toBe(
    "eve: /contract withdraw does not count: `@eve` neither requested nor approved an exception here",
  );
  other.comment("greta", "/contract withdraw payments");
  expect(await other.conclusion()).toBe("action_required: 2 consumers break");
  other.comment("greta", "/contract approve payments");
  other.comment("carla", "/contract withdraw payments");
  expect((await other.answers()).exceptions[0]?.over).toBe("withdrawn by `@carla`");
});

test("an exception is requested by those who change the contract, for no longer than the policy lets, for what is in question", async () => {
  const told = await scene();
  const outcome = async (by: string, body: string) => {
    told.comment(by, body);
    return (await told.outcomes()).at(-1)?.replace(/^.*?count: /, "");
  };
  expect(await outcome("eve", request)).toBe(
    "only the author and people with write access here may request an exception",
  );
  expect(await outcome("carla", request.replace("12-20", "12-31"))).toBe(
    "an exception lasts at most 30 days: until `2026-12-30`",
  );
  expect(await outcome("carla", request.replace("payments", "paymnts"))).toBe(
    "no contract called `paymnts` changes here; did you mean `payments`?",
  );
  expect(await outcome("carla", `${request} consumers=nobody`)).toBe(
    "nothing called `nobody` is in question for `payments`",
  );
  expect(await outcome("carla", `${request} rules=table/column-retyped`)).toBe(
    "no change here falls under `table/column-retyped`",
  );
  told.comment("carla", `${request} consumers=growth/dashboard rules=table/column-removed`);
  expect((await told.outcomes()).at(-1)).toBe(
    "carla: /contract exception counts: is requested for `dashboard` until `2026-12-20`; the label `contract-exception:payments` or `/contract approve payments` approves it",
  );
  told.comment("greta", "/contract approve payments");
  expect(await told.standing()).toEqual({
    settlement: "open",
    dashboard: "excepted until Sun 20 Dec, approved by `@greta`",
  });
});

test("a domain that could not be read is excepted by name, by an exception approver and nobody else", async () => {
  const told = await scene({
    broken: [[settlement, "status"]],
    domains: [{ repository: "shop/risk", required: true, unreadable: "404" }],
  });
  told.approve("finn");
  expect(await told.conclusion()).toBe(
    "action_required: shop/risk could not be read (404): readers there are unknown | 1 consumer breaks, acknowledged",
  );
  told.comment("carla", `${request} consumers=shop/risk`);
  told.comment("finn", "/contract approve payments");
  expect((await told.standing())["shop/risk"]).toBe("open");
  told.comment("greta", "/contract approve payments");
  expect(await told.conclusion()).toBe(
    "success: 1 consumer breaks, acknowledged | shop/risk could not be read (404): readers there are unknown, excepted until 2026-12-20",
  );
});

test("a consumer nothing is known of is answered for by its owner", async () => {
  const told = await scene({ broken: [[settlement, "status"]], unknown: [[dashboard, "its pin cannot be read"]] });
  told.approve("finn");
  told.comment("gus", "/contract ack");
  expect(await told.conclusion()).toBe(
    "success: 1 consumer breaks, acknowledged | dashboard: what this means for it is unknown: its pin cannot be read (acknowledged)",
  );
});

test("a rejection is overruled by nobody but an owner of the same consumer", async () => {
  const told = await scene();
  told.comment("finn", '/contract reject reason="no"');
  told.comment("carla", request);
  told.comment("greta", "/contract approve payments");
  expect((await told.standing()).settlement).toBe("rejected by `@finn`: no");
  told.comment("finn", "/contract approve payments");
  expect((await told.standing()).settlement).toBe("excepted until Sun 20 Dec, approved by `@finn`");
});

test("where the policy forbids breaking, nobody is asked and nothing settles it", async () => {
  const told = await scene({ policy: { breaking: "forbid" } });
  told.approve("finn");
  told.approve("gus");
  expect((await told.answers()).questions).toEqual([]);
  expect(await told.conclusion()).toBe("failure: 2 consumers break; policy.breaking forbids it");
});

test("in a merge group each pull request's people answer for their own changes", async () => {
  const told = await scene();
  told.comment("finn", "/contract ack");
  const other = await scene();
  other.comment("gus", "/contract ack");
  expect(await told.conclusion([told.people(), other.people()])).toBe("success: 2 consumers break, acknowledged");
  other.comment("fay", '/contract reject reason="not with that one"');
  expect(await told.conclusion([told.people(), other.people()])).toMatch(/^failure: rejected by fay for settlement/);
});

test("nobody can except numbers that are used again, or a baseline that cannot be read", async () => {
  const told = await scene();
  told.comment("carla", request);
  told.comment("greta", "/contract approve payments");
  const { questions } = await told.answers();
  const facts = told.facts();
  const all = { ...facts, verdicts: withAnswers(facts.verdicts, questions), problems: [], questions };
  const by = { policy: told.policy, enforcement: "enforce" } as const;
  expect(conclude(all, by).conclusion).toBe("success");
  const reused = facts.diffs.map((diff) => ({
    ...diff,
    changes: diff.changes.map((one) => ({ ...one, corrupts: true })),
  }));
  expect(conclude({ ...all, diffs: reused }, by).conclusion).toBe("failure");
  const unread = [
    { at: { path: "payments.sql", line: 3 }, message: "the baseline cannot be read", severity: "failure" } as const,
  ];
  expect(conclude({ ...all, problems: unread }, by).conclusion).toBe("failure");
});
