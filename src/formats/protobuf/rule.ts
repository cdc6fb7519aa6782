import type { Rule } from "../../model.ts";
import type { Level } from "./levels.ts";

export type ProtobufRule = Rule & {
  /** The first level at which a violation breaks: `wire` ones break `wire-json` and `source` too. */
  readonly level: Level;
};

export const guide = "protobuf.dev, Language Guide (proto 3)";
export const guide2 = "protobuf.dev, Language Guide (proto 2)";
export const encoding = "protobuf.dev, Encoding";
export const json = "protobuf.dev, ProtoJSON Format";
export const presence = "protobuf.dev, Application Note: Field Presence";
export const enums = "protobuf.dev, Enum Behavior";
export const editions = "protobuf.dev, Feature Settings for Editions";
export const practice = "protobuf.dev, Proto Best Practices";
