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

/** A column with what its declared type promises, nested fields included. */
export function withUserTypes(column: Column, types: ReadonlyMap<string, UserType>): Column {
  const fields = column.fields.map((field) => withUserTypes(field, types));
  const known = column.type.kind === "other" ? types.get(lastOf(column.type.text)) : undefined;
  if (known === undefined) return { ...column, fields };
  const { values, said } = known;
  const promise: Constraint =
    values === undefined
      ? { kind: "rule", name: `type ${known.name}`, value: said, at: column.at }
      : { kind: "enum", name: "enum", values, at: column.at };
  return { ...column, fields, constraints: [...column.constraints, promise] };
}

/** A declared type by the last part of its name, whatever schema it is called by. */
export function lastOf(name: string): string {
  return name.replaceAll('"', "").split(".").at(-1)?.toLowerCase() ?? "";
}
