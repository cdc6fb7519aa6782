import type { Logical } from "./logical.ts";

/** What a written number, text or hexadecimal bytes mean under a logical type; an error where they mean nothing. */
export type Reading = { readonly value: string } | { readonly error: string };

const perSecond = { millis: 1_000n, micros: 1_000_000n, nanos: 1_000_000_000n } as const;
const day = 86_400n;

/** How a reader understands the value: `raw` is a number, a text, or bytes in hexadecimal. */
export function understand(raw: number | string, logical: Logical | undefined): Reading {
  if (logical === undefined) return { value: String(raw) };
  switch (logical.name) {
    case "decimal":
      return decimal(signed(hexOf(String(raw))), logical.precision, logical.scale);
    case "date":
      return { value: instant(BigInt(raw) * day * 1000n, 1000n, "").slice(0, 10) };
    case "time-millis":
    case "time-micros":
      return timeOfDay(BigInt(raw), logical.name === "time-millis" ? 1_000n : 1_000_000n);
    case "uuid":
      return uuid(String(raw));
    case "duration":
      return { value: duration(String(raw)) };
    case "big-decimal":
      if (raw === "") return { error: "no bytes, where a big-decimal has a number and its scale" };
      return { value: `the big-decimal of the bytes ${raw}` };
    default: {
      const unit = perSecond[logical.name.slice(logical.name.lastIndexOf("-") + 1) as keyof typeof perSecond];
      return { value: instant(BigInt(raw), unit, logical.name.startsWith("local-") ? " (local time)" : "Z") };
    }
  }
}

/** Text that is read as bytes is its UTF-8. */
function hexOf(text: string): string {
  if (/^(?:[0-9a-f]{2})*$/i.test(text)) return text;
  return [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Two's complement, big-endian. */
function signed(hex: string): bigint {
  if (hex === "") return 0n;
  const value = BigInt(`0x${hex}`);
  const bits = BigInt(hex.length * 4);
  return value >> (bits - 1n) === 1n ? value - (1n << bits) : value;
}

function decimal(unscaled: bigint, precision: number, scale: number): Reading {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString();
  if (digits.length > precision)
    return { error: `${digits.length} digits, where decimal(${precision},${scale}) holds ${precision}` };
  const padded = digits.padStart(scale + 1, "0");
  const whole = padded.slice(0, padded.length - scale);
  return { value: `${unscaled < 0n ? "-" : ""}${whole}${scale === 0 ? "" : `.${padded.slice(-scale)}`}` };
}

function instant(count: bigint, unit: bigint, suffix: string): string {
  const seconds = count / unit;
  const rest = (count % unit).toString().padStart(unit.toString().length - 1, "0");
  const { year, month, date } = calendar(seconds / day);
  const time = seconds % day;
  const two = (value: bigint) => value.toString().padStart(2, "0");
  return `${year}-${two(month)}-${two(date)}T${two(time / 3600n)}:${two((time / 60n) % 60n)}:${two(time % 60n)}.${rest}${suffix}`;
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar; for days from then on. */
function calendar(days: bigint): { year: bigint; month: bigint; date: bigint } {
  const shifted = days + 719_468n;
  const era = shifted / 146_097n;
  const dayOfEra = shifted % 146_097n;
  const yearOfEra = (dayOfEra - dayOfEra / 1_460n + dayOfEra / 36_524n - dayOfEra / 146_096n) / 365n;
  const dayOfYear = dayOfEra - (365n * yearOfEra + yearOfEra / 4n - yearOfEra / 100n);
  const shiftedMonth = (5n * dayOfYear + 2n) / 153n;
  const month = shiftedMonth < 10n ? shiftedMonth + 3n : shiftedMonth - 9n;
  const date = dayOfYear - (153n * shiftedMonth + 2n) / 5n + 1n;
  return { year: yearOfEra + era * 400n + (month <= 2n ? 1n : 0n), month, date };
}

function timeOfDay(count: bigint, unit: bigint): Reading {
  if (count < 0n || count >= day * unit) return { error: `${count} is no time of day` };
  return { value: instant(count, unit, "").slice(11) };
}

function uuid(text: string): Reading {
  const bare = text.replace(/-/g, "");
  if (!/^[0-9a-f]{32}$/i.test(bare)) return { error: `${JSON.stringify(text)} is no UUID` };
  return { value: bare.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") };
}

/** Three unsigned little-endian numbers of 32 bits. */
function duration(hex: string): string {
  const part = (index: number) => {
    const bytes = hex.slice(index * 8, index * 8 + 8).match(/../g) ?? [];
    return Number.parseInt(bytes.reverse().join(""), 16);
  };
  return `${part(0)} months, ${part(1)} days, ${part(2)} ms`;
}
