import type { Flow } from "../../model.ts";
import { ownReference } from "../../text/excerpt.ts";
import { get, itemsOf, type Tree, textOf, textsOf, Unreadable } from "../../text/tree.ts";
import type { CarrierDefinition, Parcel } from "../carrier.ts";
import { perTree } from "../per-tree.ts";
import { readDocument, referencesIn, type Spot, settled } from "./documents.ts";
import { languageOf, modeFor, open } from "./payload.ts";

/** AsyncAPI 2 and 3: each message of a channel is a contract, and so is the key that its Kafka binding gives. */
export const asyncapi: CarrierDefinition = {
  name: "asyncapi",
  globs: ["**/*.{json,yaml,yml}"],
  claims: (_path, text) => /^(?:asyncapi|[ \t]*(?:\{[ \t]*)?"asyncapi"|'asyncapi')[ \t]*:/m.test(text),
  references: (path, text, tree) => referencesIn(path, text, setOf(tree)),
  unwrap(path, text, files) {
    const document = readDocument(path, text);
    const version = textOf(get(document, "asyncapi"));
    if (version === undefined) return [];
    const root: Spot = { path, keys: [], tree: document };
    const messages = version.startsWith("2.")
      ? messagesOf2(root, files)
      : version.startsWith("3.")
        ? messagesOf3(root, files)
        : undefined;
    if (messages === undefined) {
      const { line, column } = get(document, "asyncapi") ?? document;
      throw new Unreadable(`AsyncAPI ${version} is not known; known are 2.x and 3.x`, { path, line, column });
    }
    return messages.flatMap((message) => parcelsOf(message, files));
  },
};

const setOf = perTree((tree) => new Set(tree));

/** One message of one channel. */
interface Message {
  readonly channel: string;
  readonly name: string;
  readonly flow: Flow | undefined;
  readonly spot: Spot;
}

/** A member of a place. */
function at(spot: Spot, ...keys: readonly string[]): Spot | undefined {
  let here: Spot | undefined = spot;
  for (const key of keys) {
    const tree: Tree | undefined = here?.tree.kind === "array" ? here.tree.items[Number(key)] : get(here?.tree, key);
    here = here === undefined || tree === undefined ? undefined : { path: here.path, keys: [...here.keys, key], tree };
  }
  return here;
}

function keysIn(spot: Spot | undefined): readonly string[] {
  if (spot?.tree.kind === "array") return spot.tree.items.map((_, index) => String(index));
  return spot?.tree.kind === "object" ? [...spot.tree.members.keys()] : [];
}

/** `subscribe` says what the application sends, `publish` what it receives. (AsyncAPI 2.6, Channel Item Object) */
function messagesOf2(root: Spot, files: ReadonlyMap<string, string>): readonly Message[] {
  const channels = at(root, "channels");
  return keysIn(channels).flatMap((channel) => {
    const item = follow(at(root, "channels", channel), files);
    const found: Message[] = [];
    for (const [operation, flow] of [
      ["subscribe", undefined],
      ["publish", "received"],
    ] as const) {
      const message = item && at(item, operation, "message");
      if (message === undefined) continue;
      const several = at(message, "oneOf");
      for (const one of several === undefined ? [message] : keysIn(several).map((key) => at(several, key)))
        if (one !== undefined) found.push({ channel, name: nameOf(one, files) ?? operation, flow, spot: one });
    }
    return merged(found, files);
  });
}

/** The same message both sent and received is one contract; another one of its name is told by its number. */
function merged(messages: readonly Message[], files: ReadonlyMap<string, string>): readonly Message[] {
  const known = new Map<string, Message>();
  const used = new Map<string, number>();
  for (const message of messages) {
    const { name, spot } = message;
    const { path, keys } = follow(spot, files) ?? spot;
    const place = JSON.stringify([name, path, keys]);
    const other = known.get(place);
    const number = (used.get(name) ?? 0) + 1;
    if (other === undefined) {
      used.set(name, number);
      known.set(place, number === 1 ? message : { ...message, name: `${name} ${number}` });
    } else if (other.flow !== message.flow) known.set(place, { ...other, flow: "both" });
  }
  return [...known.values()];
}

function nameOf(message: Spot, files: ReadonlyMap<string, string>): string | undefined {
  const reference = textOf(get(message.tree, "$ref"));
  const { tree } = follow(message, files) ?? message;
  const own = textOf(get(tree, "messageId")) ?? textOf(get(tree, "name"));
  const last = reference?.split("/").at(-1)?.split("#").at(-1);
  return own ?? (last === "" ? undefined : last);
}

/** Operations say who sends what; a channel without any says nothing, so either side may do either. */
function messagesOf3(root: Spot, files: ReadonlyMap<string, string>): readonly Message[] {
  const actions = new Map<string, Set<string>>();
  for (const operation of keysIn(at(root, "operations"))) {
    const item = follow(at(root, "operations", operation), files);
    const action = textOf(get(item?.tree, "action")) ?? "";
    const channel = lastKey(get(get(item?.tree, "channel"), "$ref"), "channels");
    const named = itemsOf(get(item?.tree, "messages")).map((one) => lastKey(get(one, "$ref"), "messages") ?? "");
    for (const message of named.length === 0 ? ["*"] : named) {
      const key = JSON.stringify([channel, message]);
      actions.set(key, (actions.get(key) ?? new Set()).add(action));
    }
  }
  return keysIn(at(root, "channels")).flatMap((key) => {
    const channel = follow(at(root, "channels", key), files);
    if (channel === undefined) return [];
    const address = textOf(get(channel.tree, "address")) ?? key;
    const messages = at(channel, "messages");
    return keysIn(messages).flatMap((name): readonly Message[] => {
      const spot = messages && at(messages, name);
      const said = [name, "*"].flatMap((one) => [...(actions.get(JSON.stringify([key, one])) ?? [])]);
      const [sent, received] = [said.includes("send"), said.includes("receive")];
      const flow = sent === received ? "both" : received ? "received" : undefined;
      return spot === undefined ? [] : [{ channel: address, name, flow, spot }];
    });
  });
}

/** `placed` for `#/channels/orders/messages/placed`. */
function lastKey(reference: Tree | undefined, within: string): string | undefined {
  const keys = ownReference(textOf(reference) ?? "");
  return keys?.at(-2) === within ? keys.at(-1) : undefined;
}

function follow(spot: Spot | undefined, files: ReadonlyMap<string, string>): Spot | undefined {
  return spot === undefined ? undefined : settled(spot, files);
}

function parcelsOf({ channel, name, flow, spot }: Message, files: ReadonlyMap<string, string>): readonly Parcel[] {
  const message = follow(spot, files);
  const { line, column } = spot.tree;
  const id = `${channel}/${name}`;
  const shared = { at: { line, column }, version: undefined, ...(flow !== undefined && { flow }) };
  // a message in a file that is not at hand is known to be there, and read when it is compared
  if (message === undefined) {
    const unread = (): never => {
      const { path } = spot;
      throw new Unreadable(`the message ${id} stands where it cannot be read`, { path, line, column });
    };
    return [{ ...shared, part: id, names: [id], also: [channel], open: unread }];
  }
  const payload = at(message, "payload");
  const typed = payload !== undefined && at(payload, "schemaFormat") !== undefined;
  const said = textOf(get(typed ? payload.tree : message.tree, "schemaFormat"));
  const schema = typed ? at(payload, "schema") : payload;
  const key = at(message, "bindings", "kafka", "key");
  const found: Parcel[] = [];
  if (schema !== undefined && !isFile(schema)) {
    const language = languageOf(said);
    found.push({
      ...shared,
      part: id,
      names: [id],
      also: [channel, ...recordNames(schema.tree)],
      mode: modeFor(language, flow),
      open: () => open(schema, language, said ?? "", files, { draft: "07" }),
    });
  }
  if (key !== undefined && !isFile(key)) {
    const language = get(key.tree, "fields") !== undefined ? "avro" : "json-schema";
    found.push({
      ...shared,
      part: `${id}/key`,
      names: [`${id}/key`],
      also: [channel],
      mode: "FULL",
      key: true,
      open: () => open(key, language, "", files, { draft: "07" }),
    });
  }
  return found;
}

/** A whole file is a contract of its own; this document only says where it is used. */
function isFile({ tree }: Spot): boolean {
  const reference = textOf(get(tree, "$ref"));
  return reference !== undefined && !reference.includes("#") && /\.(?:avsc|avpr|avdl|proto)$/i.test(reference);
}

function recordNames(schema: Tree): readonly string[] {
  const [name, space] = [textOf(get(schema, "name")), textsOf(get(schema, "namespace"))[0]];
  if (name === undefined || get(schema, "fields") === undefined) return [];
  return [space === undefined || name.includes(".") ? name : `${space}.${name}`];
}
