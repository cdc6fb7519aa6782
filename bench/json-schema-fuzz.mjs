/**
 * A long run of the property test: random schema pairs in every draft, random documents, two validators.
 *
 *   node bench/json-schema-fuzz.mjs [documents, default 1000000] [seed, default 1]
 *
 * Prints what was seen as one line of JSON; fails at the first contradiction, with the pair that shows it.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const [documents = "1000000", seed = "1"] = process.argv.slice(2);
const { status } = spawnSync("npx", ["vitest", "run", "test/formats/json-schema/property.test.ts"], {
  cwd: join(import.meta.dirname, ".."),
  env: { ...process.env, FUZZ_DOCUMENTS: documents, FUZZ_SEED: seed },
  stdio: "inherit",
});
process.exit(status ?? 1);
