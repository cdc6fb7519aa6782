import type { Location, Options, Wording } from "../../model.ts";
import type { Emit, Source } from "../format.ts";
import { pair } from "../pair.ts";
import { encode } from "./codec.ts";
import type { Context } from "./context.ts";
import { extensionKey, shapeOf } from "./context.ts";
import { diffEnum, noticeZero } from "./diff-enum.ts";
import { described, diffField, directionsOf, misreadings } from "./diff-field.ts";
import { diffFile } from "./diff-file.ts";
import { diffMessage, reportReuse } from "./diff-message.ts";
import { diffService } from "./diff-service.ts";
import type { Declaration, EnumType, Field, Message, ProtoFile, Service } from "./model.ts";
import { type Kept, type Pairing, pairDeclarations } from "./pairing.ts";
import { wordingsIn } from "./prose.ts";
import { readPair, type Sides } from "./read.ts";
import { sample } from "./reading.ts";
import { locate, type Report, reporter } from "./report.ts";
import type { rules } from "./rules.ts";
import { slotOf } from "./slots.ts";
import { hex, shown } from "./witness.ts";

/** Compares the two sides of a contract. @throws Unreadable where either side is not Protobuf */
export function diff(base: Source, head: Source, emit: Emit<typeof rules>, options: Options): void {
  const { sides, pairing } = paired(base, head);
  const context = contextOf(sides, pairing, reporter(emit, options));
  for (const { base: from, head: to } of filesOf(sides)) diffFile(context, from, to);
  if (!sides.single)
    for (const file of sides.base.roots) if (!sides.headPaths.has(file.path)) reportFileRemoved(context, file);
  for (const one of pairing.removed) reportRemoved(context, one);
  for (const one of [...pairing.messages, ...pairing.enums, ...pairing.services]) reportMoved(context, one);
  for (const { base: from, head: to } of pairing.messages) diffMessage(context, from, to);
  for (const { base: from, head: to } of pairing.enums) diffEnum(context, from, to);
  for (const { base: from, head: to } of pairing.services) diffService(context, from, to);
  for (const one of pairing.added) if (one.kind === "enum") noticeZero(context, one);
  diffExtensions(context, sides);
}

/** Where comments differ. */
export function wordings(base: Source, head: Source): readonly Wording[] {
  const { sides, pairing } = paired(base, head);
  return wordingsIn(
    contextOf(sides, pairing, () => undefined),
    pairing.services,
  );
}

interface Paired {
  readonly sides: Sides;
  readonly pairing: Pairing;
}

/** What `diff` read, for `wordings` not to read it again; kept as long as the texts are. */
const read = new WeakMap<Source, WeakMap<Source, Paired>>();

function paired(base: Source, head: Source): Paired {
  const heads = read.get(base) ?? new WeakMap<Source, Paired>();
  read.set(base, heads);
  const known = heads.get(head);
  if (known !== undefined) return known;
  const sides = readPair(base, head);
  const made = { sides, pairing: pairDeclarations(sides) };
  heads.set(head, made);
  return made;
}

function filesOf({ base, head, single }: Sides) {
  const [from] = base.roots;
  const [to] = head.roots;
  if (single && from !== undefined && to !== undefined) return [{ base: from, head: to }];
  return pair(base.roots, head.roots, (file) => file.path).kept;
}

function contextOf(sides: Sides, pairing: Pairing, report: Report): Context {
  const heads = new Map(sides.head.reachable.map((file) => [file.path, file]));
  const only = sides.single ? sides.base.roots[0] : undefined;
  let users: Map<EnumType | Message, Field[]> | undefined;
  const plain = ({ relative, fullName, file }: Pick<Declaration, "relative" | "fullName" | "file">) =>
    sides.packages.has(file.package) ? relative : fullName;
  const element = (one: Declaration): string => {
    const extendee = one.kind === "field" ? one.extendee : undefined;
    return extendee === undefined ? plain(one) : `${plain(extendee)}.(${one.fullName})`;
  };
  return {
    ...pairing,
    report,
    element,
    extensionsOfBase: extensionsByNumber(sides.base.roots),
    headFile: (file) => (file === only ? sides.head.roots[0] : heads.get(file.path)),
    get users() {
      users ??= usersOf(sides.base.reachable);
      return users;
    },
  };
}

function usersOf(files: readonly ProtoFile[]): Map<EnumType | Message, Field[]> {
  const users = new Map<EnumType | Message, Field[]>();
  for (const file of files)
    for (const message of file.messages)
      for (const field of message.fields) {
        const { type } = field;
        const used = type.kind === "enum" ? type.enum : type.kind === "message" ? type.message : undefined;
        if (used === undefined) continue;
        const known = users.get(used);
        if (known === undefined) users.set(used, [field]);
        else known.push(field);
      }
  return users;
}

/** In head: where the parent stands, or the file; in base where the file is gone. */
function nearest(context: Context, one: Message | EnumType | Service): Location {
  const parent = one.kind === "service" || one.parent === undefined ? undefined : context.counterpart.get(one.parent);
  if (parent !== undefined) return locate(parent.file, parent.node.at);
  const file = context.headFile(one.file);
  return file === undefined ? locate(one.file, one.node.at) : locate(file, file.node.packageAt);
}

function reportRemoved(context: Context, one: Message | EnumType | Service): void {
  const location = nearest(context, one);
  const facts = { element: context.element(one), before: one.fullName, after: null, location };
  if (one.kind === "message") {
    // one that went with its parent is told by its parent
    if (one.parent !== undefined && context.removed.includes(one.parent)) return;
    const message = `the message ${one.relative} was removed: nothing reads its data and nobody writes it any more`;
    context.report("message-removed", {
      ...facts,
      message,
      witnesses: { backward: orphan(one), forward: orphan(one) },
    });
  } else if (one.kind === "enum")
    context.report("enum-removed", { ...facts, message: `the enum ${one.relative} was removed` });
  else
    context.report("service-removed", {
      ...facts,
      message: `the service ${one.relative} was removed: calls of clients of base fail`,
    });
}

function reportFileRemoved(context: Context, file: ProtoFile): void {
  context.report("file-removed", {
    element: "",
    before: file.path,
    after: null,
    message: `the file ${file.path} was removed: what imports it no longer compiles`,
    location: locate(file, file.node.packageAt),
  });
}

/** Bytes of a message that only one side knows. */
function orphan(message: Message) {
  const fields = new Map(
    [...shapeOf(message).slots.values()].slice(0, 1).map((slot) => [slot.number, sample(slot, 0)] as const),
  );
  const listed = new Map(
    [...fields].map(([number, value]) => [
      number,
      message.byNumber.get(number)?.presence === "repeated" ? [value] : value,
    ]),
  );
  const { slots, name } = shapeOf(message);
  return {
    message: name,
    bytes: hex(encode(slots, listed)),
    written: shown(slots, listed),
    read: { refused: `head has no message ${name}` },
  };
}

function reportMoved(context: Context, { base, head, renamed }: Kept<Message | EnumType | Service>): void {
  const location = locate(head.file, head.node.at);
  if (renamed) {
    const parents =
      base.kind !== "service" &&
      base.parent !== undefined &&
      context.messages.some((one) => one.base === base.parent && one.renamed);
    if (!parents)
      context.report(`${base.kind}-renamed`, {
        element: context.element(base),
        before: base.fullName,
        after: head.fullName,
        message: `the ${base.kind} ${base.fullName} is now called ${head.fullName}`,
        location,
      });
  } else if (head.file !== context.headFile(base.file) && base.kind !== "service" && base.parent === undefined)
    context.report("type-moved", {
      element: context.element(base),
      before: base.file.path,
      after: head.file.path,
      message: `${head.relative} moved from ${base.file.path} to ${head.file.path}`,
      location,
    });
}

/** Fields that files add to messages from outside, by the message and the number. */
function diffExtensions(context: Context, sides: Sides): void {
  const fields = pair(
    [...context.extensionsOfBase.values()],
    [...extensionsByNumber(sides.head.roots).values()],
    extensionKey,
  );
  for (const kept of fields.kept) diffField(context, kept);
  for (const field of fields.removed) {
    const file = context.headFile(field.file);
    context.report("field-removed", {
      element: context.element(field),
      before: described(field),
      after: null,
      message: `the extension ${field.fullName} (${field.number}) of ${field.extendee?.fullName} was removed: its readers find nothing in new data`,
      location: file === undefined ? locate(field.file, field.node.at) : locate(file, file.node.packageAt),
      ...(isOption(field) ? { level: "source" } : {}),
    });
  }
  for (const field of fields.added) {
    const message = field.extendee === undefined ? undefined : context.counterpart.get(field.extendee);
    const was = message?.kind === "message" ? message.byNumber.get(field.number) : undefined;
    const wrong = was === undefined ? {} : misreadings(context, slotOf(was), slotOf(field));
    if (was !== undefined && directionsOf(wrong).length > 0) reportReuse(context, was, field);
    context.report("field-added", {
      element: context.element(field),
      before: null,
      after: described(field),
      message: `the extension ${field.fullName} (${field.number}) of ${field.extendee?.fullName} was added`,
      location: locate(field.file, field.node.at),
    });
  }
}

function extensionsByNumber(files: readonly ProtoFile[]): ReadonlyMap<string, Field> {
  return new Map(files.flatMap((file) => file.extensions).map((field) => [extensionKey(field), field]));
}

/** Custom options are read by compilers and generated code, not by those who decode data. */
function isOption(field: Field): boolean {
  return field.extendee?.file.package === "google.protobuf" && field.extendee.relative.endsWith("Options");
}
