import { type ChildProcess, fork } from "node:child_process";
import { type Answer, GitError, passedOn, type Run, startGitBy } from "./run.ts";
import type { Said, Wish } from "./spawner-process.ts";

interface Waiting {
  readonly wish: Wish;
  /** Sent to a process that ended before it answered. */
  lost: boolean;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * Starts git from a small process of its own. To start a process, the system copies the page tables of who starts it: from a
 * server that holds hundreds of MiB each start would keep everything else waiting for milliseconds. That process sees none of the
 * server's environment but what git may see, runs at a lower priority, and takes its gits along when the server dies.
 */
class Spawner {
  private readonly program: URL;
  private readonly waiting = new Map<number, Waiting>();
  private child: ChildProcess | undefined;
  private ids = 0;

  constructor(program: URL) {
    this.program = program;
  }

  start(args: readonly string[], run: Run): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const wish: Wish = { id: ++this.ids, args, run };
      this.waiting.set(wish.id, { wish, lost: false, resolve, reject });
      this.send(wish);
    });
  }

  close(): void {
    const { child } = this;
    this.child = undefined;
    child?.disconnect();
    for (const { reject } of this.waiting.values()) reject(new GitError("failed", "git was ended with the server"));
    this.waiting.clear();
  }

  private send(wish: Wish): void {
    this.child ??= this.begin();
    // what cannot be sent is told by the end of the process
    this.child.send(wish, () => undefined);
  }

  private begin(): ChildProcess {
    const child = fork(this.program, [], {
      env: passedOn(),
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child.on("message", (said) => this.hear(said as Said));
    child.once("error", () => this.lost(child));
    child.once("exit", () => this.lost(child));
    child.unref();
    child.channel?.unref();
    return child;
  }

  private hear(said: Said): void {
    const waiting = this.waiting.get(said.id);
    if (waiting === undefined) return;
    this.waiting.delete(said.id);
    if ("answer" in said) waiting.resolve(said.answer);
    else waiting.reject(said.reason === undefined ? new Error(said.message) : new GitError(said.reason, said.message));
  }

  /** Whatever git does here may be done twice: each is started once more by the next process. */
  private lost(child: ChildProcess | undefined): void {
    if (this.child !== child) return;
    this.child = undefined;
    for (const [id, waiting] of [...this.waiting])
      if (waiting.lost) {
        this.waiting.delete(id);
        waiting.reject(new GitError("failed", "git could not be started: the process that starts it ended twice"));
      } else {
        waiting.lost = true;
        this.send(waiting.wish);
      }
  }
}

let spawner: Spawner | undefined;
let users = 0;

/** Has git started by a process of its own until the function that it gives is called; shared by all who ask in this process. */
export function startSpawner(program: URL = new URL("./spawner-process.js", import.meta.url)): () => void {
  spawner ??= new Spawner(program);
  users++;
  const mine = spawner;
  startGitBy((args, run) => mine.start(args, run));
  let closed = false;
  return () => {
    if (closed) return;
    closed = true;
    users--;
    if (users > 0) return;
    startGitBy(undefined);
    spawner = undefined;
    mine.close();
  };
}
