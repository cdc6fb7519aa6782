import type { Source } from "../../formats/format.ts";
import type { Change } from "../../model.ts";
import type { Addition } from "../edits.ts";
import { remedyOf } from "../remedies.ts";
import { additionsToProto } from "./proto.ts";
import { additionsToSql } from "./sql.ts";
import { additionsToTree, type Beside } from "./tree.ts";

interface Expanding {
  readonly format: string;
  readonly base: Source;
  readonly head: Source;
  readonly changes: readonly Pick<Change, "rule" | "element" | "basis" | "breaks">[];
}

/** What can be put behind what base has, by files that stand on both sides. */
export function additionsOf({ format, base, head, changes }: Expanding): readonly Addition[] {
  const wanted = changes.filter((change) => remedyOf(change) === "add-beside").map(({ element }) => bare(element));
  const beside: Beside = (element) => wanted.some((one) => one === element || one.endsWith(`.${element}`));
  return [...base.files].flatMap(([path, text]): readonly Addition[] => {
    const other = head.files.get(path) ?? (path === base.entry ? head.files.get(head.entry) : undefined);
    if (other === undefined || other === text) return [];
    if (format === "protobuf") return additionsToProto(path, text, other, beside);
    if (format === "sql") return additionsToSql(path, text, other, beside);
    return additionsToTree(format, path, text, other, beside) ?? [];
  });
}

/** Without the marks of lists and maps, as in `lines[].sku`. */
function bare(element: string): string {
  return element.replaceAll(/\[\]|\{\}/g, "");
}
