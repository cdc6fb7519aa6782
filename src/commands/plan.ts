import { migrationPlan } from "../report/plan.ts";
import type { Command } from "./command.ts";

export const plan: Command = {
  name: "plan",
  usage: "plan [CONTRACT]",
  does: "says how to make the breaking changes safely, in which order",
  who: "anyone",
  options: [],
  words: { least: 0, most: 1 },
  read: ({ words: [contract] }) => ({ kind: "tell", about: (review) => migrationPlan(review, contract) }),
};
