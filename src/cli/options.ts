import { InvalidArgumentError, Option } from "commander";
import { isDay } from "../answers/days.ts";
import { formats } from "../formats/index.ts";

export function domain(): Option {
  return new Option("--domain <DIR_OR_URL[@REF]>", "where consumers live; may be given several times")
    .argParser((value: string, all: readonly string[]) => [...all, value])
    .default([] as readonly string[]);
}

export const formatOption = (): Option => new Option("--format <F>").choices(formats.map(({ name }) => name));

export function keyValue(
  text: string,
  known: Readonly<Record<string, string | boolean>>,
): Record<string, string | boolean> {
  const [key = "", value = ""] = text.split("=", 2);
  return { ...known, [key]: value === "true" || value === "false" ? value === "true" : value };
}

export function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError("a day is written as 2026-12-31.");
  return text;
}

export function records(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 100)
    throw new InvalidArgumentError("a whole number from 1 to 100 is wanted.");
  return count;
}

export function milliseconds(text: string): number {
  const ms = Number(text);
  if (!Number.isInteger(ms) || ms <= 0) throw new InvalidArgumentError("a whole number of milliseconds is wanted.");
  return ms;
}
