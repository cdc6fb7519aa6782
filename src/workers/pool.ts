import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import type { Problem } from "../model.ts";
import type { Work } from "../work.ts";
import type { Task } from "./worker.ts";

export interface PoolOptions {
  /** Milliseconds one call may take before its worker is stopped. */
  readonly timeoutMs?: number;
  /** Heap of one worker, in MiB. */
  readonly memoryMb?: number;
  readonly threads?: number;
  /** The compiled worker; needed only where this file itself does not run compiled. */
  readonly worker?: URL;
}

export interface Pool extends Work {
  close(): Promise<void>;
}

/** The port on worker threads: a text that takes too long or too much stops its worker, is told as a Problem, and nothing else suffers. */
export function startPool(options: PoolOptions = {}): Pool {
  const { timeoutMs = 20_000, memoryMb = 768, threads = Math.min(4, availableParallelism()) } = options;
  const pool = new Piscina({
    filename: (options.worker ?? new URL("./worker.js", import.meta.url)).href,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 8 },
  });
  const slots = new Slots(threads);

  async function run<T>(task: Task): Promise<T> {
    // the clock starts when a worker is free, not while the task waits its turn
    await slots.take();
    try {
      return (await pool.run(task, { signal: AbortSignal.timeout(timeoutMs) })) as T;
    } finally {
      slots.give();
    }
  }

  function exceeded(error: unknown, path: string): Problem {
    const { name, code, message } = error as { name?: string; code?: string; message?: string };
    const reason =
      name === "AbortError" || name === "TimeoutError"
        ? `took longer than ${timeoutMs} ms`
        : code === "ERR_WORKER_OUT_OF_MEMORY"
          ? `needed more than ${memoryMb} MiB of memory`
          : error instanceof RangeError || /call stack/.test(String(message))
            ? "is nested too deeply"
            : undefined;
    if (reason === undefined) throw error;
    return { at: { path }, message: `could not be analysed: it ${reason}`, severity: "failure" };
  }

  return {
    compare: (request) =>
      run<Awaited<ReturnType<Work["compare"]>>>({ name: "compare", args: [request] }).catch((error: unknown) => ({
        changes: [],
        reach: new Map(),
        problems: [exceeded(error, request.head?.entry || request.base?.entry || request.contract)],
      })),
    hold: (request) =>
      run<Awaited<ReturnType<Work["hold"]>>>({ name: "hold", args: [request] }).catch((error: unknown) => {
        const { at, message } = exceeded(error, request.files[0]?.path ?? request.contract);
        // the comparison stands without it
        return { changes: [], problems: [{ at, message: `as a sample, ${message}`, severity: "warning" }] };
      }),
    examples: (request) =>
      run<Awaited<ReturnType<Work["examples"]>>>({ name: "examples", args: [request] }).catch((error: unknown) => ({
        problem: exceeded(error, request.source.entry).message,
      })),
    find: (...args) =>
      run<Awaited<ReturnType<Work["find"]>>>({ name: "find", args }).catch((error: unknown) => ({
        format: args[2][0] ?? "",
        problem: exceeded(error, args[0]),
      })),
    subjects: (...args) =>
      run<Awaited<ReturnType<Work["subjects"]>>>({ name: "subjects", args }).catch((error: unknown) => ({
        problem: exceeded(error, args[0]),
      })),
    consumers: (...args) =>
      run<Awaited<ReturnType<Work["consumers"]>>>({ name: "consumers", args }).catch((error: unknown) => ({
        unreadable: `its descriptors ${exceeded(error, "").message}`,
      })),
    lint: (...args) =>
      run<Awaited<ReturnType<Work["lint"]>>>({ name: "lint", args }).catch((error: unknown) => {
        const { at, message } = exceeded(error, args[0]);
        return [{ rule: "unreadable", severity: "error", at, key: "", message }];
      }),
    firstStep: (request) =>
      run<Awaited<ReturnType<Work["firstStep"]>>>({ name: "firstStep", args: [request] }).catch((error: unknown) => {
        exceeded(error, request.head.entry);
        return undefined;
      }),
    references: (...args) =>
      run<Awaited<ReturnType<Work["references"]>>>({ name: "references", args }).catch((error: unknown) => {
        exceeded(error, "");
        const [, files, tree] = args;
        // nobody knows what they draw on: anything, then
        return new Map([...files.keys()].map((path) => [path, tree]));
      }),
    close: () => pool.destroy(),
  };
}

class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  async take(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  give(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free++;
    else next();
  }
}
