import type { Draft } from "./dialect.ts";

const known: ReadonlySet<string> = new Set([
  "date-time",
  "date",
  "time",
  "duration",
  "email",
  "idn-email",
  "hostname",
  "idn-hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uri-reference",
  "iri",
  "iri-reference",
  "uri-template",
  "json-pointer",
  "relative-json-pointer",
  "regex",
  "uuid",
]);

/** The format's name where it restricts texts; undefined for a name that says nothing. */
export function assertedFormats(_draft: Draft, name: string): string | undefined {
  return known.has(name) ? name : undefined;
}
