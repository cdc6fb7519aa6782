import { clausesOf } from "../clauses.ts";
import { type Detector, replaced } from "../signal.ts";
import type { Tokens } from "../tokens.ts";

/** What an amount is with or without, by the word that an answer calls it by. */
const subjects: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tax: "tax taxe vat gst hst ust mwst",
    discount: "discount rebate coupon voucher promotion",
    refund: "refund return chargeback reversal",
    shipping: "shipping freight postage delivery",
    fee: "fee commission surcharge tip",
  }).flatMap(([called, words]) => words.split(" ").map((word) => [word, called] as const)),
);
const words = new Set(subjects.keys());

/** Tax, discounts, refunds, shipping and fees counted in or left out; gross and net. */
export const money: Detector = ({ kind, before, after }) =>
  kind === "text" ? replaced("calculation", saidOf(before.tokens), saidOf(after.tokens)) : [];

function saidOf(tokens: Tokens): ReadonlySet<string> {
  const said = new Set<string>();
  for (const { what, how } of clausesOf(tokens, words)) {
    const subject = subjects.get(what) ?? what;
    // an amount before tax is one without it; before a discount, one that it is still part of
    if (how === "before") said.add(subject === "tax" ? "tax excluded" : `before ${subject}`);
    else if (how === "after") said.add(`after ${subject}`);
    else said.add(`${subject} ${how}`);
  }
  const about = (word: string) => [...said].some((one) => one.includes(word));
  for (const [at, word] of tokens.entries()) {
    if ((word !== "gross" && word !== "net") || tokens[at + 1] === "of" || about("tax")) continue;
    said.add(word === "gross" ? "tax included" : "tax excluded");
  }
  return said;
}
