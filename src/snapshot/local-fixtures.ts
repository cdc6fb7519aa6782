import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { candidates } from "../formats/find.ts";
import type { Work } from "../work.ts";
import { UserError } from "./user-error.ts";

export interface FixturesRequest {
  readonly contract: string;
  /** `.json`, `.ndjson` or (for Avro) `.avro`; undefined: the records are answered as NDJSON. */
  readonly out: string | undefined;
  readonly count: number;
  /** Which of the file's contracts, by any of its names; needed where it holds several. */
  readonly name: string | undefined;
}

/** Larger files are no contracts. */
const maxBytes = 1024 * 1024;

/** Makes records of a contract for its readers to keep. Answers what to print. @throws UserError */
export async function localFixtures({ contract, out, count, name }: FixturesRequest, work: Work): Promise<string> {
  if (out !== undefined && !/\.(?:json|ndjson|avro)$/.test(out))
    throw new UserError(`${out}: fixtures are written as .json, .ndjson or, for Avro, .avro`);
  const entry = basename(contract);
  const text = await readText(contract);
  const finds = await work.find(entry, text, candidates(entry), false);
  if (finds === undefined) throw new UserError(`no format finds a contract in ${contract}`);
  if ("problem" in finds) {
    const { at, message } = finds.problem;
    const place = [contract, at.line, at.column].filter((part) => part !== undefined).join(":");
    throw new UserError(`${place}: ${message}`);
  }
  const { format, found } = finds;
  const meant = name === undefined ? found : found.filter(({ names, part }) => part === name || names.includes(name));
  const [one, ...others] = meant;
  const known = found.map(({ names, part }) => names[0] ?? part).join(", ");
  if (one === undefined) throw new UserError(`${contract} holds no contract ${name}; it holds ${known}`);
  if (others.length > 0) throw new UserError(`${contract} holds several contracts (${known}); name one with --name`);
  const files = new Map([[entry, text], ...(await beside(contract, format))]);
  const source = { entry, part: one.part, files };
  const made = await work.examples({ format, source, options: {}, count });
  if ("problem" in made) throw new UserError(`${contract}: ${made.problem}`);
  const lines = made.records.map((record) => `${JSON.stringify(record)}\n`).join("");
  if (out === undefined) return lines;
  if (out.endsWith(".avro") && made.binary === undefined)
    throw new UserError(`${out}: only a single Avro schema (.avsc) that draws on no other file is written as .avro`);
  const written = out.endsWith(".json") ? `${JSON.stringify(made.records, null, 2)}\n` : lines;
  await writeFile(out, out.endsWith(".avro") && made.binary !== undefined ? made.binary : written).catch((error) => {
    throw new UserError(`${out} cannot be written (${(error as { code?: string }).code ?? error})`);
  });
  const records = made.records.length === 1 ? "1 record" : `${made.records.length} records`;
  return `${records} of ${one.names[0] ?? entry} written to ${out}\n`;
}

/** Files of the same format in the same folder: the contract may draw on them. */
async function beside(contract: string, format: string): Promise<readonly (readonly [string, string])[]> {
  const folder = dirname(contract);
  const names = (await readdir(folder)).filter((one) => one !== basename(contract) && candidates(one).includes(format));
  const texts = await Promise.all(
    names.slice(0, 200).map(async (one) => [one, await readText(join(folder, one)).catch(() => "")] as const),
  );
  return texts.filter(([, text]) => text !== "");
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error) => {
    throw new UserError(`${path} cannot be read (${(error as { code?: string }).code ?? error})`);
  });
  if (bytes.length > maxBytes) throw new UserError(`${path} is larger than a contract may be (1 MiB)`);
  return bytes.toString("utf8");
}
