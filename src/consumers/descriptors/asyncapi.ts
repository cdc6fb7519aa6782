import { ownReference } from "../../text/excerpt.ts";
import { get, type ObjectTree, type Tree, textOf } from "../../text/tree.ts";
import type { DeclaredConsumer, Descriptor } from "./descriptor.ts";
import { contactOf, documentsOf, unpinned } from "./read.ts";

/**
 * AsyncAPI 2 and 3: an application that receives from a channel reads it: `action: receive`, in version 2 `publish`. It says
 * neither which version nor which fields. Its owner is whom `info.contact` names, else CODEOWNERS knows.
 */
export const asyncapi: Descriptor = {
  kind: "asyncapi",
  globs: ["**/*.{yml,yaml}", "**/*asyncapi*.json"],
  claims: (_path, text) => /^(?:asyncapi|[ \t]*(?:\{[ \t]*)?"asyncapi"|'asyncapi')[ \t]*:/m.test(text),
  read: (path, text) =>
    documentsOf(path, text).flatMap((document) => {
      const version = textOf(get(document, "asyncapi")) ?? "";
      const received = version.startsWith("2.") ? receivedBy2(document) : receivedBy3(document);
      return received.map(({ channel, at }) => consumerOf(path, document, version, channel, at));
    }),
};

interface Received {
  readonly channel: string;
  readonly at: Tree;
}

function membersOf(tree: Tree | undefined): readonly (readonly [string, Tree])[] {
  return tree?.kind === "object" ? [...tree.members].map(([key, { value }]) => [key, value] as const) : [];
}

function receivedBy2(document: Tree): readonly Received[] {
  return membersOf(get(document, "channels")).flatMap(([channel, item]) => {
    const publish = get(item, "publish");
    return publish === undefined ? [] : [{ channel, at: publish }];
  });
}

function receivedBy3(document: Tree): readonly Received[] {
  const found = membersOf(get(document, "operations")).flatMap(([, operation]) => {
    if (textOf(get(operation, "action")) !== "receive") return [];
    const key = ownReference(textOf(get(get(operation, "channel"), "$ref")) ?? "")?.at(-1);
    if (key === undefined) return [];
    const channel = get(get(document, "channels"), key);
    return [{ channel: textOf(get(channel, "address")) ?? key, at: operation }];
  });
  return [...new Map(found.map((one) => [one.channel, one])).values()];
}

function consumerOf(path: string, document: ObjectTree, version: string, channel: string, at: Tree): DeclaredConsumer {
  const info = get(document, "info");
  const contact = get(info, "contact");
  const owner = textOf(get(contact, "email")) ?? textOf(get(contact, "name"));
  return {
    ...unpinned,
    name: textOf(get(info, "title"))?.trim() || path,
    contract: channel,
    owners: owner === undefined || owner.trim() === "" ? [] : [owner.trim()],
    ...contactOf(get(contact, "url")),
    kind: `asyncapi/${version}`,
    evidence: { path, line: at.line, column: at.column },
  };
}
