import { type Detector, replaced } from "../signal.ts";
import { finder } from "../terms.ts";

const sources = finder({
  "the time of the event":
    "event time|event timestamp|event date|client time|client timestamp|client clock|device time|device timestamp|device clock|occurred|when it happened|happened|client side",
  "the time of processing":
    "server time|server timestamp|server clock|ingest time|ingestion time|ingestion timestamp|ingestion date|ingested|processing time|processing timestamp|processing date|load time|arrival time|wall clock time|server side|was received|is received|are received",
});
const stages = finder({
  creation: "created|creation|creation date|creation time|inserted|insertion|registered|placed|first seen|opened",
  "last change": "updated|last updated|last update|modified|last modified|changed last|last changed",
  completion: "completed|finished|closed|shipped|settled|delivered",
});

/** Whose clock a time is from, and what moment it is of. The moment counts only where it is another one. */
export const clock: Detector = ({ kind, before, after }) => {
  if (kind !== "text") return [];
  const moments = replaced("calculation", stages(before.tokens), stages(after.tokens));
  return [
    ...replaced("calculation", sources(before.tokens), sources(after.tokens)),
    ...(isTime(before.tokens) && isTime(after.tokens) ? moments.filter(({ strength }) => strength === "strong") : []),
  ];
};

function isTime(tokens: readonly string[]): boolean {
  return tokens.some((word) => times.has(word));
}
const times = new Set(["time", "timestamp", "date", "datetime", "when", "moment", "instant", "day"]);
