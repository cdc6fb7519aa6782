import type { Discovery } from "../model.ts";
import type { Octokit } from "../publish/place.ts";

/** What GitHub says of a repository that an installation may read. */
interface Listed {
  readonly full_name: string;
  readonly topics?: readonly string[];
  readonly custom_properties?: Readonly<Record<string, unknown>>;
}

/** How long a list may serve, in milliseconds: a label on a repository is seen within minutes, and reviews cost few calls. */
const keptMs = 10 * 60_000;

/** The repositories that each installation may read, by what the organisation says about them. */
export class Discoveries {
  private readonly asInstallation: (owner: string) => Promise<Octokit>;
  private readonly clock: () => Date;
  private readonly kept = new Map<string, { readonly all: Promise<readonly Listed[]>; readonly until: number }>();

  constructor(asInstallation: (owner: string) => Promise<Octokit>, clock: () => Date) {
    this.asInstallation = asInstallation;
    this.clock = clock;
  }

  /** Names, `acme/finance`, sorted, of those that carry the topic or the property's value. @throws what GitHub answers */
  async find(owner: string, wanted: Discovery): Promise<readonly string[]> {
    const all = await this.listed(owner.toLowerCase());
    return all
      .filter((one) => isWanted(one, wanted))
      .map((one) => one.full_name)
      .sort();
  }

  private async listed(owner: string): Promise<readonly Listed[]> {
    const now = this.clock().getTime();
    const known = this.kept.get(owner);
    if (known !== undefined && known.until > now) return known.all;
    const all = this.asInstallation(owner).then((octokit) =>
      octokit.paginate(octokit.rest.apps.listReposAccessibleToInstallation, { per_page: 100 }),
    );
    this.kept.set(owner, { all, until: now + keptMs });
    // what failed is asked again
    all.catch(() => this.kept.delete(owner));
    return all;
  }
}

function isWanted({ topics = [], custom_properties: properties = {} }: Listed, wanted: Discovery): boolean {
  if ("topic" in wanted) return topics.includes(wanted.topic.toLowerCase());
  const value = Object.hasOwn(properties, wanted.property) ? properties[wanted.property] : undefined;
  return value === wanted.value || (Array.isArray(value) && value.includes(wanted.value));
}
