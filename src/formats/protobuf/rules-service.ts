import { editions, guide, type ProtobufRule, practice } from "./rule.ts";

/** Of services. */
export const rpcRules = {
  "service-removed": {
    invariant: "A service that clients of base call is still served.",
    breaks: ["forward"],
    level: "wire",
    source: "grpc.io, gRPC over HTTP2: the path of a call is /package.Service/Method",
    advice: "Keep serving it until no client calls it.",
    mirror: { none: "a service that appears breaks nobody" },
  },
  "service-renamed": {
    invariant: "A service keeps its full name.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: "grpc.io, gRPC over HTTP2: the path of a call is /package.Service/Method",
    advice: "Serve it under both names until clients have moved.",
    mirror: "service-renamed",
  },
  "rpc-removed": {
    invariant: "An rpc that clients of base call is still served.",
    breaks: ["forward"],
    level: "wire",
    source: "grpc.io, gRPC over HTTP2: the path of a call is /package.Service/Method",
    advice: "Keep serving it until no client calls it.",
    mirror: { none: "an rpc that appears breaks nobody" },
  },
  "rpc-request-changed": {
    invariant: "A request reads the same on both sides.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: `${guide}, Defining Services; ${practice}, on changing the type of an rpc`,
    advice: "Add an rpc with the new request; change messages by adding fields.",
    mirror: "rpc-request-changed",
  },
  "rpc-response-changed": {
    invariant: "A response reads the same on both sides.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: `${guide}, Defining Services; ${practice}, on changing the type of an rpc`,
    advice: "Add an rpc with the new response; change messages by adding fields.",
    mirror: "rpc-response-changed",
  },
  "rpc-streaming-changed": {
    invariant: "An rpc streams or not as before.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: "grpc.io, Core concepts: the kinds of rpc",
    advice: "Add an rpc of the other kind beside it.",
    mirror: "rpc-streaming-changed",
  },
  "rpc-idempotency-changed": {
    invariant: "An rpc keeps its idempotency level.",
    breaks: ["forward"],
    level: "wire",
    source: "descriptor.proto, MethodOptions.idempotency_level: clients may retry or use GET by it",
    advice: "Leave the level as it is: clients already retry by it.",
    mirror: "rpc-idempotency-changed",
  },
} as const satisfies Record<string, ProtobufRule>;

/** Of files. */
export const fileRules = {
  "package-changed": {
    invariant: "A file keeps its package.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: `${guide}, Packages; Any and rpc paths hold full names`,
    advice: "Keep the package; publish a new version beside the old one (shop.v2 beside shop.v1).",
    mirror: "package-changed",
  },
  "file-removed": {
    invariant: "A file of base stands in head.",
    breaks: ["backward", "forward"],
    level: "source",
    source: `${guide}, Importing Definitions: what imports the file no longer compiles`,
    advice: "Leave a file at the old place that imports the new one publicly.",
    mirror: { none: "a file that appears breaks nobody" },
  },
  "syntax-changed": {
    invariant: "A file keeps its syntax or edition.",
    breaks: [],
    level: "wire",
    source: `${editions}: what a syntax or edition changes is told where it changes`,
    advice: "Check the other changes of this file: presence, enums and strings follow the syntax.",
    mirror: "syntax-changed",
  },
  "file-option-changed": {
    invariant: "Options that shape generated code stay.",
    breaks: ["backward", "forward"],
    level: "source",
    source: `${guide}, Options: packages, names and kinds of generated code`,
    advice: "Leave the option as it is, or change it together with the code that uses it.",
    mirror: "file-option-changed",
  },
} as const satisfies Record<string, ProtobufRule>;
