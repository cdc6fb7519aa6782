import { readFileSync } from "node:fs";
import type { Channel } from "../publish/channel.ts";
import type { RegistryAddress } from "../snapshot/registries.ts";
import { Checked, take } from "../text/checked.ts";
import { Unreadable } from "../text/tree.ts";
import { readYaml } from "../text/yaml.ts";
import { registryOf } from "./operator-registries.ts";

/** The environment variable that names the operator's file. */
const variable = "CONTRACT_REVIEW_OPERATOR_CONFIG";

/** What an address must not hold, and what no log may show. */
const credentials = /\/\/[^/@\s]*@/g;

/** A name of an environment variable. */
const variableName = /^[A-Z_][A-Z0-9_]{0,99}$/;

type Env = Readonly<Record<string, string | undefined>>;

/** What the operator defines: repositories refer to it by name. */
export interface Operator {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly registries: ReadonlyMap<string, RegistryAddress>;
}

/**
 * The channels and registries that the operator's file defines. Repositories name them, and never an address or a secret; the
 * file itself holds addresses at most: secrets come from the environment. What is wrong is added to `faults`, with file, line
 * and key.
 */
export function operatorOf(env: Env, faults: string[]): Operator {
  const path = env[variable];
  const channels = new Map<string, Channel>();
  const registries = new Map<string, RegistryAddress>();
  const operator = { channels, registries };
  if (path === undefined || path === "") return operator;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    faults.push(`${variable}: ${path} cannot be read`);
    return operator;
  }
  const checked = new Checked(path);
  try {
    const top = checked.mapping(readYaml(path, text), "", ["version", "channels", "registries"]);
    take(
      top,
      "version",
      checked.parsed((version) => (version === "1" ? 1 : undefined), "1, the only version there is"),
    );
    const fromEnvironment = checked.text((given) =>
      !variableName.test(given)
        ? "must be the name of an environment variable"
        : (env[given] ?? "") === ""
          ? "names an environment variable that is not set"
          : undefined,
    );
    const named = (key: "channels" | "registries") => {
      const members = top.members.get(key);
      if (members !== undefined && members.kind !== "null" && members.kind !== "object")
        checked.complain(members, `\`${key}\` must be a mapping of names to ${key}`);
      const all = members?.kind === "object" ? [...members.members] : [];
      for (const [name, { at }] of all)
        if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/.test(name))
          checked.complain(at, `a name in \`${key}\` has letters, digits, \`-\` and \`_\``);
      return all;
    };
    for (const [name, { at, value }] of named("registries")) {
      const given = { env, address: checked.text(addressProblem), fromEnvironment };
      const registry = registryOf(checked, value, `registries.${name}`, at, given);
      if (registry !== undefined) registries.set(name, registry);
    }
    for (const [name, { at, value }] of named("channels")) {
      const section = checked.mapping(value, `channels.${name}`, ["url", "url-from", "secret-from"]);
      const given = take(section, "url", checked.text(addressProblem));
      const from = take(section, "url-from", fromEnvironment);
      const secret = take(section, "secret-from", fromEnvironment);
      const url = given ?? (from === undefined ? undefined : env[from]);
      if (section.members.has("url") === section.members.has("url-from"))
        checked.complain(at, `\`channels.${name}\` needs a \`url\` or a \`url-from\`, one of them`);
      if (!section.members.has("secret-from"))
        checked.complain(
          at,
          `\`channels.${name}\` needs \`secret-from\`: the environment variable that signs what is sent`,
        );
      const wrong = from === undefined || url === undefined ? undefined : addressProblem(url);
      if (wrong !== undefined) checked.complain(at, `the address in ${from} ${wrong}`);
      if (url !== undefined && secret !== undefined && wrong === undefined)
        channels.set(name, { url, secret: env[secret] ?? "" });
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    faults.push(`${variable}: ${path}:${error.at.line ?? 1}: ${error.message}`);
  }
  for (const { at, message } of checked.problems)
    faults.push(`${variable}: ${at.path}:${at.line ?? 1}: ${message.replace(credentials, "//…@")}`);
  return operator;
}

/** TLS, but for a process on the same machine; credentials do not belong into an address. */
function addressProblem(text: string): string | undefined {
  const url = URL.parse(text);
  const local = url?.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url === null || (url.protocol !== "https:" && !local)) return "must be an address that begins with https://";
  return url.username === "" && url.password === "" ? undefined : "must not hold credentials";
}
