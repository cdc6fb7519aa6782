/** The hours in `90m`, `24h` or `7d`; undefined for anything else. */
export function hours(text: string): number | undefined {
  const [, amount, unit] = /^([0-9]{1,6}) ?(m|h|d)$/.exec(text) ?? [];
  if (amount === undefined) return undefined;
  const each = { m: 1 / 60, h: 1, d: 24 }[unit as "m" | "h" | "d"];
  return Number(amount) * each;
}

/** The number in `5 working days`; undefined for anything else, and for none at all. */
export function workingDays(text: string): number | undefined {
  const amount = /^([0-9]{1,3}) (?:working|business) days?$/.exec(text)?.[1];
  return amount === undefined || Number(amount) === 0 ? undefined : Number(amount);
}
