import type { Descriptor } from "../../../src/consumers/descriptors/descriptor.ts";
import { Unreadable } from "../../../src/text/tree.ts";

/** Where and why a descriptor was refused. */
export function refusal(descriptor: Descriptor, text: string): string {
  try {
    return `read: ${JSON.stringify(descriptor.read("a.yml", text))}`;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return `${error.at.line}:${error.at.column} ${error.message}`;
  }
}
