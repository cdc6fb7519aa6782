import { describe, expect, it } from "vitest";
import { type Act, isMeaningful, route, settle } from "../../src/app/route.ts";
import type { Wanted } from "../../src/store/turns.ts";

const repository = { name: "Orders", owner: { login: "Acme" } };
const installation = { id: 7 };
const sha = "0123456789abcdef0123456789abcdef01234567";

function wanted(more: Partial<Wanted>): Act {
  const at = { owner: "Acme", repo: "Orders", installation: 7, ask: false, delivery: "d1" } as const;
  return {
    act: "want",
    wanted: { ...at, key: "acme/orders#3", subject: { kind: "pull", number: 3 }, urgency: "pull-request", ...more },
  };
}

const group = { base_sha: "b".repeat(40), head_sha: sha, base_ref: "refs/heads/release/1" };
const comment = (body: string) => ({
  issue: { number: 3, pull_request: {}, user: { login: "carla" } },
  comment: { id: 99, body, created_at: "2026-11-30T12:00:00Z" },
  sender: { login: "finn", type: "User" },
});
const commented = [wanted({ key: "acme/orders!99", subject: { kind: "comment", number: 3, id: 99 } }), wanted({})];

describe("an event", () => {
  it.each([
    ["pull_request", "opened", { pull_request: { number: 3 } }, [wanted({})]],
    ["pull_request", "synchronize", { pull_request: { number: 3 } }, [wanted({})]],
    ["pull_request", "edited", { pull_request: { number: 3 }, changes: { title: {} } }, []],
    ["pull_request", "edited", { pull_request: { number: 3 }, changes: { base: {} } }, [wanted({})]],
    ["pull_request", "labeled", { pull_request: { number: 3 }, label: { name: "bug" } }, []],
    [
      "pull_request",
      "unlabeled",
      { pull_request: { number: 3 }, label: { name: "contract-exception:x" } },
      [wanted({})],
    ],
    ["pull_request", "closed", { pull_request: { number: 3 } }, [{ act: "drop", key: "acme/orders#3" }]],
    [
      "pull_request",
      "closed",
      { pull_request: { number: 3, merged_at: "2026-12-01T09:00:00Z" } },
      [
        { act: "drop", key: "acme/orders#3" },
        wanted({
          key: "acme/orders^3",
          subject: { kind: "landed", number: 3, at: "2026-12-01T09:00:00Z" },
          urgency: "refresh",
        }),
      ],
    ],
    ["pull_request", "assigned", { pull_request: { number: 3 } }, []],
    [
      "merge_group",
      "checks_requested",
      { merge_group: group },
      [wanted({ key: `acme/orders@${sha}`, subject: { kind: "group", ...group }, urgency: "merge-group" })],
    ],
    ["merge_group", "destroyed", { merge_group: group }, [{ act: "drop", key: `acme/orders@${sha}` }]],
    ["check_run", "rerequested", { check_run: { external_id: "3:run", head_sha: sha } }, [wanted({})]],
    [
      "check_run",
      "rerequested",
      { check_run: { external_id: "", head_sha: sha, check_suite: null } },
      [wanted({ key: `acme/orders?${sha}`, subject: { kind: "head", sha } })],
    ],
    [
      "check_suite",
      "rerequested",
      { check_suite: { head_sha: sha, head_branch: `gh-readonly-queue/release/1/pr-3-${"b".repeat(40)}` } },
      [
        wanted({
          key: `acme/orders@${sha}`,
          subject: { kind: "group", ...group, base_ref: "release/1" },
          urgency: "merge-group",
        }),
      ],
    ],
    ["issue_comment", "created", comment("/contract recheck"), commented],
    ["issue_comment", "created", comment("no command"), []],
    ["issue_comment", "created", { ...comment("/contract recheck"), sender: { login: "x[bot]", type: "Bot" } }, []],
    ["issue_comment", "edited", comment("/contract recheck"), [wanted({})]],
    ["issue_comment", "deleted", comment("no command"), []],
    ["pull_request_review", "submitted", { pull_request: { number: 3 }, review: { state: "approved" } }, [wanted({})]],
    ["pull_request_review", "submitted", { pull_request: { number: 3 }, review: { state: "commented" } }, []],
    ["pull_request_review", "dismissed", { pull_request: { number: 3 } }, [wanted({})]],
    [
      "check_run",
      "requested_action",
      {
        check_run: { external_id: "3:run", head_sha: sha },
        requested_action: { identifier: "recheck" },
        sender: { login: "finn" },
      },
      [wanted({ key: "acme/orders*d1", subject: { kind: "button", number: 3, identifier: "recheck", by: "finn" } })],
    ],
    [
      "label",
      "deleted",
      { label: { name: "contract-exception:x" } },
      [wanted({ key: "acme/orders%labels", subject: { kind: "every-pull" }, urgency: "refresh" })],
    ],
    ["label", "edited", { label: { name: "bug" }, changes: {} }, []],
    ["installation", "suspend", {}, [{ act: "suspend", installation: 7, suspended: true }]],
    ["installation", "deleted", {}, [{ act: "suspend", installation: 7, suspended: true }]],
    ["installation", "unsuspend", {}, [{ act: "suspend", installation: 7, suspended: false }, { act: "sweep" }]],
    [
      "installation_repositories",
      "added",
      {},
      [{ act: "suspend", installation: 7, suspended: false }, { act: "sweep" }],
    ],
  ])("%s.%s comes to %#", (event, action, payload, acts) => {
    expect(route(event, "d1", { action, repository, installation, ...payload })).toEqual(acts);
    expect(isMeaningful(event)).toBe(true);
  });

  it("that no turn follows from is not kept", () => {
    expect(["workflow_run", "star", "ping"].map(isMeaningful)).toEqual([false, false, false]);
  });

  it("of a branch that moved names who is to look again, by what was touched", () => {
    const at = { ...repository, default_branch: "main" };
    const [before, after] = [sha, "f".repeat(40)];
    const commits = [{ modified: ["schemas/order.avsc"] }];
    const push = (ref: string) => route("push", "d1", { ref, before, after, commits, repository: at, installation });
    const turn = (refs: readonly string[] | null, touched: number, key: string) => ({
      ...{ owner: "Acme", repo: "Orders", installation: 7, ask: false, delivery: "d1", urgency: "refresh", key },
      subject: { kind: "push", refs, touched, always: refs === null },
    });
    const branches = (refs: readonly string[] | undefined) => ({ repository: "acme/orders", refs });
    expect(push("refs/heads/main")).toEqual([
      {
        act: "push",
        branches: branches(["", "main"]),
        touched: 1,
        moved: { before, after },
        wanted: turn(["", "main"], 1, "acme/orders^1: main"),
      },
    ]);
    expect(push("refs/heads/release/1")).toMatchObject([{ branches: branches(["release/1"]) }]);
    expect(push("refs/notes/x")).toEqual([]);
    const renamed = { repository: { name: { from: "Old" } } };
    expect(route("repository", "d1", { action: "renamed", changes: renamed, repository: at, installation })).toEqual([
      {
        ...{ act: "push", branches: branches(undefined), touched: 3, moved: undefined },
        wanted: turn(null, 3, "acme/orders^3:"),
      },
      {
        ...{ act: "push", branches: { repository: "acme/old", refs: undefined }, touched: 3, moved: undefined },
        wanted: { ...turn(null, 3, "acme/old^3:"), repo: "Old" },
      },
    ]);
  });
});

it("of several acts on one subject the last counts, and a wish for reviews is kept", () => {
  const ask = wanted({ ask: true });
  const later = wanted({ delivery: "d2" });
  const drop: Act = { act: "drop", key: "acme/orders#3" };
  const other = wanted({ key: "acme/orders#1" });
  const inner = (act: Act) => ("wanted" in act ? [act.wanted] : []);
  expect(settle([ask, later, other])).toEqual({
    wanted: [...inner(other), ...inner(wanted({ ask: true, delivery: "d2" }))],
    dropped: [],
  });
  expect(settle([ask, drop])).toEqual({ wanted: [], dropped: ["acme/orders#3"] });
  expect(settle([ask, drop, later])).toEqual({ wanted: inner(later), dropped: [] });
});
