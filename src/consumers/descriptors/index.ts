import type { Descriptor } from "./descriptor.ts";

/** Every kind of descriptor. To add one: a file beside this and a line here. */
export const descriptors: readonly Descriptor[] = [];
