import { dayOf, isDay } from "../answers/days.ts";

/** What is wrong with a day that somebody gave, at the moment they gave it; undefined where nothing is. */
export function dayFault(text: string, now: string): string | undefined {
  if (!isDay(text)) return "a day is written as 2026-12-31";
  if (text < dayOf(now)) return "that day has passed";
  return undefined;
}
