import { codeownersPaths } from "../consumers/codeowners.ts";
import { descriptorGlobs } from "../consumers/find.ts";
import { type Touched, touches } from "../store/readings.ts";
import { globMatcher } from "../text/glob.ts";

/** A `push` event, as far as it is read. */
export interface Push {
  readonly ref?: string;
  readonly before?: string;
  readonly after?: string;
  readonly forced?: boolean;
  readonly deleted?: boolean;
  readonly commits?: readonly {
    readonly added?: readonly string[];
    readonly removed?: readonly string[];
    readonly modified?: readonly string[];
  }[];
}

/** GitHub lists no more commits than this in one event. */
const mostCommits = 2048;
/** Of a commit with more files than this GitHub may list a part. */
const mostFiles = 300;

/**
 * What a push touched that can matter to an open pull request: the configuration, a descriptor or owners, another file that may
 * be a contract or a catalog. Where the event does not list everything, all of it.
 */
export function touchedBy({ commits = [], forced = false, before = "" }: Push, repository: string): Touched {
  if (forced || /^0*$/.test(before) || commits.length === 0 || commits.length >= mostCommits)
    return touches.configuration;
  let most: Touched = touches.nothing;
  for (const { added = [], removed = [], modified = [] } of commits) {
    const paths = [...added, ...removed, ...modified];
    // a merge lists what it merged; a commit that lists nothing may be one whose list was left out
    if (paths.length === 0 || paths.length >= mostFiles) return touches.configuration;
    for (const path of paths) most = Math.max(most, touchedAt(path, repository)) as Touched;
  }
  return most;
}

const descriptors = globMatcher([...descriptorGlobs, ...codeownersPaths]);
const configured = /^\.github\/contract-review\.ya?ml$/;
const organisation = /^contract-review\.ya?ml$/;
/** Programs and pictures: what no format reads. */
const neverRead =
  /\.(?:[cm]?[jt]sx?|vue|py|ipynb|java|kts?|scala|go|rs|rb|php|swift|cs|c|cc|cpp|h|hpp|sh|css|scss|html?|svg|png|jpe?g|gif|ico|pdf|lock)$/i;

function touchedAt(path: string, repository: string): Touched {
  if (configured.test(path)) return touches.configuration;
  if (/\/\.github$/i.test(repository) && organisation.test(path)) return touches.configuration;
  if (descriptors(path)) return touches.descriptors;
  return neverRead.test(path) ? touches.nothing : touches.files;
}
