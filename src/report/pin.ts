import type { Consumer } from "../model.ts";

/**
 * What is to stand in a descriptor in the place of its pin, ready to paste; undefined where it pins nothing, or where nobody knows
 * the version to which it is to go.
 */
export function movedPin({ kind, version }: Consumer, to: string | undefined): string | undefined {
  if (version === undefined || to === undefined || !/^[\w.+-]+$/.test(to)) return undefined;
  if (kind.startsWith("cordata.tech/")) return /^\d+$/.test(to) ? `schema_version: ${to}` : undefined;
  if (kind === "contract-consumer/v1" || kind.startsWith("odps/")) return `version: ${to}`;
  if (kind === "dbt ref") return /^\d+$/.test(to) ? `v=${to}` : `v='${to}'`;
  return undefined;
}
