import { readFileSync } from "node:fs";
import type { Channel } from "../publish/channel.ts";
import { Checked, take } from "../text/checked.ts";
import { Unreadable } from "../text/tree.ts";
import { readYaml } from "../text/yaml.ts";

/** The environment variable that names the operator's file. */
const variable = "CONTRACT_REVIEW_OPERATOR_CONFIG";

/** A name of an environment variable. */
const variableName = /^[A-Z_][A-Z0-9_]{0,99}$/;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The channels that the operator's file defines. Repositories name them, and never an address or a secret; the file itself
 * holds addresses at most: secrets come from the environment. What is wrong is added to `faults`, with file, line and key.
 */
export function channelsOf(env: Env, faults: string[]): ReadonlyMap<string, Channel> {
  const path = env[variable];
  const channels = new Map<string, Channel>();
  if (path === undefined || path === "") return channels;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    faults.push(`${variable}: ${path} cannot be read`);
    return channels;
  }
  const checked = new Checked(path);
  try {
    const top = checked.mapping(readYaml(path, text), "", ["version", "channels"]);
    take(
      top,
      "version",
      checked.parsed((version) => (version === "1" ? 1 : undefined), "1, the only version there is"),
    );
    const named = top.members.get("channels");
    if (named !== undefined && named.kind !== "null" && named.kind !== "object")
      checked.complain(named, "`channels` must be a mapping of names to channels");
    for (const [name, { at, value }] of named?.kind === "object" ? named.members : []) {
      if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/.test(name))
        checked.complain(at, "a channel's name has letters, digits, `-` and `_`");
      const section = checked.mapping(value, `channels.${name}`, ["url", "url-from", "secret-from"]);
      const fromEnvironment = checked.text((given) =>
        !variableName.test(given)
          ? "must be the name of an environment variable"
          : (env[given] ?? "") === ""
            ? "names an environment variable that is not set"
            : undefined,
      );
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
  for (const { at, message } of checked.problems) faults.push(`${variable}: ${at.path}:${at.line ?? 1}: ${message}`);
  return channels;
}

/** TLS, but for a process on the same machine; credentials do not belong into an address. */
function addressProblem(text: string): string | undefined {
  const url = URL.parse(text);
  const local = url?.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url === null || (url.protocol !== "https:" && !local)) return "must be an address that begins with https://";
  return url.username === "" && url.password === "" ? undefined : "must not hold credentials";
}
