import { invalid } from "./refusal.ts";

/** A request body, read field by field with GitHub's 422s. */
export type Body = Readonly<Record<string, unknown>>;

const wrongType = (field: string, wanted: string) => invalid(`Invalid request.\n\nFor '${field}', wanted ${wanted}.`);

export function asBody(value: unknown): Body {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Body) : {};
}

export function optionalText(body: Body, field: string, maximum = 1_000_000): string | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw wrongType(field, "a string");
  if (value.length > maximum)
    throw invalid(
      `Invalid request.\n\nOnly ${maximum} characters are allowed; ${value.length} were supplied for '${field}'.`,
    );
  return value;
}

export function text(body: Body, field: string, maximum?: number): string {
  const value = optionalText(body, field, maximum);
  if (value === undefined) throw invalid(`Invalid request.\n\n"${field}" wasn't supplied.`);
  return value;
}

export function optionalInteger(body: Body, field: string): number | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (!Number.isInteger(value)) throw wrongType(field, "an integer");
  return value as number;
}

export function integer(body: Body, field: string): number {
  const value = optionalInteger(body, field);
  if (value === undefined) throw invalid(`Invalid request.\n\n"${field}" wasn't supplied.`);
  return value;
}

export function list(body: Body, field: string, maximum: number): unknown[] {
  const value = body[field] ?? [];
  if (!Array.isArray(value)) throw wrongType(field, "an array");
  if (value.length > maximum)
    throw invalid(
      `Invalid request.\n\nNo more than ${maximum} items are allowed; ${value.length} were supplied for '${field}'.`,
    );
  return value;
}

export function texts(body: Body, field: string, maximum = 10_000): string[] {
  return list(body, field, maximum).map((item) => {
    if (typeof item !== "string") throw wrongType(field, "an array of strings");
    return item;
  });
}

export function oneOf<T extends string>(value: string, field: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined)
    throw invalid(`Invalid request.\n\n${value} is not a member of [${allowed.join(", ")}] for '${field}'.`);
  return found;
}
