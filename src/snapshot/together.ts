interface Asking {
  readonly now: Promise<unknown>;
  next?: Promise<unknown>;
}

const asking = new Map<string, Asking>();

/**
 * Asks a question once for all who ask it at the same time, under one key. Nobody gets an answer to what was asked before
 * they came: who comes while it is being asked waits for the next time, together with all others who came meanwhile.
 */
export function together<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const under = asking.get(key);
  if (under === undefined) return begin(key, ask);
  under.next ??= under.now.then(
    () => begin(key, ask),
    () => begin(key, ask),
  );
  return under.next as Promise<T>;
}

function begin<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const now = ask();
  const mine: Asking = { now };
  asking.set(key, mine);
  const over = () => {
    if (asking.get(key) === mine && mine.next === undefined) asking.delete(key);
  };
  now.then(over, over);
  return now;
}
