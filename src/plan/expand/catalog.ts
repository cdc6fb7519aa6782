import { isMap, isSeq, type Node } from "yaml";
import type { Source } from "../../formats/format.ts";
import { edited, indentAt } from "../edits.ts";
import { flow, json, plainOf } from "../value.ts";
import { type Document, member, readDocument } from "./document.ts";

/**
 * Where base is one of the versions that a catalog lists, the history is not edited: base's columns stand in head's file. Undefined
 * where base is a file of its own.
 */
export function standingAlone(request: {
  readonly format: string;
  readonly base: Source;
  readonly head: Source;
}): Source | undefined {
  const { format, base, head } = request;
  if (format !== "table") return undefined;
  const [from, to] = [readDocument(base.files.get(base.entry) ?? ""), readDocument(head.files.get(head.entry) ?? "")];
  if (from === undefined || to === undefined || !isSeq(from.root)) return undefined;
  const columns = member(entryOf(from.root, base.part), "columns");
  const target = isSeq(to.root) ? entryOf(to.root, head.part) : to.root;
  const place = member(target, "columns");
  const first = isSeq(place) ? (place.items[0] as Node | undefined) : undefined;
  if (!isSeq(columns) || !isSeq(place) || !place.range || !first?.range) return undefined;
  const text = edited(to.text, [
    { start: place.range[0], end: endOf(to, place), text: listed(to, place, columns.items) },
  ]);
  return { ...head, files: new Map([...head.files, [head.entry, text]]) };
}

function entryOf(root: Node, part: string): Node | undefined {
  if (!isSeq(root)) return undefined;
  return (root.items as Node[]).find((item) => {
    const [table, database, version] = ["table", "database", "version"].map((key) => written(member(item, key)));
    const name = database === undefined || table?.startsWith(`${database}.`) ? table : `${database}.${table}`;
    return `${name}@${version}` === part;
  });
}

function written(node: Node | undefined): string | undefined {
  const { value, source } = (node ?? {}) as { value?: unknown; source?: string };
  return value === undefined || value === null ? undefined : (source ?? String(value));
}

/** Each column on a line of its own, as head's file is written. */
function listed({ text, isJson }: Document, place: Node, columns: readonly unknown[]): string {
  const shown = columns.map((column) => (isJson ? json : flow)(plainOf(column as Node)));
  const indent = " ".repeat((place.range?.[0] ?? 0) - text.lastIndexOf("\n", (place.range?.[0] ?? 0) - 1) - 1);
  if (!(place as { flow?: boolean }).flow) return shown.map((one) => `- ${one}`).join(`\n${indent}`);
  const outer = indentAt(text, place.range?.[0] ?? 0);
  return `[\n${shown.map((one) => `${outer}  ${one}`).join(",\n")}\n${outer}]`;
}

/** Where the last written character of a list stands. */
function endOf({ text }: Document, place: Node): number {
  const end = place.range?.[1] ?? 0;
  return isMap(place) || (place as { flow?: boolean }).flow ? end : text.slice(0, end).trimEnd().length;
}
