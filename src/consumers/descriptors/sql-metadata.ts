import { get, textsOf } from "../../text/tree.ts";
import type { Descriptor } from "./descriptor.ts";
import { documentsOf } from "./read.ts";

/** `metadata.yaml` beside queries, as in `sql/project/dataset/table/`: its `owners` are theirs. It declares no consumer itself. */
export const sqlMetadata: Descriptor = {
  kind: "sql-metadata",
  globs: ["**/metadata.{yaml,yml}"],
  claims: (path, text) => /(?:^|\/)metadata\.ya?ml$/i.test(path) && /^["']?owners["']?[ \t]*:/m.test(text),
  read: () => [],
  ownerships: (path, text) =>
    documentsOf(path, text).map((document) => ({
      of: `folder ${path.slice(0, Math.max(0, path.lastIndexOf("/")))}`,
      owners: textsOf(get(document, "owners"))
        .map((owner) => owner.trim())
        .filter((owner) => owner !== ""),
    })),
};
