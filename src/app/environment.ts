import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Operator, operatorOf } from "./operator.ts";

/** What the server is told by its environment. */
export interface Environment {
  readonly appId: number;
  readonly privateKey: string;
  readonly secret: string;
  /** API's address; undefined for github.com. */
  readonly apiUrl: string | undefined;
  /** From where repositories are cloned. */
  readonly gitUrl: string;
  readonly host: string;
  readonly port: number;
  readonly webhookPath: string;
  readonly dataDir: string;
  /** A Postgres; undefined for the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly logLevel: LogLevel;
  /** Where the operator wants to be told of what nobody answered, by name. */
  readonly channels?: Operator["channels"];
  readonly registries?: Operator["registries"];
}
type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal";

/** The environment does not say what it must, in words for whoever runs the App. */
export class EnvironmentError extends Error {}

const levels: readonly LogLevel[] = ["trace", "debug", "info", "warn", "error", "fatal"];

/** @throws EnvironmentError naming every variable that is missing or wrong */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const faults: string[] = [];
  const appId = Number(env.APP_ID);
  if (!Number.isSafeInteger(appId) || appId <= 0) faults.push("APP_ID: the number of the GitHub App");
  const privateKey = keyOf(env, faults);
  const secret = env.WEBHOOK_SECRET ?? "";
  if (secret.length < 32)
    faults.push("WEBHOOK_SECRET: the App's webhook secret, at least 32 characters (as `openssl rand -hex 32` prints)");
  const port = Number(env.PORT ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) faults.push("PORT: a number from 0 to 65535");
  const logLevel = levels.find((level) => level === (env.LOG_LEVEL ?? "info"));
  if (logLevel === undefined) faults.push(`LOG_LEVEL: one of ${levels.join(", ")}`);
  const server = env.GHE_HOST === undefined ? undefined : `${env.GHE_PROTOCOL ?? "https"}://${env.GHE_HOST}`;
  const apiUrl = env.GITHUB_API_URL ?? (server === undefined ? undefined : `${server}/api/v3`);
  const gitUrl = env.GITHUB_SERVER_URL ?? server ?? "https://github.com";
  for (const [name, url] of Object.entries({ GITHUB_API_URL: apiUrl, GITHUB_SERVER_URL: gitUrl }))
    if (url !== undefined && !/^https?:\/\/[^\s@]+$/.test(url)) faults.push(`${name}: an address without credentials`);
  const databaseUrl = env.DATABASE_URL === "" ? undefined : env.DATABASE_URL;
  if (databaseUrl !== undefined && !/^postgres(?:ql)?:\/\/\S+$/.test(databaseUrl))
    faults.push("DATABASE_URL: the address of a Postgres, as postgres://user:password@host:5432/name");
  const { channels, registries } = operatorOf(env, faults);
  if (faults.length > 0)
    throw new EnvironmentError(`cannot start; set\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  return {
    appId,
    privateKey,
    secret,
    apiUrl: apiUrl?.replace(/\/$/, ""),
    gitUrl: gitUrl.replace(/\/$/, ""),
    host: env.HOST ?? "0.0.0.0",
    port,
    webhookPath: env.WEBHOOK_PATH ?? "/api/github/webhooks",
    dataDir: resolve(env.DATA_DIR ?? "data"),
    databaseUrl,
    logLevel: logLevel ?? "info",
    channels,
    registries,
  };
}

/** The key's text, its text in base64, or the file that holds it. */
function keyOf(env: Readonly<Record<string, string | undefined>>, faults: string[]): string {
  let text = env.PRIVATE_KEY;
  if (text === undefined && env.PRIVATE_KEY_PATH !== undefined)
    try {
      text = readFileSync(env.PRIVATE_KEY_PATH, "utf8");
    } catch {
      faults.push(`PRIVATE_KEY_PATH: ${env.PRIVATE_KEY_PATH} cannot be read`);
      return "";
    }
  const decoded = text?.includes("BEGIN") ? text : Buffer.from(text ?? "", "base64").toString("utf8");
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(decoded))
    faults.push("PRIVATE_KEY or PRIVATE_KEY_PATH: the App's private key (PEM, or the same in base64)");
  return decoded.replaceAll("\\n", "\n");
}
