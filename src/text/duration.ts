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

/** The minutes in an ISO 8601 duration, `PT6H`, `P1DT30M`, `PT90S`; undefined for anything else, and for months and years. */
export function isoMinutes(text: string): number | undefined {
  const found = /^P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?$/.exec(text);
  if (found === null || !/\d[WDHMS]$/.test(text)) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return weeks * 10_080 + days * 1440 + hours * 60 + minutes + seconds / 60;
}
