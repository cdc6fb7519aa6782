import type { Location } from "../../model.ts";
import { among, type Fault, type Leaf, none, type Open } from "./fault.ts";
import { type Logical, refusesSome, sameLogical } from "./logical.ts";
import { describeLogical } from "./words.ts";

interface Carrier {
  readonly kind: string;
  readonly logical: Logical | undefined;
  /** Of a fixed, in bytes. */
  readonly size?: number;
  readonly at: Location;
}

/** Two types whose bytes are read alike: what they mean may still differ. */
export function compareLogical(base: Carrier, head: Carrier, open: Open): readonly Fault[] {
  const was = base.logical;
  const is = head.logical;
  if (sameLogical(was, is)) return none;
  if (base.kind !== head.kind && (isNumberInBytes(was) || isNumberInBytes(is)))
    return [textAndNumber(base, head, open)];
  if (was === undefined) return is === undefined ? none : [added(is, head, base, open)];
  if (is === undefined) return [removed(was, head, open)];
  if (was.name === "decimal" && is.name === "decimal") return [decimal(was, is, base, head, open)];
  const breaks = among(open, true, true);
  return [
    {
      ...about(was, is, head),
      rule: "logical-type-changed",
      breaks,
      message: `was ${describeLogical(was)}, is ${describeLogical(is)}: the same bytes mean something else`,
      leaf: { backward: { value: sample(was, base.size) }, forward: { value: sample(is, head.size) } },
    },
  ];
}

/** Text is promoted to bytes and back; that does not make it the number that the bytes of a decimal are. */
function textAndNumber(base: Carrier, head: Carrier, open: Open): Fault {
  const words = ({ logical, kind }: Carrier) => (logical === undefined ? kind : describeLogical(logical));
  const shown = ({ logical, kind, size }: Carrier) =>
    logical !== undefined ? sample(logical, size) : kind === "bytes" ? "3039" : "12.30";
  return {
    ...about(base.logical, head.logical, head),
    before: words(base),
    after: words(head),
    rule: "logical-type-changed",
    breaks: among(open, true, true),
    message: `was ${words(base)}, is ${words(head)}: the bytes are read, but the number in them is no text`,
    leaf: { backward: { value: shown(base) }, forward: { value: shown(head) } },
  };
}

function isNumberInBytes(logical: Logical | undefined): boolean {
  return logical?.name === "decimal" || logical?.name === "big-decimal";
}

function about(was: Logical | undefined, is: Logical | undefined, head: Carrier) {
  return {
    steps: [],
    before: was === undefined ? null : describeLogical(was),
    after: is === undefined ? null : describeLogical(is),
    at: head.at,
    meanings: { base: was, head: is },
  } as const;
}

function added(is: Logical, head: Carrier, base: Carrier, open: Open): Fault {
  const refuses = refusesSome(is, head.kind);
  return {
    ...about(undefined, is, head),
    rule: "logical-type-added",
    breaks: among(open, refuses, false),
    message: `${base.kind} became ${describeLogical(is)}${refuses ? ": old data may hold values that are none" : ", written with the same bytes"}`,
    leaf: { backward: refused(is, base) },
  };
}

function removed(was: Logical, head: Carrier, open: Open): Fault {
  const refuses = refusesSome(was, head.kind);
  return {
    ...about(was, undefined, head),
    rule: "logical-type-removed",
    breaks: among(open, false, refuses),
    message: `${describeLogical(was)} became a plain ${head.kind}${refuses ? ": new data may hold values that readers of base refuse" : ", written with the same bytes"}`,
    leaf: { forward: refused(was, head) },
  };
}

type Decimal = Extract<Logical, { name: "decimal" }>;

/** Section "Decimal": two decimals match if their scales and precisions match. */
function decimal(was: Decimal, is: Decimal, base: Carrier, head: Carrier, open: Open): Fault {
  const change = `was ${describeLogical(was)}, is ${describeLogical(is)}`;
  if (was.scale !== is.scale)
    return {
      ...about(was, is, head),
      rule: "decimal-scale-changed",
      breaks: among(open, true, true),
      message: `${change}: the scale is not in the bytes, so the same bytes are another number`,
      leaf: { backward: { value: sample(was, base.size) }, forward: { value: sample(is, head.size) } },
    };
  return {
    ...about(was, is, head),
    rule: "decimal-precision-changed",
    breaks: among(open, is.precision < was.precision, was.precision < is.precision),
    message: `${change}: ${is.precision > was.precision ? "readers of base" : "readers of head"} meet numbers with more digits than they allow`,
    leaf: { backward: { value: largest(was, base.size) }, forward: { value: largest(is, head.size) } },
  };
}

/** A value that the logical type's readers refuse, as the writer writes it. */
function refused(logical: Logical, { kind, size }: Carrier): Leaf {
  switch (logical.name) {
    case "decimal":
      return { value: hex(10n ** BigInt(Math.min(logical.precision, 1000)), size) };
    case "big-decimal":
      return { value: "" };
    case "uuid":
      return { value: kind === "bytes" ? "6e6f2d75756964" : "no-uuid" };
    default:
      return { value: -1 };
  }
}

/** A plain value of the logical type: a number, or bytes in hexadecimal. */
function sample(logical: Logical, size: number | undefined): number | string {
  switch (logical.name) {
    case "decimal":
      return hex(logical.precision >= 5 ? 12345n : 1n, size);
    case "big-decimal":
      return "0230390400".slice(0, 8);
    case "uuid":
      return size === undefined ? "6f1c0b1e-0c5e-4a57-9f0a-2d8a3f2b7c11" : "6f1c0b1e0c5e4a579f0a2d8a3f2b7c11";
    case "duration":
      return "010000000200000003000000";
    case "date":
      return 20_000;
    case "time-millis":
      return 43_200_000;
    case "time-micros":
      return 43_200_000_000;
    default:
      return logical.name.endsWith("millis") ? 1_700_000_000_000 : 1_700_000_000_000_000;
  }
}

function largest({ precision }: Decimal, size: number | undefined): string {
  return hex(10n ** BigInt(Math.min(precision, 1000)) - 1n, size);
}

/** A positive number as two's complement, big-endian, in the fewest bytes or in exactly `size`. */
function hex(value: bigint, size: number | undefined): string {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  const positive = /^[89a-f]/.test(even) ? `00${even}` : even;
  return size === undefined ? positive : positive.padStart(size * 2, "0");
}
