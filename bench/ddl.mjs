import { PGlite } from "@electric-sql/pglite";
import { apply } from "../dist/formats/table/sql/fold.js";
import { emptyState } from "../dist/formats/table/sql/state.js";
import { statementsOf } from "../dist/formats/table/sql/tokens.js";
import { history } from "./ddl-migrations.mjs";

/** node bench/ddl.mjs [histories] [statements] [seed]: random migrations in PGlite and folded by us; exit 1 where one is told wrongly. */
const [histories = 3000, length = 40, seed = 1] = process.argv.slice(2).map(Number);
const reading = { path: "a.sql", dialect: "postgres" };

function fold(text) {
  const state = emptyState();
  for (const statement of statementsOf("a.sql", text, { backslash: false, nested: true }))
    apply(state, statement, reading);
  return state.known;
}

const engine = await PGlite.create("memory://");
const sum = { agree: 0, refused: 0, wrong: 0 };
for (let index = 0; index < histories; index++) {
  const { text, agree, refused, wrong } = await history(engine, seed + index, length, fold);
  sum.agree += agree;
  sum.refused += refused;
  sum.wrong += wrong.length;
  if (wrong.length > 0 && sum.wrong < 20)
    process.stdout.write(`seed ${seed + index}\n${text}\n${wrong.join("\n")}\n\n`);
}
await engine.close();
process.stdout.write(`${histories} histories of ${length} statements: ${JSON.stringify(sum)}\n`);
process.exit(sum.wrong > 0 ? 1 : 0);
