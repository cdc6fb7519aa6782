import type { FileNode, Option, Value } from "./syntax.ts";

/** The features of the editions that decide bytes, JSON or generated code; proto2 and proto3 are two sets of them. */
export interface Features {
  readonly field_presence: "EXPLICIT" | "IMPLICIT" | "LEGACY_REQUIRED";
  readonly enum_type: "OPEN" | "CLOSED";
  readonly repeated_field_encoding: "PACKED" | "EXPANDED";
  readonly utf8_validation: "VERIFY" | "NONE";
  readonly message_encoding: "LENGTH_PREFIXED" | "DELIMITED";
  readonly json_format: "ALLOW" | "LEGACY_BEST_EFFORT";
}

const values: { readonly [F in keyof Features]: readonly Features[F][] } = {
  field_presence: ["EXPLICIT", "IMPLICIT", "LEGACY_REQUIRED"],
  enum_type: ["OPEN", "CLOSED"],
  repeated_field_encoding: ["PACKED", "EXPANDED"],
  utf8_validation: ["VERIFY", "NONE"],
  message_encoding: ["LENGTH_PREFIXED", "DELIMITED"],
  json_format: ["ALLOW", "LEGACY_BEST_EFFORT"],
};

/** What a feature can be set on, besides a whole file. */
export type Target = "file" | "message" | "enum" | "field" | "oneof";

const targets: { readonly [F in keyof Features]: readonly Target[] } = {
  field_presence: ["field"],
  enum_type: ["enum"],
  repeated_field_encoding: ["field"],
  utf8_validation: ["field"],
  message_encoding: ["field"],
  json_format: ["message", "enum"],
};

/** Features that compilers know and bytes do not. */
const others: ReadonlySet<string> = new Set([
  "enforce_naming_style",
  "default_symbol_visibility",
  "enforce_proto_limits",
]);

const edition: Features = {
  field_presence: "EXPLICIT",
  enum_type: "OPEN",
  repeated_field_encoding: "PACKED",
  utf8_validation: "VERIFY",
  message_encoding: "LENGTH_PREFIXED",
  json_format: "ALLOW",
};

/** What holds in a file that says nothing. */
export const defaultFeatures: Readonly<Record<FileNode["syntax"], Features>> = {
  proto2: {
    field_presence: "EXPLICIT",
    enum_type: "CLOSED",
    repeated_field_encoding: "EXPANDED",
    utf8_validation: "NONE",
    message_encoding: "LENGTH_PREFIXED",
    json_format: "LEGACY_BEST_EFFORT",
  },
  proto3: { ...edition, field_presence: "IMPLICIT" },
  "2023": edition,
  "2024": edition,
  "2026": edition,
};

/** Whether a file chooses its features one by one. */
export function isEdition(syntax: FileNode["syntax"]): boolean {
  return syntax !== "proto2" && syntax !== "proto3";
}

/** The features of an element: its own over its parent's. @throws Unreadable for a feature or value that does not exist */
export function featuresOf(file: FileNode, target: Target, options: readonly Option[], parent: Features): Features {
  let features = parent;
  for (const option of options) {
    const [first, name, ...rest] = option.name;
    if (first !== "features") continue;
    if (!isEdition(file.syntax)) file.source.fail(`features are for editions; this file is ${file.syntax}`, option.at);
    if (name === undefined) {
      if (option.value.kind !== "message") file.source.fail("features takes a message", option.value.at);
      for (const member of option.value.members) features = set(file, target, features, member.name, member.value);
    } else if (!name.startsWith("(") && rest.length === 0) features = set(file, target, features, name, option.value);
  }
  return features;
}

function set(file: FileNode, target: Target, features: Features, name: string, value: Value): Features {
  if (others.has(name) || name.startsWith("[")) return features;
  if (!Object.hasOwn(values, name)) return file.source.fail(`there is no feature ${name}`, value.at);
  const known: readonly string[] = values[name as keyof Features];
  if (value.kind !== "name" || !known.includes(value.word))
    return file.source.fail(`the feature ${name} takes ${known.join(" or ")}`, value.at);
  if (target !== "file" && !targets[name as keyof Features].includes(target))
    file.source.fail(`the feature ${name} is not set on a ${target}`, value.at);
  return { ...features, [name]: value.word };
}
