import type { Mode, Registered, RegisteredSchema, Registries } from "../model.ts";
import { modes } from "../text/mode.ts";

/** A registry of schemas that speaks Confluent's REST API, as the operator defined it. */
export interface RegistryAddress {
  readonly url: string;
  /** The value of the `Authorization` header; undefined where the registry asks for none. */
  readonly authorization: string | undefined;
}

/** Milliseconds that one answer may take. */
const patienceMs = 10_000;
/** Characters of one answer. */
const longest = 5_000_000;
const mostVersions = 200;
const mostReferences = 100;
/** Requests at once. */
const atOnce = 4;

/** A registry did not answer as it should, in words that hold no part of its address. */
class RegistryError extends Error {}

const formats = new Map([
  ["AVRO", "avro"],
  ["PROTOBUF", "protobuf"],
  ["JSON", "json-schema"],
]);

/** The registries of one operator, read over HTTP; each subject once. It reads and never registers. */
export class HttpRegistries implements Registries {
  private readonly addresses: ReadonlyMap<string, RegistryAddress>;
  private readonly known = new Map<string, Promise<Registered>>();

  constructor(addresses: ReadonlyMap<string, RegistryAddress>) {
    this.addresses = addresses;
  }

  subject(registry: string, subject: string): Promise<Registered> {
    const key = JSON.stringify([registry, subject]);
    const known = this.known.get(key) ?? this.read(registry, subject);
    this.known.set(key, known);
    return known;
  }

  private async read(registry: string, subject: string): Promise<Registered> {
    const address = this.addresses.get(registry);
    if (address === undefined) return { unreadable: `the operator of this App defines no registry called ${registry}` };
    const get = (path: string) => answerOf(address, path);
    try {
      const at = `/subjects/${encodeURIComponent(subject)}/versions`;
      const numbers = await get(at);
      if (numbers === undefined) return { absent: true };
      if (!Array.isArray(numbers) || !numbers.every(Number.isSafeInteger))
        throw new RegistryError("its list of versions is none");
      if (numbers.length > mostVersions) throw new RegistryError(`the subject has more than ${mostVersions} versions`);
      const versions: RegisteredSchema[] = [];
      const waiting = numbers.toSorted((a: number, b: number) => a - b) as number[];
      while (waiting.length > 0)
        versions.push(...(await Promise.all(waiting.splice(0, atOnce).map((one) => schemaAt(get, subject, one)))));
      return { versions, mode: modeIn(await get(`/config/${encodeURIComponent(subject)}?defaultToGlobal=true`)) };
    } catch (error) {
      if (error instanceof RegistryError) return { unreadable: error.message };
      throw error;
    }
  }
}

type Get = (path: string) => Promise<unknown>;

async function schemaAt(get: Get, subject: string, version: number): Promise<RegisteredSchema> {
  const files = new Map<string, string>();
  const { format, text, references } = await one(get, subject, version);
  const waiting = [...references];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (files.has(next.name)) continue;
    if (files.size >= mostReferences) throw new RegistryError(`version ${version} refers to too many schemas`);
    const referred = await one(get, next.subject, next.version);
    files.set(next.name, referred.text);
    waiting.push(...referred.references);
  }
  return { version: String(version), format, text, references: files };
}

interface Reference {
  readonly name: string;
  readonly subject: string;
  readonly version: number;
}

async function one(get: Get, subject: string, version: number) {
  const answer = await get(`/subjects/${encodeURIComponent(subject)}/versions/${version}`);
  const { schema, schemaType = "AVRO", references = [] } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const format = formats.get(String(schemaType));
  if (typeof schema !== "string") throw new RegistryError(`version ${version} of a subject holds no schema`);
  if (format === undefined) throw new RegistryError(`version ${version} is of a type that is not known here`);
  if (!Array.isArray(references) || !references.every(isReference))
    throw new RegistryError(`the references of version ${version} cannot be read`);
  return { format, text: schema, references };
}

function isReference(value: unknown): value is Reference {
  const { name, subject, version } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof name === "string" && typeof subject === "string" && Number.isSafeInteger(version);
}

/** The level that the subject has, or the registry for all; undefined where neither is said. */
function modeIn(answer: unknown): Mode | undefined {
  const { compatibilityLevel } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  if (compatibilityLevel === undefined) return undefined;
  const mode = modes.find((one) => one === compatibilityLevel);
  if (mode === undefined) throw new RegistryError("its compatibility level is none that is known here");
  return mode;
}

/** An answer's JSON; undefined where there is no such thing (404). @throws RegistryError */
async function answerOf({ url, authorization }: RegistryAddress, path: string): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}${path}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        accept: "application/vnd.schemaregistry.v1+json, application/json",
        "user-agent": "contract-review",
        ...(authorization !== undefined && { authorization }),
      },
    });
    text = response.status === 404 ? "" : await bounded(response);
  } catch (error) {
    if (error instanceof RegistryError) throw error;
    const late = (error as Error).name === "TimeoutError";
    throw new RegistryError(late ? "it did not answer in time" : "it cannot be reached");
  }
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (response.status !== 200) throw new RegistryError(`it answered ${response.status}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new RegistryError("its answer is not JSON");
  }
}

async function bounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > longest) throw new RegistryError("its answer is too long");
  }
  return text + decoder.decode();
}
