/** Days of the calendar as `2026-12-04`, in UTC. */

/** Whether this is a day that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day of a moment. */
export function dayOf(moment: string): string {
  return moment.slice(0, 10);
}

/** Whether a text is a time, ISO 8601. */
export function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

/** The day so many calendar days later (or, negative, earlier). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The day so many working days (Monday to Friday) later. */
export function addWorkingDays(day: string, days: number): string {
  let at = day;
  for (let left = days; left > 0; ) {
    at = addDays(at, 1);
    const weekday = new Date(`${at}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return at;
}

/** Hours from one moment to a later one. */
export function hoursBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 3_600_000;
}

/** Hours from one moment to a later one that lie on working days (Monday to Friday, UTC). */
export function workingHoursBetween(from: string, to: string): number {
  const [start, end] = [Date.parse(from) / 3_600_000, Date.parse(to) / 3_600_000];
  return Math.max(0, workingHours(end) - workingHours(start));
}

/** Working hours since Monday, 5 January 1970. */
function workingHours(hour: number): number {
  const since = hour - 4 * 24;
  const weeks = Math.floor(since / 168);
  return weeks * 120 + Math.min(since - weeks * 168, 120);
}

/** `Fri 4 Dec`. */
export function shownDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const [weekday, month] = [weekdays[date.getUTCDay()], months[date.getUTCMonth()]];
  return `${weekday} ${date.getUTCDate()} ${month}`;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
