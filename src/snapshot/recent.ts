/** What was read lately, up to a weight in all: what has gone unused longest goes first. For what an id names for ever. */
export class Recent<V> {
  private readonly most: number;
  private readonly weigh: (value: V) => number;
  private readonly kept = new Map<string, V>();
  private weight = 0;

  constructor(most: number, weigh: (value: V) => number) {
    this.most = most;
    this.weigh = weigh;
  }

  get(key: string): V | undefined {
    const value = this.kept.get(key);
    if (value === undefined) return undefined;
    this.kept.delete(key);
    this.kept.set(key, value);
    return value;
  }

  has(key: string): boolean {
    return this.kept.has(key);
  }

  /** One that weighs more than a quarter of all is not kept. */
  set(key: string, value: V): void {
    const weight = this.weigh(value);
    if (weight > this.most / 4) return;
    this.drop(key);
    this.kept.set(key, value);
    this.weight += weight;
    for (const oldest of this.kept.keys()) {
      if (this.weight <= this.most) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const value = this.kept.get(key);
    if (value === undefined) return;
    this.kept.delete(key);
    this.weight -= this.weigh(value);
  }
}
