import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const packageFolder = dirname(require.resolve("protoc/package.json"));
const system = { linux: "linux", darwin: "osx", win32: "win64" }[process.platform as string] ?? "linux";
const machine = { x64: "x86_64", arm64: "aarch_64" }[process.arch as string] ?? "x86_64";
const binary = join(packageFolder, "bin", system === "win64" ? "protoc-win64.exe" : `protoc-${system}-${machine}`);
const include = join(packageFolder, "include");

/** Runs the real compiler on some files in a folder of their own. */
function withFiles<T>(files: ReadonlyMap<string, string>, run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "contract-review-protoc-"));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Why the real compiler refuses some files; undefined where it takes them. */
export function refusal(files: ReadonlyMap<string, string>): string | undefined {
  return withFiles(files, (folder) => {
    const { status, stderr } = spawnSync(
      binary,
      ["-I", folder, "-I", include, `--descriptor_set_out=${join(folder, "out.bin")}`, ...files.keys()],
      { encoding: "utf8" },
    );
    return status === 0 ? undefined : stderr;
  });
}

/** The descriptors that the real compiler makes, one character per byte. */
export function descriptors(files: ReadonlyMap<string, string>): string {
  return withFiles(files, (folder) => {
    const out = join(folder, "out.bin");
    execFileSync(binary, ["-I", folder, "-I", include, `--descriptor_set_out=${out}`, ...files.keys()], {
      stdio: "ignore",
    });
    return readFileSync(out, "latin1");
  });
}

/** What the real implementation makes of bytes, in the text format; undefined where it refuses them or lacks what is required. */
export function decoded(files: ReadonlyMap<string, string>, message: string, hex: string): string | undefined {
  return withFiles(files, (folder) => {
    const { status, stdout, stderr } = spawnSync(
      binary,
      ["-I", folder, "-I", include, `--decode=${message}`, ...files.keys()],
      { input: Buffer.from(hex, "hex"), encoding: "latin1" },
    );
    return status === 0 && !stderr.includes("missing required") ? stdout : undefined;
  });
}
