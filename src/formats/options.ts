import type { Options } from "../model.ts";
import { nearest } from "../text/nearest.ts";

/** What the options of the formats may say, where it is one of a few words. */
export const optionWords = {
  level: ["wire", "wire-json", "source"],
  policy: ["validity", "confluent-lenient", "confluent-strict"],
  registry: ["confluent"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Those that say something else: a draft's name, a dialect's, yes or no. */
export const optionNames: readonly string[] = [
  ...Object.keys(optionWords),
  ...["draft", "formatAssertion", "dialect", "compatibilityGroup"],
];

/** Why options cannot be meant, in words; undefined where they can. A word nobody knows would silently mean the default. */
export function optionFault(options: Options): string | undefined {
  for (const [name, value] of Object.entries(options)) {
    const known = Object.hasOwn(optionWords, name) ? optionWords[name as keyof typeof optionWords] : undefined;
    if (known !== undefined && !(known as readonly unknown[]).includes(value))
      return `the option ${name} is one of ${known.join(", ")}, not ${String(value)}`;
    if (name === "formatAssertion" && typeof value !== "boolean") return `the option ${name} is true or false`;
  }
  return undefined;
}

/** Why an option's name cannot be meant, in words; undefined where there is one of that name. */
export function optionNameFault(options: Options): string | undefined {
  const strange = Object.keys(options).find((name) => !optionNames.includes(name));
  if (strange === undefined) return undefined;
  const close = nearest(strange, optionNames);
  return `there is no option ${strange}: ${close === undefined ? `they are ${optionNames.join(", ")}` : `did you mean ${close}?`}`;
}
