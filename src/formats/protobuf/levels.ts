/** What a reader decodes: bytes; bytes and JSON; or through generated code as well. Each level holds all before it. */
export const levels = ["wire", "wire-json", "source"] as const;
export type Level = (typeof levels)[number];
