import type { Store } from "../store/store.ts";
import { idle, type Wanted, want } from "../store/turns.ts";

/** Asks for reviews that nobody waits for yet; what waits or runs already is left in peace. Gives how many. */
export async function refresh({ database, queue }: Store, all: readonly Wanted[]): Promise<number> {
  if (all.length === 0) return 0;
  return database.transaction(async (sql) => {
    const free = await idle(
      sql,
      all.map(({ key }) => key),
    );
    const wanted = [...new Map(all.filter(({ key }) => free.has(key)).map((one) => [one.key, one])).values()];
    if (wanted.length > 0) await want(sql, wanted);
    await queue.put(sql, wanted);
    return wanted.length;
  });
}
