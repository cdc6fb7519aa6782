import type { EnumType, FieldType, Scalar } from "./model.ts";
import { bounds } from "./validate-field.ts";

/** A number type whose values are varints: which numbers its writers write and what its readers make of 64 bits. */
type Varint = Extract<FieldType, { kind: "scalar" | "enum" }>;

/** Numbers worth trying: the borders of every type, and the small ones. */
const borders: readonly bigint[] = [
  1n,
  2n,
  -1n,
  0n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 32n + 2n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n - 1n,
  -(2n ** 31n),
  -(2n ** 32n),
  -(2n ** 63n),
];

/** Numbers that a writer of the type can write: enough of them that two types which agree on these agree on all. */
export function samples(type: Varint): readonly bigint[] {
  if (type.kind === "enum") return enumSamples(type.enum);
  if (type.scalar === "bool") return [1n, 0n];
  const [least, most] = bounds[type.scalar] ?? [0n, 0n];
  return borders.filter((number) => least <= number && number <= most);
}

function enumSamples(one: EnumType): readonly bigint[] {
  const declared = [...one.byNumber.keys()].map(BigInt);
  if (one.closed) return declared;
  return [...declared, ...[-1n, 2n ** 31n - 1n, -(2n ** 31n)].filter((number) => !one.byNumber.has(Number(number)))];
}

/** The 64 bits of a varint. */
export function toBits(type: Varint, value: bigint): bigint {
  const zigzag = type.kind === "scalar" && (type.scalar === "sint32" || type.scalar === "sint64");
  return BigInt.asUintN(64, zigzag ? (value << 1n) ^ (value >> 63n) : value);
}

/** What a reader makes of 64 bits; undefined where a closed enum sets the number aside. */
export function fromBits(type: Varint, bits: bigint): bigint | undefined {
  if (type.kind === "enum") {
    const number = BigInt.asIntN(32, bits);
    return type.enum.closed && !type.enum.byNumber.has(Number(number)) ? undefined : number;
  }
  return scalarFromBits(type.scalar, bits);
}

function scalarFromBits(scalar: Scalar, bits: bigint): bigint {
  switch (scalar) {
    case "int32":
    case "sfixed32":
      return BigInt.asIntN(32, bits);
    case "uint32":
    case "fixed32":
      return BigInt.asUintN(32, bits);
    case "int64":
    case "sfixed64":
      return BigInt.asIntN(64, bits);
    case "bool":
      return bits === 0n ? 0n : 1n;
    case "sint32":
      return unzigzag(BigInt.asUintN(32, bits));
    case "sint64":
      return unzigzag(bits);
    default:
      return bits;
  }
}

function unzigzag(bits: bigint): bigint {
  return (bits >> 1n) ^ -(bits & 1n);
}
