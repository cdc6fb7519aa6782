import { Unreadable } from "../../../text/tree.ts";
import type { Document } from "../document.ts";

/** @throws Unreadable */
export function readIdl(path: string, _text: string): Document {
  throw new Unreadable("Avro IDL is not read yet", { path });
}
