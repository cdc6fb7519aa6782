import type { MeaningClass, Rule } from "../model.ts";
import { classes, classNames } from "./classes.ts";

/** The id of the rule for a change of one class, told by the producer or suspected by us. */
export function ruleId(name: MeaningClass, how: "declared" | "suspected"): string {
  return `semantics/${name.replaceAll("_", "-")}-${how}`;
}

/** The rule for a text that differs, and in which nothing makes one suspect another meaning. */
export const rewordedId = "semantics/reworded";

const reworded: Rule = {
  invariant: "What is written about an element stays as it was written.",
  breaks: [],
  source: "Contract Review, docs/meaning.md: the wording differs, and nothing in it speaks of another meaning",
  advice: "Nothing to do where only the wording changed; where the meaning did, declare it in `.contracts/changes/`.",
  short: "is worded otherwise",
  mirror: { none: "a wording that goes back is a wording that changed" },
};

/** Two rules for every class of meaning, and one for a mere wording. */
export const semanticRules: ReadonlyMap<string, Rule> = new Map([
  ...classNames.flatMap((name): readonly [string, Rule][] => {
    const { promise, short, advice, disposition } = classes[name];
    const mirror = { none: "the other way round is a change of the same class" };
    return [
      [
        ruleId(name, "declared"),
        {
          invariant: promise,
          breaks: disposition === "breaks" ? ["backward", "forward"] : [],
          source: `Contract Review, docs/meaning.md: a declared change of ${said(name)}`,
          advice,
          short,
          mirror,
        },
      ],
      [
        ruleId(name, "suspected"),
        {
          invariant: promise,
          breaks: [],
          source: `Contract Review, docs/meaning.md: the wording speaks of another ${said(name)}, and nobody declared it`,
          advice: `Declare the change in \`.contracts/changes/\`, or state there under \`no_semantic_change\` that only the wording changed. ${advice}`,
          short: perhaps(short),
          mirror,
        },
      ],
    ];
  }),
  [rewordedId, reworded],
]);

/** `is in another unit` to `may be in another unit`. */
function perhaps(short: string): string {
  const [verb = "", ...rest] = short.split(" ");
  const plain = ({ is: "be", has: "have", identifies: "identify" } as const)[verb as "is"] ?? verb.replace(/s$/, "");
  return ["may", plain, ...rest].join(" ");
}

/** `null_meaning` as people say it: `null meaning`. */
export function said(name: MeaningClass): string {
  return name === "timezone" ? "time zone" : name.replaceAll("_", " ");
}
