import type { Rule } from "../model.ts";
import { contractRules } from "./contract.ts";
import { formats } from "./index.ts";

/** Every rule by its id, `table/column-removed`. */
export const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...Object.entries(contractRules).map(([id, rule]): [string, Rule] => [`contract/${id}`, rule]),
  ...formats.flatMap(({ family, rules }) =>
    Object.entries(rules).map(([id, rule]): [string, Rule] => [`${family}/${id}`, rule]),
  ),
]);
