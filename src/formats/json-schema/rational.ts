/** An exact number: numerator over a positive denominator, in lowest terms. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

/** Exponents beyond this are not expanded: `1e999999999` would fill memory. */
const maxExponent = 2000;

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function rational(n: bigint, d = 1n): Rational {
  if (d === 1n) return { n, d };
  const divisor = gcd(n, d) * (d < 0n ? -1n : 1n);
  return { n: n / divisor, d: d / divisor };
}

export const zero = rational(0n);

/** Reads a JSON number as written, without rounding; undefined where it is none or its exponent is out of bounds. */
export function parseRational(text: string): Rational | undefined {
  const match = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/.exec(text);
  if (match === null || text.length > 5000) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  if (whole === "" && fraction === "") return undefined;
  const shift = Number(exponent) - fraction.length;
  if (Math.abs(shift) > maxExponent) return undefined;
  const digits = BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n);
  return shift >= 0 ? rational(digits * 10n ** BigInt(shift)) : rational(digits, 10n ** BigInt(-shift));
}

export const compare = (a: Rational, b: Rational): number => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
export const add = (a: Rational, b: Rational): Rational => rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const times = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d);
export const divide = (a: Rational, b: Rational): Rational => rational(a.n * b.d, a.d * b.n);
export const isMultiple = (value: Rational, of: Rational): boolean => divide(value, of).d === 1n;
export const keyOf = (value: Rational): string => (value.d === 1n ? `${value.n}` : `${value.n}/${value.d}`);

export function floor(value: Rational): bigint {
  const quotient = value.n / value.d;
  return value.n < 0n && quotient * value.d !== value.n ? quotient - 1n : quotient;
}
export const ceil = (value: Rational): bigint => -floor({ n: -value.n, d: value.d });

/** The least positive number that both divide evenly. */
export function lcm(a: Rational, b: Rational): Rational {
  const n = (a.n / gcd(a.n, b.n)) * b.n;
  return rational(n < 0n ? -n : n, gcd(a.d, b.d));
}

/** The JavaScript number written with the same decimal digits; undefined where there is none. */
export function toNumber(value: Rational): number | undefined {
  const number = value.d === 1n ? Number(value.n) : Number(value.n) / Number(value.d);
  if (!Number.isFinite(number)) return undefined;
  const back = parseRational(String(number));
  return back !== undefined && compare(back, value) === 0 ? number : undefined;
}
