import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";

/** Identifies a change across pushes: contract id, rule, element and digests of before and after, never the words. */
export function fingerprint(contract: string, rule: string, element: string, before: unknown, after: unknown): string {
  return digest([contract, rule, element, digest(before), digest(after)]).slice(0, 32);
}

/** SHA-256 over canonical JSON: the order of an object's keys does not count. */
export function digest(value: unknown): string {
  return bytesToHex(sha256(canonical(value)));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
}
