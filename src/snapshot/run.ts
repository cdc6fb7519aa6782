import { execFile, spawn } from "node:child_process";
import { devNull } from "node:os";

/** What one run of git may do and cost. */
export interface Run {
  /** A bare repository or a `.git` folder. */
  readonly gitDir?: string;
  /** Where it runs; a work tree where there is one. */
  readonly cwd?: string;
  readonly stdin?: string;
  /** Further environment: an index file, object directories. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further configuration, such as the header that holds a token: by environment, never by argument or file. */
  readonly config?: readonly (readonly [string, string])[];
  /** Whether it may reach the network over HTTP. */
  readonly network?: boolean;
  /** Default: one minute, five with the network. */
  readonly timeoutMs?: number;
  /** Bytes of standard output. Default: 256 MiB. */
  readonly maxOutput?: number;
  /** Exit statuses that are answers too. */
  readonly expected?: readonly number[];
  /** Texts that no message may hold. */
  readonly secrets?: readonly string[];
}

/** Why git gave no answer; the message is one line for people and holds no secret. */
export class GitError extends Error {
  readonly reason: "not-found" | "no-commit" | "denied" | "unreachable" | "timeout" | "too-much" | "failed";
  constructor(reason: GitError["reason"], message: string) {
    super(message);
    this.name = "GitError";
    this.reason = reason;
  }
}

export interface Answer {
  readonly stdout: Buffer;
  readonly status: number;
}

/**
 * Runs git once, hardened: arguments as an array, no shell, no prompt, no hooks, no configuration of the machine or its user,
 * no transport but the one that is asked for, limits of time and output.
 * @throws GitError
 */
export async function git(args: readonly string[], run: Run = {}): Promise<Answer> {
  const trusted = run.cwd === undefined ? [] : await trustedFolders();
  return starting(args, { ...run, config: [...trusted, ...(run.config ?? [])] });
}

type Start = (args: readonly string[], run: Run) => Promise<Answer>;

let starting: Start = start;

/** Has every git from now on started by somebody else; undefined: by this process again. */
export function startGitBy(other: Start | undefined): void {
  starting = other ?? start;
}

/** Folders of other owners that the user has told git to trust: the one thing taken from the user's own configuration. */
function trustedFolders(): Promise<readonly (readonly [string, string])[]> {
  trust ??= new Promise((resolve) => {
    execFile("git", ["config", "--global", "--null", "--get-all", "safe.directory"], { timeout: 10_000 }, (_, stdout) =>
      resolve(
        stdout
          .split("\0")
          .filter((folder) => folder !== "")
          .map((folder) => ["safe.directory", folder] as const),
      ),
    );
  });
  return trust;
}

let trust: Promise<readonly (readonly [string, string])[]> | undefined;

/** The version of git, which must know every way used here to keep it in bounds. @throws GitError */
export function gitVersion(): Promise<string> {
  version ??= git(["version"]).then(({ stdout }) => {
    const found = /^git version (([0-9]+)\.([0-9]+)[0-9.]*)/.exec(stdout.toString("utf8"));
    const [, whole = "unknown", major = "0", minor = "0"] = found ?? [];
    if (Number(major) < 2 || (Number(major) === 2 && Number(minor) < 31))
      throw new GitError("failed", `git 2.31 or later is needed; found ${whole}`);
    return whole;
  });
  return version;
}

let version: Promise<string> | undefined;

/** Starts git from this very process; the signal ends it before its time. @throws GitError */
export function start(args: readonly string[], run: Run, signal?: AbortSignal): Promise<Answer> {
  const { network = false, expected = [0], timeoutMs = network ? 300_000 : 60_000, maxOutput = 256 << 20 } = run;
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, {
      cwd: run.cwd,
      env: environment(run, network),
      stdio: ["pipe", "pipe", "pipe"],
      // a group of its own, so that the transport git starts ends with it
      detached: network,
    });
    const out: Buffer[] = [];
    let size = 0;
    let stderr = "";
    let stopped: GitError | undefined;
    const stop = (error: GitError): void => {
      stopped ??= error;
      end(child.pid, network);
    };
    const command = args.find((arg) => !arg.startsWith("-")) ?? "";
    const ended = () => stop(new GitError("failed", `git ${command} was ended`));
    signal?.addEventListener("abort", ended);
    const timer = setTimeout(() => {
      stop(new GitError("timeout", `git ${command} took longer than ${Math.round(timeoutMs / 1000)} s`));
    }, timeoutMs);
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutput) stop(new GitError("too-much", `git ${command} answered with more than ${maxOutput} bytes`));
      else out.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (stderr.length < 16_384) stderr += chunk.toString("utf8");
    });
    // git may end before it has read all of its input; its exit status tells
    child.stdin.on("error", () => {});
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(new GitError("failed", `git could not be started: ${error.message}`));
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", ended);
      if (stopped !== undefined) reject(stopped);
      else if (code !== null && expected.includes(code)) resolve({ stdout: Buffer.concat(out), status: code });
      else reject(failure(command, code, scrub(stderr, run.secrets ?? [])));
    });
    child.stdin.end(run.stdin ?? "");
  });
}

function end(pid: number | undefined, group: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(group ? -pid : pid, "SIGKILL");
  } catch {
    // it has ended by itself
  }
}

/** How to reach the network, never credentials. */
const passed = [
  "PATH",
  "TMPDIR",
  "http_proxy",
  "https_proxy",
  "HTTPS_PROXY",
  "all_proxy",
  "ALL_PROXY",
  "no_proxy",
  "NO_PROXY",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "GIT_SSL_CAINFO",
  "GIT_EXEC_PATH",
];

const hardened: readonly (readonly [string, string])[] = [
  ["core.hooksPath", devNull],
  ["core.fsmonitor", "false"],
  ["core.symlinks", "false"],
  ["core.attributesFile", devNull],
  ["core.quotePath", "false"],
  ["credential.helper", ""],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["protocol.allow", "never"],
  ["submodule.recurse", "false"],
  ["fetch.recurseSubmodules", "false"],
  ["transfer.fsckObjects", "true"],
  ["advice.detachedHead", "false"],
];

/** What git may see of our own environment. */
export function passedOn(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const name of passed) if (process.env[name] !== undefined) env[name] = process.env[name];
  return env;
}

function environment(run: Run, network: boolean): NodeJS.ProcessEnv {
  const transports = ["http", "https"].map((name) => [`protocol.${name}.allow`, "always"] as const);
  const config = [...hardened, ...(network ? transports : []), ...(run.config ?? [])];
  return {
    ...passedOn(),
    // a home of its own would bring `.netrc` and configuration along
    HOME: devNull,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    ...(run.gitDir === undefined ? {} : { GIT_DIR: run.gitDir }),
    ...run.env,
    GIT_CONFIG_COUNT: String(config.length),
    ...Object.fromEntries(
      config.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

/** Takes out of git's words whatever is or looks like a credential. */
export function scrub(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret !== "") clean = clean.replaceAll(secret, "***");
  return clean
    .replace(/gh[a-z]_[A-Za-z0-9_.-]+/g, "***")
    .replace(/github_pat_[A-Za-z0-9_]+/g, "***")
    .replace(/authorization:[^\n]*/gi, "***")
    .replace(/(https?:\/\/)[^/@\s]{1,500}@/g, "$1***@");
}

function failure(command: string, code: number | null, stderr: string): GitError {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((one) => one.startsWith("fatal:")) ?? lines.at(-1) ?? `exit status ${code}`;
  // servers may put words of theirs into it
  const told = line.replace(/[\p{Cc}\p{Cf}]/gu, " ").slice(0, 300);
  return new GitError(reasonOf(stderr), `git ${command}: ${told.replace(/^fatal: /, "")}`);
}

function reasonOf(stderr: string): GitError["reason"] {
  if (/not our ref|couldn't find remote ref|unadvertised object/i.test(stderr)) return "no-commit";
  if (/not found|does not appear to be a git repository|error: 404/i.test(stderr)) return "not-found";
  if (/authentication failed|could not read username|error: 40[13]|access denied/i.test(stderr)) return "denied";
  if (
    /could not resolve|failed to connect|timed out|connection (?:refused|reset)|error: (?:429|5[0-9][0-9])|early EOF|bad pack header|hung up/i.test(
      stderr,
    )
  )
    return "unreachable";
  return "failed";
}
