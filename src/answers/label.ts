import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";

/** What every label that approves an exception begins with. */
export const labelPrefix = "contract-exception:";

/** GitHub's limit on a label's name. */
const longest = 50;

/**
 * The label that approves exceptions for a contract. A name that does not fit, or that GitHub would take for another one
 * (`others`: the contracts beside it; case does not count in labels), is cut and ends in a digest of the whole.
 */
export function exceptionLabel(contract: string, others: readonly string[] = []): string {
  const plain = `${labelPrefix}${contract}`;
  const twin = others.some((one) => one !== contract && one.toLowerCase() === contract.toLowerCase());
  const clear = /^[\x21-\x7e]+$/.test(contract) && !/,|~[0-9a-f]{8}$/.test(contract);
  if (!twin && clear && plain.length <= longest) return plain;
  const digest = bytesToHex(sha256(contract)).slice(0, 8);
  const room = longest - labelPrefix.length - digest.length - 1;
  return `${labelPrefix}${contract.replace(/[^\x21-\x7e]|,/g, "-").slice(0, room)}~${digest}`;
}
