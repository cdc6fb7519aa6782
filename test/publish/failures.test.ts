import nock from "nock";
import { ProbotOctokit } from "probot";
import { afterEach, describe, expect, it } from "vitest";
import { findCheck, finishCheck } from "../../src/publish/check.ts";
import type { Place } from "../../src/publish/place.ts";

const api = "https://api.github.example";

function place(): Place {
  const Octokit = ProbotOctokit.defaults((defaults: { throttle?: object }) => ({
    ...defaults,
    throttle: { ...defaults.throttle, enabled: false },
    retry: { enabled: false },
  }));
  const octokit = new Octokit({ auth: { token: "ghs_x" }, baseUrl: api }) as unknown as Place["octokit"];
  return { octokit, owner: "acme", repo: "orders", appId: 1 };
}

const outcome = { conclusion: "success", title: "t", summary: "s", text: "", annotations: [], actions: [] } as const;

afterEach(() => {
  expect(nock.pendingMocks()).toEqual([]);
  nock.cleanAll();
});

describe("GitHub that does not answer as it should", () => {
  it.each([500, 502, 403, 429])(
    "%i on finishing a check is an error with its status, never a finished check",
    async (status) => {
      nock(api).patch("/repos/acme/orders/check-runs/7").reply(status, { message: "no" });
      await expect(finishCheck(place(), 7, outcome, () => true)).rejects.toMatchObject({ status });
    },
  );

  it("a connection that breaks is an error", async () => {
    nock(api)
      .get(/check-runs/)
      .replyWithError("socket hang up");
    await expect(findCheck(place(), "a".repeat(40))).rejects.toThrow("socket hang up");
  });

  it("nothing is written once something newer is wanted", async () => {
    await expect(finishCheck(place(), 7, outcome, () => false)).resolves.toBeUndefined();
  });

  it("annotations go first, in requests of fifty, and the conclusion last", async () => {
    const notes = Array.from({ length: 120 }, (_, index) => ({
      path: "a.yml",
      start_line: index + 1,
      end_line: index + 1,
      annotation_level: "warning" as const,
      title: "t",
      message: "m",
    }));
    const bodies: { status: string; conclusion?: string; output: { annotations: unknown[] } }[] = [];
    nock(api)
      .patch("/repos/acme/orders/check-runs/7", (body) => bodies.push(body) > 0)
      .times(3)
      .reply(200, { id: 7 });
    await finishCheck(place(), 7, { ...outcome, annotations: notes }, () => true);
    expect(bodies.map(({ status, conclusion, output }) => [status, conclusion, output.annotations.length])).toEqual([
      ["in_progress", undefined, 50],
      ["in_progress", undefined, 50],
      ["completed", "success", 20],
    ]);
  });
});
