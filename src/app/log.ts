import { type Logger, pino } from "pino";
import type { Environment } from "./environment.ts";

/** Tokens of GitHub's by their prefix, whatever their length, and the App's own signed ones. */
const tokens = /\bgh[a-z]_[A-Za-z0-9_.-]+|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g;
/** Credentials in an address, and in a header. */
const inAddress = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"\\]+@/gi;
const inHeader = /\b(bearer|basic|token)\s+[A-Za-z0-9+/=_.-]{12,}/gi;

/** A text without credentials: those of known form, and exactly these. */
export function redacted(text: string, known: readonly string[]): string {
  let clean = text.replace(tokens, "[redacted]").replace(inAddress, "$1[redacted]@").replace(inHeader, "$1 [redacted]");
  for (const secret of known) if (secret !== "") clean = clean.replaceAll(secret, "[redacted]");
  return clean;
}

/** The values of an environment that must never be seen, also as they look inside JSON. */
function secretsOf({ secret, privateKey, databaseUrl }: Environment): readonly string[] {
  const password = databaseUrl === undefined ? undefined : URL.parse(databaseUrl)?.password;
  const plain = [secret, privateKey, privateKey.trim(), password ?? "", decodeURIComponent(password ?? "")];
  const lines = privateKey.split("\n").filter((line) => line.length > 32);
  return [...new Set([...plain, ...plain.map((one) => JSON.stringify(one).slice(1, -1)), ...lines])].filter(
    (one) => one.length >= 4,
  );
}

/** One line of JSON an event, each without secrets, whoever wrote it. */
export function makeLog(
  environment: Environment,
  write: (line: string) => void = (line) => process.stdout.write(line),
): Logger {
  const known = secretsOf(environment);
  return pino(
    { name: "contract-review", level: environment.logLevel },
    { write: (line: string) => write(redacted(line, known)) },
  );
}
