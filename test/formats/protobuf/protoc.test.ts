import { describe, expect, it } from "vitest";
import { decode, type Fields } from "../../../src/formats/protobuf/codec.ts";
import { declare } from "../../../src/formats/protobuf/declare.ts";
import type { Field, Message } from "../../../src/formats/protobuf/model.ts";
import { readProto } from "../../../src/formats/protobuf/parse.ts";
import { protobuf } from "../../../src/formats/protobuf/protobuf.ts";
import { reader, Side } from "../../../src/formats/protobuf/side.ts";
import { slotsOf } from "../../../src/formats/protobuf/slots.ts";
import { validate } from "../../../src/formats/protobuf/validate.ts";
import { wellKnown } from "../../../src/formats/protobuf/well-known.ts";
import { Unreadable } from "../../../src/text/tree.ts";
import { answer, casesOf } from "../cases.ts";
import { decoded, descriptors, refusal } from "./protoc.ts";
import { broken, whole } from "./texts.ts";

const cases = casesOf("protobuf");

function link(files: ReadonlyMap<string, string>) {
  const linked = new Side({ entry: "", part: "", files }).link([...files.keys()], reader());
  for (const file of linked) validate(file);
  return linked;
}

function ours(files: ReadonlyMap<string, string>): string | undefined {
  try {
    link(files);
    return undefined;
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

describe("the parser against the real compiler", () => {
  it.each(Object.entries(broken))("both refuse: %s", (_, { text }) => {
    const files = new Map([["main.proto", text]]);
    expect(refusal(files)).toBeDefined();
    expect(ours(files)).toBeDefined();
  });

  it.each(Object.entries(whole))("both take: %s", (_, text) => {
    const files = new Map([["main.proto", text]]);
    expect(refusal(files)).toBeUndefined();
    expect(ours(files)).toBeUndefined();
  });

  it("reads the same descriptors out of every case and whole text", () => {
    const sources = [...cases.flatMap(({ base, head }) => [base.files, head.files])];
    for (const text of Object.values(whole)) sources.push(new Map([["main.proto", text]]));
    for (const files of sources) {
      const linked = link(files);
      // a case about options that are imported from elsewhere: the compiler wants the file
      if (linked.some((file) => file.missing.length > 0)) continue;
      expect(described(linked.flatMap((file) => file.messages))).toEqual(theirs(files));
    }
  }, 120_000);

  it("knows the well-known types as the compiler does", () => {
    for (const path of wellKnown.keys()) {
      const files = new Map([["main.proto", `syntax = "proto3"; import "${path}"; message M {}`]]);
      expect([path, refusal(files)]).toEqual([path, undefined]);
      expect([path, ours(files)]).toEqual([path, undefined]);
    }
  });
});

describe("every witness of the cases, decoded by the real implementation", () => {
  // the compiler's own text keeps a map's entries as a list, doubles and all
  it.each(cases.filter((one) => !one.name.endsWith("map-to-entries")))("$name", async (one) => {
    const { changes } = await answer(protobuf, one);
    for (const change of changes)
      for (const [direction, found] of Object.entries(change.witnesses)) {
        const { message, readAs, bytes, read } = found as Found;
        // names and defaults do not show in the compiler's text of bytes
        if (message.includes(" ") || message.startsWith("google.") || bytes === "" || lacksMessage(read)) continue;
        const [writer, reads] = direction === "backward" ? [one.base, one.head] : [one.head, one.base];
        const wrote = decoded(writer.files, message, bytes);
        if (change.rule !== "protobuf/reserved-number-used") expect(wrote).toBeDefined();
        const got = decoded(reads.files, readAs ?? message, bytes);
        if (read.refused === undefined && change.rule !== "protobuf/presence-lost")
          expect([change.rule, got]).not.toEqual([change.rule, wrote]);
        if (read.refused !== undefined) expect([change.rule, got]).toEqual([change.rule, undefined]);
      }
  });
});

interface Found {
  readonly message: string;
  readonly readAs?: string;
  readonly bytes: string;
  readonly read: { readonly refused?: string };
}

function lacksMessage(read: { readonly refused?: string }): boolean {
  return read.refused?.includes("has no message") ?? false;
}

/** Messages as lines: name, then every field with what bytes and JSON need. */
function described(messages: readonly Message[]): readonly string[] {
  return messages.map((message) => `${message.fullName}: ${message.fields.map(fieldLine).join("; ")}`).sort();
}

function fieldLine(field: Field): string {
  const label =
    field.presence === "repeated" ? 3 : field.presence === "required" && field.node.label === "required" ? 2 : 1;
  return `${field.name} ${field.number} ${label} ${field.jsonName} ${typeOf(field)} ${field.oneof ?? ""}`;
}

const scalarNumbers: Readonly<Record<string, number>> = {
  double: 1,
  float: 2,
  int64: 3,
  uint64: 4,
  int32: 5,
  fixed64: 6,
  fixed32: 7,
  bool: 8,
  string: 9,
  bytes: 12,
  uint32: 13,
  sfixed32: 15,
  sfixed64: 16,
  sint32: 17,
  sint64: 18,
};

function typeOf({ type, node }: Field): string {
  if (type.kind === "scalar") return String(scalarNumbers[type.scalar]);
  if (type.kind === "enum") return `14 .${type.enum.fullName}`;
  if (type.kind === "map") return "11 map";
  return `${node.group === undefined ? 11 : 10} .${type.message.fullName}`;
}

/** The same lines out of the compiler's descriptors, read with our own codec. */
function theirs(files: ReadonlyMap<string, string>): readonly string[] {
  const path = "google/protobuf/descriptor.proto";
  const own = declare(readProto(path, wellKnown.get(path) ?? ""));
  own.visible = [own];
  const set = own.messages.find((message) => message.name === "FileDescriptorSet") as Message;
  const lines: string[] = [];
  const list = (fields: Fields, number: number) => (fields.get(number) ?? []) as readonly Fields[];
  const walk = (message: Fields, scope: string): void => {
    if ((message.get(7) as Fields | undefined)?.get(7) === 1n) return;
    const name = `${scope}${message.get(1)}`;
    const nested = list(message, 3);
    const maps = new Set(
      nested.filter((one) => (one.get(7) as Fields | undefined)?.get(7) === 1n).map((one) => `.${name}.${one.get(1)}`),
    );
    const oneofs = list(message, 8);
    const fields = list(message, 2).map((field) => {
      const typeName = String(field.get(6) ?? "");
      const type = maps.has(typeName) ? "11 map" : `${field.get(5)}${typeName === "" ? "" : ` ${typeName}`}`;
      const oneof = field.get(9) === undefined || field.get(17) === 1n ? "" : oneofs[Number(field.get(9))]?.get(1);
      return `${field.get(1)} ${field.get(3)} ${field.get(4)} ${field.get(10)} ${type} ${oneof}`;
    });
    lines.push(`${name}: ${fields.join("; ")}`);
    for (const one of nested) walk(one, `${name}.`);
  };
  for (const file of list(decode(slotsOf(set), descriptors(files)), 1)) {
    const scope = file.get(2) === undefined ? "" : `${file.get(2)}.`;
    for (const message of list(file, 4)) walk(message, scope);
  }
  return lines.sort();
}
