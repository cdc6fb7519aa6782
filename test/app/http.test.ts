import { createHmac, randomUUID } from "node:crypto";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { startServer } from "../../src/app/server.ts";
import { receive } from "../../src/store/deliveries.ts";
import { checkedGitHub } from "../github/checked.ts";
import { environmentFor, freshStore, scratch } from "../review/desk.ts";

const worker = new URL("../../dist/workers/worker.js", import.meta.url);

async function running(open = freshStore()) {
  const [{ github }, store] = [await checkedGitHub(), await open];
  const lines: string[] = [];
  const environment = { ...environmentFor(github, await scratch()), logLevel: "info" } as const;
  const app = await startServer(environment, { worker, unpaced: true, store, writeLog: (line) => lines.push(line) });
  const path = environment.webhookPath;
  const sign = (body: string) => `sha256=${createHmac("sha256", environment.secret).update(body).digest("hex")}`;
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(app.url + path, {
      method: "POST",
      body,
      headers: {
        "x-github-delivery": randomUUID(),
        "x-github-event": "pull_request",
        "x-hub-signature-256": sign(body),
        ...headers,
      },
    });
  return { app, store, post, lines, path, sign };
}

describe("the front door", () => {
  it("takes what GitHub signed, keeps what means something, refuses the rest in few words", async () => {
    const { app, store, post, lines, sign } = await running();
    try {
      const body = '{"action":"assigned"}';
      const kept = await post(body);
      expect([kept.status, await kept.text()]).toEqual([202, "accepted\n"]);
      const ignored = await post(body, { "x-github-event": "star" });
      expect([ignored.status, await ignored.text()]).toEqual([202, "nothing to do\n"]);
      const wrong: readonly Record<string, string>[] = [
        { "x-hub-signature-256": sign(`${body} `) },
        { "x-hub-signature-256": "" },
        { "x-hub-signature-256": "sha256=none" },
        { "x-hub-signature-256": `sha256=${createHmac("sha256", "development").update(body).digest("hex")}` },
        { "x-github-delivery": "a b" },
        { "x-github-delivery": "x".repeat(65) },
      ];
      for (const headers of wrong) {
        const refused = await post(body, headers);
        expect([refused.status, await refused.text()]).toEqual([400, "refused\n"]);
      }
      await app.drained();
      const [row] = await store.database.query<{ count: number }>(
        "select count(*)::integer as count from contract_review.delivery",
      );
      expect(row).toEqual({ count: 1 });
      expect(lines.filter((line) => /"level":50/.test(line))).toEqual([]);
    } finally {
      await app.stop();
    }
  });

  it("refuses a body that is too large, or of no said size, before it is read", async () => {
    const { app, path } = await running();
    const status = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(app.url + path, { method: "POST", headers }, ({ statusCode }) => {
          sent.destroy();
          resolve(statusCode);
        });
        sent.on("error", reject);
        sent.write("{");
      });
    try {
      expect(await status({ "content-length": String(27 * 1024 * 1024) })).toBe(413);
      expect(await status({ "transfer-encoding": "chunked" })).toBe(411);
    } finally {
      await app.stop();
    }
  });

  it("tells whoever runs it how it stands", async () => {
    const { app, post } = await running();
    try {
      await post('{"action":"assigned"}');
      await app.drained();
      const answers = await Promise.all(
        ["/healthz", "/readyz", "/", "/metrics"].map(async (path) => {
          const answer = await fetch(app.url + path);
          return [answer.status, await answer.text()] as const;
        }),
      );
      expect(answers.slice(0, 3)).toEqual([
        [200, "ok\n"],
        [200, "ready\n"],
        [404, "not found\n"],
      ]);
      expect(answers[3]?.[1]).toContain('contract_review_deliveries_total{answer="stored"} 1\n');
      expect(answers[3]?.[1]).toContain("contract_review_queue_oldest_seconds 0\n");
    } finally {
      await app.stop();
    }
  });

  it("asks GitHub to come again while nothing can be stored, and is not ready", async () => {
    const store = await freshStore();
    const failing = { ...store, database: { ...store.database } };
    const { app, post, lines } = await running(Promise.resolve(failing));
    try {
      await app.drained();
      failing.database.query = async () => {
        throw Object.assign(new Error("password=hunter2"), { code: "ECONNREFUSED" });
      };
      const answer = await post('{"action":"opened"}');
      expect([answer.status, await answer.text()]).toEqual([503, "try again\n"]);
      expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
      expect(lines.some((line) => line.includes("ECONNREFUSED"))).toBe(true);
      expect(lines.filter((line) => line.includes("hunter2"))).toEqual([]);
    } finally {
      failing.database.query = store.database.query;
      await app.stop();
    }
  });

  it("puts a delivery aside that cannot be understood, and works on", async () => {
    const { app, store, post, lines } = await running();
    try {
      await receive(store.database, [{ guid: "broken", event: "pull_request", body: "{" }]);
      await post('{"action":"assigned"}');
      await app.drained();
      const rows = await store.database.query(
        "select attempts, routed_at is null as waits from contract_review.delivery order by guid = 'broken'",
      );
      expect(rows).toEqual([
        { attempts: 0, waits: false },
        { attempts: 5, waits: true },
      ]);
      expect(lines.filter((line) => line.includes("delivery broken: SyntaxError"))).toHaveLength(5);
    } finally {
      await app.stop();
    }
  });
});
