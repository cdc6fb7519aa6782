import { rules as formatRules } from "./formats/rules.ts";
import type { Rule } from "./model.ts";
import { semanticRules } from "./semantics/rules.ts";

/** Every rule by its id: those of structure, `table/column-removed`, and those of meaning, `semantics/unit-declared`. */
export const rules: ReadonlyMap<string, Rule> = new Map([...formatRules, ...semanticRules]);
