import type { Location } from "../../model.ts";
import { textsOf } from "../../text/tree.ts";
import type { Finding } from "../format.ts";
import { tagChanges } from "../tags.ts";
import type { Schema } from "./parse.ts";
import { eachPlace } from "./places.ts";
import type { RuleId } from "./rules.ts";

/** Where a registry's tags stand: no document is valid or invalid because of them. */
const keyword = "confluent:tags";

/** What both sides describe and one tags otherwise. */
export function* tagFindings(
  base: Schema,
  head: Schema,
): Generator<{ readonly rule: RuleId; readonly finding: Finding }> {
  if (![base, head].some(({ texts }) => [...texts.values()].some((text) => text.includes(keyword)))) return;
  const [was, is] = [tagsOf(base), tagsOf(head)];
  for (const [element, { tags }] of was.found) {
    const now = is.found.get(element);
    if (now === undefined) continue;
    const of = element === "" ? "the whole" : element;
    for (const { rule, tag, ...change } of tagChanges(tags, now.tags)) {
      const message = rule === "tag-added" ? `${of} is now tagged ${tag}` : `the tag ${tag} of ${of} is gone`;
      yield { rule, finding: { element, ...change, message, location: now.at } };
    }
  }
  if (was.all && is.all) return;
  const message = "that nothing is tagged otherwise is not proven: the schema describes too many places";
  const finding = { element: "", before: null, after: null, message, basis: "not-analysed" } as const;
  yield { rule: "not-proven", finding: { ...finding, breaks: ["forward"] } };
}

interface Element {
  readonly tags: Set<string>;
  readonly at: Location;
}

function tagsOf(schema: Schema): { readonly found: ReadonlyMap<string, Element>; readonly all: boolean } {
  const found = new Map<string, Element>();
  const all = eachPlace(schema, (tree, path) => {
    const member = tree.members.get(keyword);
    const { line, column } = member?.at ?? tree;
    const known = found.get(path) ?? {
      tags: new Set(),
      at: { path: schema.documents.homeOf(tree).path, line, column },
    };
    for (const tag of textsOf(member?.value)) known.tags.add(tag);
    found.set(path, known);
  });
  return { found, all };
}
