import type { Form } from "./shape.ts";

/** What texts must look like. Every test reads its text once. */

/** Open Data Contract Standard 3.1, stable ids. */
export const stableId: Form = {
  wanted: "letters, digits, `_` and `-` only",
  holds: (text) => /^[A-Za-z0-9_-]+$/.test(text),
};

/** Data Contract Specification: names of definitions may have folders. */
export const definitionName: Form = {
  wanted: "letters, digits, `_`, `-` and `/` only",
  holds: (text) => /^[A-Za-z0-9/_-]+$/.test(text),
};

export const sftp: Form = {
  wanted: "an address that begins with sftp://",
  holds: (text) => text.startsWith("sftp://"),
};

export const percentage: Form = {
  wanted: "a percentage, as in 99.9%",
  holds: (text) => /^[0-9]+(?:\.[0-9]+)?%$/.test(text),
};

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const id = /^[A-Za-z0-9_-]+$/;

/** Open Data Contract Standard 3.1, Relationships: `table.column`, or `/schema/<id>/properties/<id>`, in this document or another. */
export function reference(nested: boolean): Form {
  return {
    wanted: "`table.column` or a path such as `schema/orders/properties/id`",
    holds(text) {
      const names = text.split(".");
      const dotted = nested ? names.length >= 2 : names.length === 2;
      return (dotted && names.every((name) => identifier.test(name))) || isPath(text);
    },
  };
}

function isPath(text: string): boolean {
  const hash = text.lastIndexOf("#");
  if (hash !== -1) {
    const file = text.slice(0, hash).replace(/^https?:\/\//, "");
    if (!file.endsWith(".yaml") || file.length === ".yaml".length || !/^[A-Za-z0-9._/-]+$/.test(file)) return false;
  }
  const steps = text
    .slice(hash + 1)
    .replace(/^\//, "")
    .split("/");
  return (
    steps.length % 2 === 0 && steps.every((step, index) => (index % 2 === 0 ? identifier.test(step) : id.test(step)))
  );
}

/** RFC 3339, full-date. */
export const day: Form = {
  wanted: "a date such as 2026-11-30",
  only: "warning",
  holds: isDay,
};

function isDay(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (date === undefined) return false;
  const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1];
  return days !== undefined && Number(date) >= 1 && Number(date) <= days;
}

/** RFC 3339, date-time. */
export const moment: Form = {
  wanted: "a date and time such as 2026-11-30T18:00:00Z",
  only: "warning",
  holds(text) {
    const [, date, hour, minute, second, zoneHour = "0", zoneMinute = "0"] =
      /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):?(\d\d)?)$/.exec(text) ?? [];
    if (date === undefined || !isDay(date) || Number(zoneHour) > 23 || Number(zoneMinute) > 59) return false;
    return Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 59;
  },
};

/** RFC 3986: a scheme, and no character that an address must not hold as it is. */
export const address: Form = {
  wanted: "an address such as https://example.com/x",
  only: "warning",
  holds: (text) => /^[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]*$/.test(text),
};

export const email: Form = {
  wanted: "an e-mail address",
  only: "warning",
  holds: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
};
