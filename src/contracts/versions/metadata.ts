import type { ChangedFile } from "../../model.ts";

/**
 * Apache Iceberg, table metadata files: `v3.metadata.json`, `00003-<uuid>.metadata.json`. Each says the whole table as of then; the one with the
 * highest number is the table, and the others are cleared away in time.
 */
const numbered = /^(.*\/)?(?:v([0-9]{1,15})|([0-9]{1,15})-[^/]*)(?:\.gz)?\.metadata\.json$/i;

interface Numbered {
  readonly folder: string;
  readonly number: number;
}

export function metadataOf(path: string): Numbered | undefined {
  const [, folder = "", version, count] = numbered.exec(path) ?? [];
  const digits = version ?? count;
  return digits === undefined ? undefined : { folder, number: Number(digits) };
}

/** Whether one of the paths is a later state of the same table. */
export function isSuperseded(path: string, others: readonly string[]): boolean {
  const own = metadataOf(path);
  return (
    own !== undefined &&
    others.some((other) => {
      const later = metadataOf(other);
      return later !== undefined && later.folder === own.folder && later.number > own.number;
    })
  );
}

/** Whether git pairs two states of one table. */
export function areStates({ path, was }: ChangedFile): boolean {
  const [from, to] = [was === undefined ? undefined : metadataOf(was), metadataOf(path)];
  return from !== undefined && to !== undefined && from.folder === to.folder && from.number !== to.number;
}
