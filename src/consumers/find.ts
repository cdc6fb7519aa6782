import type { Consumer, MalformedDescriptor } from "../model.ts";
import { Unreadable } from "../text/tree.ts";
import { readCodeowners } from "./codeowners.ts";
import { descriptors } from "./descriptors/index.ts";
import { isReachable, resolveOwners } from "./owners.ts";
import { ownershipIn } from "./ownership.ts";

/** The files that may declare consumers, whatever their content says. */
export const descriptorGlobs: readonly string[] = [...new Set(descriptors.flatMap(({ globs }) => globs))];

/** A repository whose files were read. */
export interface Scanned {
  /** `owner/name`. */
  readonly repository: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** The text of the repository's own CODEOWNERS; empty where it has none. */
  readonly codeowners: string;
}

/** What the descriptors of one repository say. */
export interface FoundConsumers {
  readonly consumers: readonly Consumer[];
  readonly malformed: readonly MalformedDescriptor[];
}

/** Whether a file says that it is a descriptor, told from its text alone. */
export function isDescriptor(path: string, text: string): boolean {
  return descriptors.some((descriptor) => descriptor.claims(path, text));
}

/** Who reads what, by the descriptors in one repository, and which descriptors could not be understood. */
export function findConsumers(
  { repository, files, codeowners }: Scanned,
  mapped: ReadonlyMap<string, readonly string[]>,
): FoundConsumers {
  const ownersOf = readCodeowners(codeowners);
  const ownedBy = ownershipIn(files);
  const consumers: Consumer[] = [];
  const malformed: MalformedDescriptor[] = [];
  const answering = (path: string, named: readonly string[]): readonly string[] => {
    const own = resolveOwners(named, mapped);
    if (own.some(isReachable)) return own;
    const code = resolveOwners(ownersOf(path), mapped);
    return code.some(isReachable) ? code : [...new Set([...own, ...code])];
  };
  for (const { path, text } of files)
    for (const descriptor of descriptors.filter((one) => one.claims(path, text)))
      try {
        for (const { ownedBy: names = [], ...declared } of descriptor.read(path, text)) {
          const { domain, evidence, owners } = declared;
          consumers.push({
            ...declared,
            domain: domain === "" ? (repository.split("/").at(-1) ?? repository) : domain,
            owners: answering(path, owners.length > 0 ? owners : ownedBy(names)),
            evidence: { repository, ...evidence },
          });
        }
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        const { at, message } = error;
        // a file that does not parse is told once, however many kinds of descriptor claim it
        const told = malformed.at(-1);
        if (told?.at.path !== path || told.message !== message)
          malformed.push({ at, message, text, owners: answering(path, []) });
      }
  return { consumers, malformed };
}

/**
 * Whether a text that could not be understood may be about a contract of this name: the name occurs in it, or every
 * part of it between dots does, as a word of its own.
 */
export function mentions(text: string, name: string): boolean {
  if (name === "") return false;
  const haystack = text.toLowerCase();
  const needle = name.toLowerCase();
  return haystack.includes(needle) || needle.split(".").every((part) => part === "" || hasWord(haystack, part));
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  return false;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
