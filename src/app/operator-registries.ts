import type { RegistryAddress } from "../snapshot/registries.ts";
import { type Checked, type Take, take } from "../text/checked.ts";
import type { Place, Tree } from "../text/tree.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The keys of one registry. */
const keys = ["url", "username-from", "password-from", "token-from"];

/** One registry of the operator's file: its address, and the names of the environment variables that hold its credentials. */
export function registryOf(
  checked: Checked,
  value: Tree,
  key: string,
  at: Place,
  {
    env,
    address,
    fromEnvironment,
  }: { readonly env: Env; readonly address: Take<string>; readonly fromEnvironment: Take<string> },
): RegistryAddress | undefined {
  const section = checked.mapping(value, key, keys);
  const url = take(section, "url", address);
  const secret = (name: string) => {
    const variable = take(section, name, fromEnvironment);
    return variable === undefined ? undefined : env[variable];
  };
  const [username, password, token] = [secret("username-from"), secret("password-from"), secret("token-from")];
  if (section.members.has("username-from") !== section.members.has("password-from"))
    return checked.complain(at, `\`${key}\` needs both \`username-from\` and \`password-from\`, or neither`);
  if (section.members.has("token-from") && section.members.has("username-from"))
    return checked.complain(
      at,
      `\`${key}\` takes \`token-from\`, or \`username-from\` and \`password-from\`, not both`,
    );
  if (url === undefined)
    return section.members.has("url") ? undefined : checked.complain(at, `\`${key}\` needs a \`url\``);
  const basic =
    username === undefined ? undefined : `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return { url: url.replace(/\/+$/, ""), authorization: token === undefined ? basic : `Bearer ${token}` };
}
