import type { Constraint } from "../constraint.ts";
import type { Column } from "../table.ts";
import type { Reading } from "./constraints.ts";
import { takeName } from "./names.ts";
import { type Cursor, textOf } from "./tokens.ts";

/** An enumeration or domain that statements declare: its values where they are listed, else what was said of it. */
export interface UserType {
  readonly name: string;
  readonly values: readonly string[] | undefined;
  readonly said: string;
  /** Whether only what alters it is known. */
  readonly unknown?: boolean;
}

/** Under what a declared type is known among the tables. */
export const typeKey = (name: string) => `type ${name}`;

/** What `CREATE TYPE` or `CREATE DOMAIN` declares, after the word; undefined where there is no name. */
export function declared(cursor: Cursor, { dialect }: Reading): UserType | undefined {
  const name = takeName(cursor, dialect);
  if (name === undefined) return undefined;
  const said = textOf(cursor.rest);
  if (!cursor.skip("AS", "ENUM")) return { name, values: undefined, said };
  const values = cursor.brackets()?.filter(({ kind }) => kind === "string");
  return { name, values: values?.map(({ text }) => text), said };
}

/** What `ALTER TYPE name` or `ALTER DOMAIN name` makes of it: a value more, or a type no longer known by its values. */
export function redeclared(type: UserType, cursor: Cursor): UserType {
  if (cursor.skip("OWNER")) return type;
  const said = `${type.said} ${textOf(cursor.rest)}`;
  if (!cursor.skip("ADD", "VALUE")) return { ...type, values: undefined, said };
  cursor.skip("IF", "NOT", "EXISTS");
  const value = cursor.take();
  if (type.values === undefined || value?.kind !== "string") return { ...type, values: undefined, said };
  return { ...type, values: type.values.includes(value.text) ? type.values : [...type.values, value.text], said };
}

/** Declared types by the last parts of their names. */
export type UserTypes = ReadonlyMap<string, readonly UserType[]>;

/** The type of that name; where it may be several, and nothing says which, what is said of them all. */
function meantType(written: string, types: UserTypes): UserType | undefined {
  const alike = types.get(lastOf(written)) ?? [];
  const [first, ...more] = alike;
  const plain = written.replaceAll('"', "").toLowerCase();
  const exact = alike.find(({ name }) => name.toLowerCase() === plain);
  if (exact !== undefined || first === undefined || more.length === 0) return exact ?? first;
  return {
    name: lastOf(written),
    values: undefined,
    said: alike.map(({ name, said }) => `${name} ${said}`).join("; "),
  };
}

/** A column with what its declared type promises, nested fields included. */
export function withUserTypes(column: Column, types: UserTypes): Column {
  const fields = column.fields.map((field) => withUserTypes(field, types));
  const known = column.type.kind === "other" ? meantType(column.type.text, types) : undefined;
  if (known === undefined) return { ...column, fields };
  const { values, said, unknown } = known;
  const promise: Constraint =
    values === undefined
      ? { kind: unknown ? "definition" : "rule", name: `type ${known.name}`, value: said, at: column.at }
      : { kind: "enum", name: "enum", values, at: column.at };
  return { ...column, fields, constraints: [...column.constraints, promise] };
}

/** A declared type by the last part of its name, whatever schema it is called by. */
export function lastOf(name: string): string {
  return name.replaceAll('"', "").split(".").at(-1)?.toLowerCase() ?? "";
}
