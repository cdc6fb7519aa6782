import type { Wording } from "../../model.ts";
import { type Prose, wordingsOf } from "../prose.ts";
import type { AvroContract } from "./contract.ts";
import { sourcesOf } from "./diff-record.ts";
import { pathOf, type Step } from "./fault.ts";
import { branchFor } from "./match.ts";
import type { AvroType } from "./types.ts";

/** Types used in many places would be told in each of them: beyond so many places, no more are looked at. */
const maxPlaces = 20_000;

/** Where `doc` differs, told under the names by which the comparison tells changes; a field under an alias is the same field. */
export function wordings(base: AvroContract, head: AvroContract): readonly Wording[] {
  const alone = base.roots.length === 1 && head.roots.length === 1;
  const heads = new Map(head.roots.map((root) => [alone ? "" : root.key, root]));
  const walk = new Walk();
  for (const { key, type } of base.roots) {
    const partner = heads.get(alone ? "" : key);
    if (partner !== undefined) walk.types(type, partner.type, base.roots.length === 1 ? "" : key, []);
  }
  const messages = new Map(head.messages.map((message) => [message.name, message]));
  const told = base.messages.flatMap(({ name, doc }) => {
    const now = messages.get(name);
    return now === undefined || now.doc?.text === doc?.text
      ? []
      : wordingsOf(name, doc ? [doc] : [], now.doc ? [now.doc] : [], now.at);
  });
  return [...walk.found, ...told];
}

class Walk {
  readonly found: Wording[] = [];
  private places = 0;
  /** Pairs on the way to here: a type within itself is told where it is met first. */
  private readonly open = new Map<AvroType, Set<AvroType>>();

  types(base: AvroType, head: AvroType, prefix: string, steps: readonly Step[]): void {
    const heads = this.open.get(base) ?? new Set();
    if (heads.has(head) || ++this.places > maxPlaces) return;
    this.open.set(base, heads.add(head));
    this.inside(base, head, prefix, steps);
    heads.delete(head);
  }

  private inside(base: AvroType, head: AvroType, prefix: string, steps: readonly Step[]): void {
    if (base.kind === "union" || head.kind === "union") {
      for (const branch of base.kind === "union" ? base.branches : [base]) {
        const index = head.kind === "union" ? branchFor(branch, head) : 0;
        const partner = head.kind === "union" ? head.branches[index] : head;
        if (partner !== undefined) this.types(branch, partner, prefix, steps);
      }
    } else if (base.kind === "array" && head.kind === "array")
      this.types(base.items, head.items, prefix, [...steps, { kind: "items" }]);
    else if (base.kind === "map" && head.kind === "map")
      this.types(base.values, head.values, prefix, [...steps, { kind: "values" }]);
    else if ("name" in base && "name" in head) {
      this.tell(prefix, steps, base.doc, head.doc, head);
      if (base.kind !== "record" || head.kind !== "record") return;
      for (const [field, source] of sourcesOf(head, base)) {
        const step: Step = { kind: "field", base: source.name, head: field.name };
        this.tell(prefix, [...steps, step], source.doc, field.doc, field);
        this.types(source.type, field.type, prefix, [...steps, step]);
      }
    }
  }

  private tell(
    prefix: string,
    steps: readonly Step[],
    base: Prose | undefined,
    head: Prose | undefined,
    { at }: Pick<Prose, "at">,
  ): void {
    if (base?.text === head?.text) return;
    const [before, after] = [base, head].map((doc) => (doc === undefined ? [] : [doc]));
    this.found.push(...wordingsOf(pathOf(prefix, steps), before ?? [], after ?? [], at));
  }
}
