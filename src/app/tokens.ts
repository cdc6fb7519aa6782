import { Octokit as Reader } from "@octokit/rest";
import { type Octokit, statusOf } from "../publish/place.ts";
import type { Visibility } from "../snapshot/pull-request.ts";

interface Kept {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** A token is not used in its last minutes: what it starts must be able to finish. */
const marginMs = 10 * 60_000;

/** How a request is made: Octokit's own, before a token is put on it. */
interface Request {
  (endpoint: unknown): Promise<unknown>;
  readonly endpoint: { merge(route: unknown, parameters: unknown): { headers: Record<string, unknown> } };
}

/** Tokens with all that an installation may do, one for each, kept until it ages or is refused. */
export class InstallationTokens {
  private readonly app: () => Promise<Octokit>;
  private readonly clock: () => Date;
  private readonly kept = new Map<number, Promise<Kept>>();

  constructor(app: () => Promise<Octokit>, clock: () => Date) {
    this.app = app;
    this.clock = clock;
  }

  /** For Octokit's `authStrategy`: a token is put on each request when it is made, so that long work never holds an old one. */
  strategyFor(installation: number) {
    return Object.assign(async () => ({ type: "token", token: await this.token(installation) }), {
      hook: async (request: Request, route: unknown, parameters: unknown) => {
        const endpoint = request.endpoint.merge(route, parameters);
        endpoint.headers.authorization = `token ${await this.token(installation)}`;
        return request(endpoint);
      },
    });
  }

  forget(installation: number): void {
    this.kept.delete(installation);
  }

  private async token(installation: number): Promise<string> {
    const known = this.kept.get(installation);
    const kept = await known?.catch(() => undefined);
    if (kept !== undefined && kept.until - marginMs > this.clock().getTime()) return kept.token;
    // of several that wait, the first has a new one made for all
    const now = this.kept.get(installation);
    const minted = now === undefined || now === known ? this.mint(installation) : now;
    this.kept.set(installation, minted);
    return (await minted).token;
  }

  private async mint(installation: number): Promise<Kept> {
    const octokit = await this.app();
    const { data } = await octokit.rest.apps.createInstallationAccessToken({ installation_id: installation });
    return { token: data.token, until: Date.parse(data.expires_at) };
  }
}

/** Tokens that read contents and nothing else, for no more repositories than are asked for; each kept until it ages. */
export class ReadTokens {
  private readonly app: () => Promise<Octokit>;
  private readonly clock: () => Date;
  private readonly installations = new Map<string, number>();
  private readonly seen = new Map<string, { readonly visibility: Visibility; readonly until: number }>();
  private readonly kept = new Map<string, Kept>();

  constructor(app: () => Promise<Octokit>, clock: () => Date) {
    this.app = app;
    this.clock = clock;
  }

  /** What an event said of who is installed where. */
  know(owner: string, installation: number): void {
    this.installations.set(owner.toLowerCase(), installation);
  }

  /** Keeps none: they may have been taken back. */
  forget(): void {
    this.kept.clear();
  }

  /** Fetches the tokens of several repositories with one call an owner. Those that fail are asked again one by one. */
  async prepare(repositories: readonly string[]): Promise<void> {
    const owners = new Map<string, string[]>();
    for (const name of repositories.filter((one) => this.find(one) === undefined)) {
      const owner = name.split("/", 1)[0] ?? "";
      owners.set(owner, [...(owners.get(owner) ?? []), name]);
    }
    // one that is not installed refuses the whole call: `token` then finds out which
    for (const names of owners.values()) await this.mint(names).catch(() => undefined);
  }

  /** Who may see a repository, asked at most once an hour; `private` where GitHub does not tell. */
  async visibility(repository: string, apiUrl: string | undefined): Promise<Visibility> {
    const known = this.seen.get(repository.toLowerCase());
    if (known !== undefined && known.until > this.clock().getTime()) return known.visibility;
    const visibility = await this.askVisibility(repository, apiUrl).catch(() => "private" as const);
    this.seen.set(repository.toLowerCase(), { visibility, until: this.clock().getTime() + 3_600_000 });
    return visibility;
  }

  private async askVisibility(repository: string, apiUrl: string | undefined): Promise<Visibility> {
    const octokit = new Reader({
      auth: await this.token(repository),
      ...(apiUrl !== undefined && { baseUrl: apiUrl }),
    });
    const [owner = "", repo = ""] = repository.split("/");
    const { data } = await octokit.rest.repos.get({ owner, repo });
    if (data.visibility === "internal") return "internal";
    return data.private ? "private" : "public";
  }

  /** A token that reads one repository, `owner/name`. @throws what GitHub answers where the App is not installed there */
  async token(repository: string): Promise<string> {
    return this.find(repository) ?? (await this.mint([repository]));
  }

  private find(repository: string): string | undefined {
    const kept = this.kept.get(repository.toLowerCase());
    return kept !== undefined && kept.until - marginMs > this.clock().getTime() ? kept.token : undefined;
  }

  private async mint(repositories: readonly string[]): Promise<string> {
    const [first = ""] = repositories;
    const installation = await this.installationOf(first);
    const octokit = await this.app();
    const { data } = await octokit.rest.apps.createInstallationAccessToken({
      installation_id: installation,
      repositories: repositories.map((name) => name.split("/")[1] ?? ""),
      permissions: { contents: "read" },
    });
    const kept = { token: data.token, until: Date.parse(data.expires_at) };
    for (const name of repositories) this.kept.set(name.toLowerCase(), kept);
    return data.token;
  }

  /** @throws what GitHub answers where the App is not installed there */
  async installationOf(repository: string): Promise<number> {
    const [owner = "", repo = ""] = repository.split("/");
    const known = this.installations.get(owner.toLowerCase());
    if (known !== undefined) return known;
    const octokit = await this.app();
    const { data } = await octokit.rest.apps.getRepoInstallation({ owner, repo });
    this.know(owner, data.id);
    return data.id;
  }
}

/** Why the App may not read a repository, in words; undefined where that is not what went wrong. */
export function whyNoToken(error: unknown): string | undefined {
  const status = statusOf(error);
  if (status === 404 || status === 422) return `${status}: is the App installed there?`;
  if (status === 403) return "403: the App is suspended or may not read contents there";
  return undefined;
}
