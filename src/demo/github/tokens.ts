import { createPublicKey, createSign, generateKeyPairSync, randomBytes, verify } from "node:crypto";
import type { Actor } from "./access.ts";
import { badCredentials, Refusal } from "./refusal.ts";
import type { App, Installation, Permissions, World } from "./state.ts";

const hour = 3_600_000;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A fresh RSA key pair for an App, PEM. */
export function newKeyPair(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
  };
}

export const publicKeyOf = (privateKey: string) =>
  createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();

/** Mints an installation token in GitHub's newer, stateless style (`ghs_APPID_JWT`): long, with dots. */
export function mintInstallationToken(
  world: World,
  installation: Installation,
  repositories: Set<number> | "all",
  permissions: Permissions,
): { token: string; expiresAt: Date } {
  const expiresAt = new Date(Math.floor((world.now().getTime() + hour) / 1000) * 1000);
  const claims = { iss: "github", exp: expiresAt.getTime() / 1000, jti: randomBytes(12).toString("hex") };
  const unsigned = `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}`;
  const signature = createSign("RSA-SHA256").update(unsigned).sign(installation.app.privateKey, "base64url");
  const token = `ghs_${installation.app.id}_${unsigned}.${signature}`;
  world.installationTokens.set(token, { installation, repositories, permissions, expiresAt });
  return { token, expiresAt };
}

export function mintUserToken(world: World, login: string): string {
  const user = world.accounts.get(login.toLowerCase());
  if (user === undefined) throw new Error(`no user ${login}`);
  const token = `ghp_${randomBytes(27).toString("base64url").replace(/[-_]/g, "0")}`;
  world.userTokens.set(token, user);
  return token;
}

/** Reads an Authorization header: nobody without one, 401 for anything unknown, expired or badly signed. */
export function authenticate(world: World, authorization: string | undefined): Actor {
  if (authorization === undefined || authorization === "") return { kind: "anonymous" };
  const [scheme = "", value = ""] = authorization.split(" ");
  if (/^basic$/i.test(scheme)) {
    const [user = "", password = ""] = Buffer.from(value, "base64").toString().split(/:(.*)/s);
    return ofToken(world, password === "" || password === "x-oauth-basic" ? user : password);
  }
  if (!/^(bearer|token)$/i.test(scheme)) throw badCredentials();
  return value.startsWith("gh") ? ofToken(world, value) : ofJwt(world, value);
}

function ofToken(world: World, token: string): Actor {
  const user = world.userTokens.get(token);
  if (user !== undefined) return { kind: "user", user };
  const found = world.installationTokens.get(token);
  if (found === undefined || found.expiresAt <= world.now()) throw badCredentials();
  if (!world.installations.has(found.installation.id)) throw badCredentials();
  if (found.installation.suspendedAt !== undefined) throw new Refusal(403, "This installation has been suspended");
  return { kind: "installation", token: found };
}

function ofJwt(world: World, jwt: string): Actor {
  const [header = "", claims = "", signature = ""] = jwt.split(".");
  const read = (part: string): Record<string, unknown> => {
    try {
      return JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
    } catch {
      throw new Refusal(401, "A JSON web token could not be decoded");
    }
  };
  const { iss, exp, iat } = read(claims);
  const app: App | undefined = world.apps.get(Number(iss));
  if (read(header).alg !== "RS256" || app === undefined) throw new Refusal(401, "Integration not found");
  if (!verify("RSA-SHA256", Buffer.from(`${header}.${claims}`), app.publicKey, Buffer.from(signature, "base64url")))
    throw new Refusal(401, "A JSON web token could not be decoded");
  // The App signs by the real clock, whatever this world's clock says.
  const now = Date.now() / 1000;
  if (typeof exp !== "number" || exp <= now) throw new Refusal(401, "'Expiration time' claim ('exp') is too old");
  if (exp > now + 660) throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
  if (typeof iat === "number" && iat > now + 60)
    throw new Refusal(401, "'Issued at' claim ('iat') must be an Integer representing a time in the past");
  return { kind: "app", app };
}
