import { type Detector, replaced } from "../signal.ts";
import { finder } from "../terms.ts";

const ways = finder({
  "marked as deleted":
    "soft delete|soft deletes|soft deleted|soft deletion|is_deleted|deleted_at|deleted flag|flagged as deleted|marked as deleted|logically deleted|logical delete|logical deletes",
  "removed for good":
    "hard delete|hard deletes|hard deleted|hard deletion|physically deleted|physically removed|physical delete|physical deletes|purged|permanently deleted|permanently removed",
  "tombstones written": "tombstone|tombstones",
  "kept for ever": "never deleted|append only|never removed",
});

/** How rows go: marked, removed, or told by a tombstone. */
export const deletes: Detector = ({ kind, before, after }) =>
  kind === "text" ? replaced("delete_behaviour", ways(before.tokens), ways(after.tokens)) : [];
