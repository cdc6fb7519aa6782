import type { ProtobufRule } from "./rule.ts";
import { enumRules } from "./rules-enum.ts";
import { fieldRules } from "./rules-field.ts";
import { messageRules } from "./rules-message.ts";
import { oneofRules, presenceRules } from "./rules-presence.ts";
import { fileRules, rpcRules } from "./rules-service.ts";

/** Every rule of Protobuf. */
export const rules = {
  ...messageRules,
  ...fieldRules,
  ...presenceRules,
  ...oneofRules,
  ...enumRules,
  ...rpcRules,
  ...fileRules,
} as const satisfies Record<string, ProtobufRule>;
