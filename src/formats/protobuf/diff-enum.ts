import type { Direction } from "../../model.ts";
import { type Context, holder, proof, proofOfMeaning, sides } from "./context.ts";
import { diffTags } from "./diff-custom-options.ts";
import type { EnumType } from "./model.ts";
import { inRanges, missingFrom, numbersText, rangeText } from "./ranges.ts";
import { both, locate } from "./report.ts";
import { type Slot, slotOf } from "./slots.ts";
import type { EnumValueNode } from "./syntax.ts";
import type { Shape } from "./witness.ts";

/** One enum that both sides have. */
export function diffEnum(context: Context, base: EnumType, head: EnumType): void {
  const change: EnumChange = {
    context,
    base,
    head,
    values: new Map(head.node.values.toReversed().map((value) => [value.number, value])),
    reservedByHead: new Set(head.node.reservedNames.map((one) => one.name)),
    baseNumbers: numbersByName(base),
    headNumbers: numbersByName(head),
  };
  diffClosed(change);
  for (const [number, names] of base.byNumber) {
    const now = head.byNumber.get(number);
    if (now === undefined) diffGone(change, number, names);
    else diffNames(change, number, names, now);
  }
  for (const [number, names] of head.byNumber) if (!base.byNumber.has(number)) diffNew(change, number, names);
  diffReserved(change);
  tellTags(change);
  const was = base.byNumber.get(0)?.[0];
  const is = head.byNumber.get(0)?.[0];
  if (is !== was) noticeZero(context, head);
}

function tellTags({ context, base, head, values }: EnumChange): void {
  const element = context.element(base);
  const [from, to] = [base, head].map(({ file, node }) => ({ file, at: node.at, options: node.options }));
  if (from !== undefined && to !== undefined) diffTags(context, element, from, to);
  for (const value of base.node.values) {
    const now = values.get(value.number);
    if (now === undefined) continue;
    const optionsOf = ({ file }: EnumType, { at, options }: EnumValueNode) => ({ file, at, options });
    diffTags(context, `${element}.${value.name}`, optionsOf(base, value), optionsOf(head, now));
  }
}

/** An enum that head brings: its zero should mean that nothing was said. */
export function noticeZero(context: Context, head: EnumType): void {
  const zero = head.node.values.find((value) => value.number === 0);
  if (zero === undefined || /(^|_)(UNSPECIFIED|UNKNOWN|UNDEFINED|NONE|INVALID|DEFAULT|UNSET)$/i.test(zero.name)) return;
  context.report("enum-without-unspecified", {
    element: `${context.element(head)}.${zero.name}`,
    before: null,
    after: zero.name,
    message: `the zero of ${head.relative} is ${zero.name}: an absent field cannot be told from it`,
    location: locate(head.file, zero.at),
  });
}

interface EnumChange {
  readonly context: Context;
  readonly base: EnumType;
  readonly head: EnumType;
  /** The first value of head by number. */
  readonly values: ReadonlyMap<number, EnumValueNode>;
  readonly reservedByHead: ReadonlySet<string>;
  readonly baseNumbers: ReadonlyMap<string, number>;
  readonly headNumbers: ReadonlyMap<string, number>;
}

function numbersByName(one: EnumType): ReadonlyMap<string, number> {
  return new Map(one.node.values.map((value) => [value.name, value.number]));
}

function diffClosed({ context, base, head }: EnumChange): void {
  if (base.closed === head.closed) return;
  const direction: Direction = head.closed ? "backward" : "forward";
  const open = head.closed ? base : head;
  const stranger =
    [2_147_483_647, -1, 2_147_483_646].find((number) => !base.byNumber.has(number) && !head.byNumber.has(number)) ?? 0;
  context.report(head.closed ? "enum-closed" : "enum-opened", {
    element: context.element(base),
    before: base.closed ? "closed" : "open",
    after: head.closed ? "closed" : "open",
    message: head.closed
      ? `${head.relative} is now closed: numbers that it does not declare are set aside`
      : `${head.relative} is now open: new data may hold numbers that readers of base set aside`,
    location: locate(head.file, head.node.at),
    witnesses: open === base || open === head ? valueProof(context, base, head, direction, stranger) : {},
  });
}

/** Bytes of a field of the enum that hold a number. */
function valueProof(context: Context, base: EnumType, head: EnumType, direction: Direction, number: number) {
  const [from, to] = users(context, base, head);
  const { writer } = sides(direction, from, to);
  const value = BigInt(number);
  return proof(
    direction,
    from.shape,
    to.shape,
    new Map([[writer.slot.number, writer.slot.presence === "repeated" ? [value] : value]]),
  );
}

interface User {
  readonly shape: Shape;
  readonly slot: Slot;
}

/** A field that uses the enum on both sides, or a message with one such field where the schema has none. */
function users(context: Context, base: EnumType, head: EnumType): readonly [User, User] {
  for (const field of context.users.get(base) ?? []) {
    const parent =
      field.parent === undefined || field.extend !== undefined ? undefined : context.counterpart.get(field.parent);
    const other = parent?.kind === "message" ? parent.byNumber.get(field.number) : undefined;
    if (other?.type.kind === "enum" && other.type.enum === head)
      return [
        { shape: holder(field), slot: slotOf(field) },
        { shape: holder(other), slot: slotOf(other) },
      ];
  }
  const alone = (one: EnumType): User => {
    const slot: Slot = {
      number: 1,
      name: "value",
      type: { kind: "enum", enum: one },
      presence: "explicit",
      packed: false,
      delimited: false,
      checked: false,
      oneof: undefined,
      fallback: undefined,
    };
    return { slot, shape: { name: `a message with the field ${one.fullName} value = 1`, slots: new Map([[1, slot]]) } };
  };
  return [alone(base), alone(head)];
}

function diffNames(change: EnumChange, number: number, names: readonly string[], now: readonly string[]): void {
  const { context, base, head, baseNumbers, headNumbers } = change;
  const value = change.values.get(number);
  const location = locate(head.file, value?.at ?? head.node.at);
  const element = `${context.element(base)}.${names[0]}`;
  if (names.some((name) => now.includes(name))) {
    const lost = names.filter((name) => !now.includes(name) && !headNumbers.has(name));
    if (names[0] !== now[0] || lost.length > 0)
      context.report("enum-value-renamed", {
        element,
        before: [...names],
        after: [...now],
        message:
          names[0] === now[0]
            ? `${lost.join(", ")} is no longer a name of ${now[0]} (${number}): JSON that holds it is refused`
            : `JSON now writes ${now[0]} for the number ${number}, before ${names[0]}`,
        location,
      });
    return;
  }
  const elsewhere = names.some((name) => headNumbers.has(name)) || now.some((name) => baseNumbers.has(name));
  if (elsewhere)
    context.report("enum-number-reused", {
      element,
      before: names[0],
      after: now[0],
      message: `the number ${number} of ${head.relative} meant ${names[0]} and now means ${now[0]}: data already written is read as something else`,
      location,
      witnesses: Object.assign({}, ...both.map((direction) => nameProof(context, base, head, direction, number))),
    });
  else
    context.report("enum-value-renamed", {
      element,
      before: names[0],
      after: now[0],
      message: `the value ${names[0]} (${number}) is now called ${now[0]}`,
      location,
    });
}

/** The same bytes under each side's name for the number. */
function nameProof(context: Context, base: EnumType, head: EnumType, direction: Direction, number: number) {
  const [from, to] = users(context, base, head);
  const value = BigInt(number);
  const of = (user: User) => (user.slot.presence === "repeated" ? [value] : value);
  const { writer } = sides(direction, from, to);
  return proofOfMeaning(direction, from.shape, to.shape, new Map([[writer.slot.number, of(writer)]]));
}

function diffGone(change: EnumChange, number: number, names: readonly string[]): void {
  const { context, base, head, headNumbers } = change;
  const location = locate(head.file, head.node.at);
  const moved = names.find((name) => headNumbers.has(name));
  const element = `${context.element(base)}.${moved ?? names[0]}`;
  const wire = valueProof(context, base, head, "backward", number);
  if (moved !== undefined) {
    const to = headNumbers.get(moved) as number;
    const value = change.values.get(to);
    context.report("enum-value-renumbered", {
      element,
      before: number,
      after: to,
      message: `the number of ${moved} goes from ${number} to ${to}: neither side knows the other's`,
      location: locate(head.file, value?.numberAt ?? head.node.at),
      witnesses: {
        ...nameProof(context, base, head, "backward", number),
        ...nameProof(context, base, head, "forward", to),
      },
    });
  } else
    context.report("enum-value-removed", {
      element,
      before: number,
      after: null,
      message: `the value ${names.join(", ")} (${number}) was removed: ${
        head.closed
          ? "old data that holds it is set aside"
          : "old bytes keep a number without a name, old JSON with its name is refused"
      }`,
      location,
      ...(head.closed ? { level: "wire" } : {}),
      witnesses: wire,
    });
  const byNumber = inRanges(head.node.reserved, number);
  const open = names.filter((name) => !change.reservedByHead.has(name) && !headNumbers.has(name));
  if (byNumber && open.length === 0) return;
  const what = [...(byNumber ? [] : [`the number ${number}`]), ...open.map((name) => `the name ${name}`)];
  context.report("enum-value-unreserved", {
    element,
    before: `${names[0]} = ${number}`,
    after: null,
    message: `${what.join(" and ")} of the removed value ${names[0]} (${number}) ${what.length > 1 ? "are" : "is"} not reserved`,
    location,
  });
}

function diffNew(change: EnumChange, number: number, names: readonly string[]): void {
  const { context, base, head, baseNumbers } = change;
  const value = change.values.get(number);
  const location = locate(head.file, value?.at ?? head.node.at);
  const element = `${context.element(base)}.${names[0]}`;
  if (inRanges(base.node.reserved, number))
    context.report("enum-reserved-number-used", {
      element,
      before: "reserved",
      after: names[0],
      message: `the number ${number} of ${head.relative} was reserved and is now ${names[0]}: old data may hold it with its old meaning`,
      location: locate(head.file, value?.numberAt ?? head.node.at),
      witnesses: nameProof(context, base, head, "backward", number),
    });
  if (names.some((name) => baseNumbers.has(name))) return;
  context.report("enum-value-added", {
    element,
    before: null,
    after: number,
    message: `the value ${names[0]} (${number}) was added: ${
      base.closed
        ? "readers of base set it aside"
        : "readers of base see a number without a name in bytes, and refuse its name in JSON"
    }`,
    location,
    ...(base.closed ? { level: "wire" } : {}),
    witnesses: valueProof(context, base, head, "forward", number),
  });
}

function diffReserved({ context, base, head }: EnumChange): void {
  const location = locate(head.file, head.node.at);
  const element = context.element(base);
  const used = [...head.byNumber.keys()].map((number) => ({ from: number, to: number }));
  for (const range of missingFrom(base.node.reserved, [...head.node.reserved, ...used]))
    context.report("reserved-removed", {
      element,
      before: rangeText(range),
      after: null,
      message: `${head.relative} no longer reserves ${numbersText(range)}`,
      location,
    });
  const names = new Set([...head.node.reservedNames, ...head.node.values].map((one) => one.name));
  for (const { name } of base.node.reservedNames)
    if (!names.has(name))
      context.report("reserved-removed", {
        element,
        before: name,
        after: null,
        message: `${head.relative} no longer reserves the name ${name}`,
        location,
      });
}
