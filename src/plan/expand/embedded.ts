import { isScalar } from "yaml";
import { type Edit, edited } from "../edits.ts";
import { member, readDocument, replaced } from "./document.ts";
import type { Changes } from "./tree.ts";

const formats: Readonly<Record<string, string>> = { AVRO: "avro", JSON: "json-schema", PROTOBUF: "protobuf" };

/** A registration holds its schema as a text within a text: what is put there is put into that text, all at once. */
export function embedded(
  path: string,
  base: string,
  head: string,
  within: (format: string, base: string, head: string) => Changes | undefined,
): Changes | undefined {
  const [document, other] = [readDocument(base), readDocument(head)];
  const [from, to] = [document, other].map((one) => one && member(one.root, "schema"));
  if (document === undefined || !isScalar(from) || !isScalar(to)) return undefined;
  if (typeof from.value !== "string" || typeof to.value !== "string") return undefined;
  const kind = member(document.root, "schemaType");
  const format = formats[isScalar(kind) ? String(kind.value) : "AVRO"];
  const found = format === undefined ? undefined : within(format, from.value, to.value);
  if (found === undefined) return undefined;
  const { additions, marks } = found;
  const edits = [...marks.flatMap((mark) => mark.edits), ...additions.map(({ edit }) => edit)];
  const edit = replaced(from, JSON.stringify(edited(from.value, edits)));
  if (edits.length === 0 || edit === undefined) return undefined;
  const none: Edit = { start: edit.end, end: edit.end, text: "" };
  return {
    additions: additions.map((one, index) => ({ ...one, edit: index === 0 ? edit : none })),
    marks: marks.map((mark, index) => ({
      path,
      element: mark.element,
      edits: additions.length === 0 && index === 0 ? [edit] : [],
    })),
  };
}
