import type { Work } from "../work.ts";
import { type PoolOptions, startPool } from "../workers/pool.ts";

/** Has something done by workers, which end with it. */
export async function withWork<T>(options: PoolOptions, use: (work: Work) => Promise<T>): Promise<T> {
  const work = startPool(options);
  try {
    return await use(work);
  } finally {
    await work.close();
  }
}
