import type { Source } from "../../formats/format.ts";
import type { Change } from "../../model.ts";
import { deprecation } from "../edits.ts";
import { keptBecause } from "../kept.ts";
import { remedyOf } from "../remedies.ts";
import { embedded } from "./embedded.ts";
import { additionsToProto, typesIn } from "./proto.ts";
import { marksOnProto } from "./proto-marks.ts";
import { changesToSql } from "./sql.ts";
import { type About, type Changes, changesToTree, type Wanted } from "./tree.ts";

interface Expanding {
  readonly format: string;
  readonly base: Source;
  readonly head: Source;
  readonly changes: readonly Pick<Change, "rule" | "element" | "basis" | "breaks">[];
  /** From when on what goes may be gone. */
  readonly day?: string | undefined;
}

/** What can be put behind what base has, and said of what goes, by files that stand on both sides. */
export function changesOf({ format, base, head, changes, day }: Expanding): Changes {
  const going = changes.filter(goes);
  const changed = changes.filter((change) => !going.includes(change) || remedyOf(change) === "deprecate");
  const wanted: Wanted = {
    goes: among(going),
    beside: among(changed),
    looser: among(changed.filter(({ breaks }) => breaks.includes("forward"))),
    words: (by) => deprecation(day, by),
    day,
  };
  const taken: ReadonlySet<string> = format === "protobuf" ? typesIn([...base.files.values()]) : new Set();
  const all = [...base.files].flatMap(([path, text]): readonly Changes[] => {
    const other = head.files.get(path) ?? (path === base.entry ? head.files.get(head.entry) : undefined);
    if (other === text) return [];
    if (format === "sql") return [changesToSql(path, text, other ?? text, wanted, base.part)];
    return [inFile(format, path, text, other ?? text, wanted, taken)].flatMap((one) => one ?? []);
  });
  return { additions: all.flatMap((one) => one.additions), marks: all.flatMap((one) => one.marks) };
}

/** Whether a change takes something away that can be announced instead. */
export function goes(change: Expanding["changes"][number]): boolean {
  const remedy = remedyOf(change);
  return (remedy === "keep-beside" || remedy === "deprecate") && keptBecause[change.rule] === undefined;
}

function inFile(
  format: string,
  path: string,
  text: string,
  other: string,
  wanted: Wanted,
  taken: ReadonlySet<string>,
): Changes | undefined {
  if (format === "protobuf") {
    const additions = additionsToProto(path, text, other, wanted.beside, taken);
    return { additions, marks: marksOnProto(path, text, wanted, additions) };
  }
  if (format === "schema-registry")
    return embedded(path, text, other, (inner, from, to) => inFile(inner, path, from, to, wanted, taken));
  return changesToTree(format, path, text, other, wanted);
}

/** By an element's name, or the end of it where it is told within a part of its file. */
function among(changes: Expanding["changes"]): About {
  const elements = changes.filter(({ rule }) => keptBecause[rule] === undefined).map(({ element }) => bare(element));
  return (element) =>
    elements.some(
      (one) => one === element || (element !== "" && (one.endsWith(`.${element}`) || one.endsWith(`/${element}`))),
    );
}

/** Without the marks of lists and maps, as in `lines[].sku`. */
function bare(element: string): string {
  return element.replaceAll(/\[\]|\{\}/g, "");
}
