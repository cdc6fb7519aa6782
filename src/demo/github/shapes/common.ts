/** A JSON object as GitHub sends it. */
export type Json = Record<string, unknown>;

/** GitHub's opaque global id. */
export const nodeId = (kind: string, id: number) => Buffer.from(`${kind}:${id}`).toString("base64url");

/** ISO 8601 to the second, UTC. */
export const time = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;

export const optionalTime = (date: Date | undefined) => (date === undefined ? null : time(date));

/** Path segments of a reference or file, each encoded, slashes kept. */
export const encodePath = (path: string) => path.split("/").map(encodeURIComponent).join("/");
