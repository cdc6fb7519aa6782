import { defineFormat } from "../format.ts";
import { readContract } from "./contract.ts";
import { compareContracts } from "./diff-contract.ts";
import { reach } from "./elements.ts";
import { findContracts } from "./find.ts";
import { wordings } from "./prose.ts";
import { referencesOf } from "./references.ts";
import { rules } from "./rules.ts";
import { datumSamples } from "./sample.ts";

/** Avro schemas (`.avsc`), protocols (`.avpr`) and IDL (`.avdl`), by the specification 1.12. */
export const avro = defineFormat({
  name: "avro",
  globs: ["**/*.avsc", "**/*.avpr", "**/*.avdl"],
  mode: "FULL",
  rules,
  find: findContracts,
  references: referencesOf,
  parse: readContract,
  diff: compareContracts,
  wordings,
  reach,
  samples: datumSamples,
});
