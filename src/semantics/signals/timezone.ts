import { type Detector, replaced } from "../signal.ts";
import { finder } from "../terms.ts";
import type { Tokens } from "../tokens.ts";

/** By case, or `and/or` would be a place. UTC, GMT and Zulu are one zone. */
const iana =
  /(?<![\p{L}\p{N}/])(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|US|Etc)\/[A-Z][A-Za-z_]{1,30}(?:\/[A-Z][A-Za-z_]{1,30})?/gu;
const abbreviated =
  /(?<![\p{L}\p{N}_-])(?:UTC|GMT|CET|CEST|EET|EEST|WET|EST|EDT|PST|PDT|MST|MDT|CST|CDT|IST|JST|BST|AEST|AEDT|SGT|HKT)(?![\p{L}\p{N}_])(?:[+-]\d{1,2}(?::?\d\d)?)?/gu;
const offset = /(?<=\d|\s|\(|^)[+-](?:0\d|1[0-4]):[0-5]\d(?!\d)/g;
const universal = new Set(["UTC", "GMT", "Etc/UTC", "Etc/GMT", "Etc/Zulu", "Etc/Universal", "+00:00", "-00:00"]);

const spoken = finder({
  UTC: "utc|universal time|coordinated universal time|zulu time|zulu",
  "local time":
    "local time|local timezone|local time zone|local timestamp|local date|local clock|local calendar|local hours|in local",
  "Central European Time": "central european time|vienna time|berlin time",
  "Pacific time": "pacific time|pacific standard time",
  "Eastern time": "eastern time|eastern standard time",
  "server's zone": "server timezone|server time zone|server local time|system timezone",
});

/** Time zones in prose, and what a member says that is only about them. */
export const timezone: Detector = ({ kind, before, after }) => {
  if (kind !== "text" && kind !== "time zone") return [];
  return replaced("timezone", zonesOf(before), zonesOf(after));
};

function zonesOf({ text, tokens }: { readonly text: string; readonly tokens: Tokens }): ReadonlySet<string> {
  const read = text.slice(0, 20_000);
  const written = [iana, abbreviated, offset].flatMap((pattern) => [...read.matchAll(pattern)].map(([zone]) => zone));
  return new Set([...written.map((zone) => (universal.has(zone) ? "UTC" : zone)), ...spoken(tokens)]);
}
