/** One piece of work for one subject; `current()` is false once something newer is asked for the same subject. */
export type Job = (current: () => boolean) => Promise<void>;

/**
 * Runs jobs, one at a time for each subject and so many at once in all. A job asked for while another of its subject runs
 * waits, a newer one takes its place: the last one asked is always run, those between are not, and the running one is told
 * that it is no longer current.
 */
export class Turns {
  private readonly limit: number;
  private readonly failed: (subject: string, error: unknown) => void;
  private readonly subjects = new Map<string, { running: boolean; next: Job | undefined; generation: number }>();
  private readonly ready: string[] = [];
  private running = 0;
  private idle: (() => void)[] = [];

  constructor(limit: number, failed: (subject: string, error: unknown) => void) {
    this.limit = limit;
    this.failed = failed;
  }

  ask(subject: string, job: Job): void {
    const known = this.subjects.get(subject);
    if (known === undefined) {
      this.subjects.set(subject, { running: false, next: job, generation: 1 });
      this.ready.push(subject);
    } else {
      if (known.next === undefined && !known.running) this.ready.push(subject);
      known.next = job;
      known.generation++;
    }
    this.start();
  }

  /** Resolves when nothing runs and nothing waits. */
  async drained(): Promise<void> {
    if (this.subjects.size > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private start(): void {
    while (this.running < this.limit) {
      const subject = this.ready.shift();
      if (subject === undefined) return;
      const state = this.subjects.get(subject);
      const job = state?.next;
      if (state === undefined || job === undefined) continue;
      state.next = undefined;
      state.running = true;
      this.running++;
      const { generation } = state;
      job(() => state.generation === generation)
        .catch((error: unknown) => this.failed(subject, error))
        .finally(() => {
          this.running--;
          state.running = false;
          if (state.next === undefined) this.subjects.delete(subject);
          else this.ready.push(subject);
          this.start();
          if (this.subjects.size === 0) for (const resolve of this.idle.splice(0)) resolve();
        });
    }
  }
}
