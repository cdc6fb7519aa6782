import { describe, expect, it } from "vitest";
import type { Environment } from "../../src/app/environment.ts";
import { faultOf, Gone, pauseOf } from "../../src/app/faults.ts";
import { makeLog, redacted } from "../../src/app/log.ts";

const environment: Environment = {
  appId: 1,
  privateKey:
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ\n-----END PRIVATE KEY-----\n",
  secret: "a-webhook-secret-of-more-than-32-characters",
  apiUrl: undefined,
  gitUrl: "https://github.com",
  host: "127.0.0.1",
  port: 0,
  webhookPath: "/",
  dataDir: "data",
  databaseUrl: "postgres://app:p%40ss-word@db.example/app",
  logLevel: "trace",
};

describe("the log", () => {
  it.each([
    ["an installation's token", "ghs_16C7e42F292c6912E7710c838347Ae178B4a"],
    ["one in the new form", "ghs_123456_eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiIxMjM0In0.c2lnbmF0dXJl-_x"],
    ["a person's token", "ghp_abcdefghijklmnop"],
    ["the App's own", "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiIxMjM0In0.c2lnbmF0dXJl"],
    ["the webhook's secret", environment.secret],
    ["a line of the key", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ"],
    ["the database's password", "p@ss-word"],
    ["the password as it is written", "p%40ss-word"],
    ["a header", "Authorization: Basic eC1hY2Nlc3MtdG9rZW46Z2hz"],
  ])("never shows %s", (_, secret) => {
    const lines: string[] = [];
    const log = makeLog(environment, (line) => lines.push(line));
    log.error({ nested: { deep: `x ${secret} y` }, err: new Error(`failed with ${secret}`) }, `said ${secret}`);
    log.child({ token: secret }).info("child");
    expect(lines).toHaveLength(2);
    const shown = secret.replace(/^Authorization: Basic /, "");
    for (const line of lines) {
      expect(line).not.toContain(shown);
      expect(JSON.parse(line)).toMatchObject({ name: "contract-review" });
    }
  });

  it("leaves the rest as it is", () => {
    const text = "shop/checkout#1: https://github.com/shop/checkout.git at 01234567 took ghost_writer";
    expect(redacted(text, [""])).toBe(text);
    expect(redacted("https://user:pass@host/x", [])).toBe("https://[redacted]@host/x");
  });
});

describe("a fault", () => {
  const failed = (status: number, headers: Record<string, string> = {}, message = "no") =>
    Object.assign(new Error(message), {
      name: "HttpError",
      status,
      response: { headers },
      request: { method: "PATCH", url: "https://api.github.com/repos/a/b/check-runs/1?x=1" },
    });

  it("is told without what was read", () => {
    expect(faultOf(failed(500, {}, "Unexpected token 'secret sample'"))).toMatch(
      /^HttpError 500 PATCH \/repos\/a\/b\/check-runs\/1( at |$)/,
    );
    expect(faultOf(new SyntaxError("Unexpected token s in sample value"))).toMatch(/^SyntaxError( at |$)/);
    expect(faultOf(new Gone("GitHub answered 404"))).toMatch(/^Gone GitHub answered 404( at |$)/);
    expect(faultOf("a text")).toBe("something that is no error was thrown");
  });

  it.each([
    [failed(403, { "retry-after": "7" }), 7],
    [failed(429, { "retry-after": "100000" }), 3600],
    [failed(429), 60],
    [failed(403, {}, "You have exceeded a secondary rate limit."), 60],
    [failed(403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1000090" }), 90],
    [failed(403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "999000" }), 60],
    [failed(403), undefined],
    [failed(500, { "retry-after": "7" }), undefined],
    [new Error("no status"), undefined],
  ])("asks for a pause where GitHub does: %#", (error, seconds) => {
    expect(pauseOf(error, new Date(1_000_000_000))).toBe(seconds);
  });
});
