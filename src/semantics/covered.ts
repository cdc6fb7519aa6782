import type { Change, Diff, MeaningClass, Policy, Problem } from "../model.ts";
import { isWithin } from "../text/element.ts";
import type { Attestation, Declaration } from "./declaration.ts";
import { declaredChanges } from "./declared.ts";

/** What the declarations of one pull request say of one contract, under the names by which its changes are told. */
export interface Said {
  readonly changes: readonly Change[];
  readonly attested: readonly (Attestation & { readonly element: string })[];
}

/** Every field that declarations name. */
export function fieldsIn(declarations: readonly Declaration[]): readonly string[] {
  return [...new Set(declarations.flatMap(namedBy).map(({ name }) => name))];
}

/** A field that stands neither in base nor in head is a Problem where it is named. */
export function fieldsNowhere(contract: string, declarations: readonly Declaration[], told: Told): readonly Problem[] {
  return declarations.flatMap(namedBy).flatMap(({ name, at }): readonly Problem[] => {
    if (told(name) !== undefined) return [];
    const message = `names the field \`${name}\`, and ${contract} has none, neither before nor after`;
    return [{ at, message, severity: "failure" }];
  });
}

function namedBy({ changes, attested }: Declaration) {
  return [...changes.flatMap(({ fields }) => fields), ...attested.map(({ field }) => field)];
}

/** Under which name a field's changes are told; undefined where there is no such field. */
type Told = (field: string) => string | undefined;

/** What declarations say; of a field that stands nowhere, nothing. */
export function saidOf(contract: string, declarations: readonly Declaration[], told: Told): Said {
  const changes = declarations.flatMap((declaration) =>
    declaration.changes.flatMap((one) => {
      const fields = one.fields.flatMap((field) => {
        const name = told(field.name);
        return name === undefined ? [] : [{ ...field, name }];
      });
      return declaredChanges(contract, { ...one, fields });
    }),
  );
  const attested = declarations.flatMap((declaration) =>
    declaration.attested.flatMap((one) => {
      const element = told(one.field.name);
      return element === undefined ? [] : [{ ...one, element }];
    }),
  );
  return { changes: [...new Map(changes.map((change) => [change.fingerprint, change])).values()], attested };
}

/** The diff with what was declared; a suspicion that a declaration covers goes, one that is attested stays and says so. */
export function withSaid(diff: Diff, { changes: declared, attested }: Said, policy: Policy): Diff {
  if (diff.isNew || diff.problems.length > 0) return diff;
  const changes = diff.changes.flatMap((change): readonly Change[] => {
    if (change.meaning === undefined || change.basis !== "suspected") return [change];
    if (policy.declarations === "off") return [];
    if (declared.some((one) => covers(one, change))) return [];
    const stated = attested.find(({ element }) => isPartOf(change.element, element));
    if (stated === undefined) return [change];
    const { reason, field } = stated;
    return [{ ...change, meaning: { ...change.meaning, stated: { reason, location: field.at } } }];
  });
  return { ...diff, changes: [...changes, ...declared] };
}

/** What must still be declared or attested before this may pass, by the policy. */
export function undeclaredIn(
  { changes, isNew }: Diff,
  { changes: declared, attested }: Said,
  policy: Policy,
): readonly Change[] {
  if (policy.declarations === "off" || isNew) return [];
  return changes.filter((change) => {
    const { meaning, element, breaks } = change;
    if (meaning !== undefined) return meaning.known === "strong" && meaning.stated === undefined;
    if (policy.declarations !== "required" || breaks.length === 0) return false;
    const spoken = [...declared.map((one) => one.element), ...attested.map((one) => one.element)];
    return !spoken.some((one) => isPartOf(element, one) || isPartOf(one, element));
  });
}

/** Classes that a reader of texts cannot always tell apart. */
const alike: readonly (readonly MeaningClass[])[] = [
  ["calculation", "population"],
  ["grain", "key", "entity", "identifier_scope"],
  ["unit", "precision"],
];

function covers(declared: Change, suspected: Change): boolean {
  const [one, other] = [declared.meaning?.class, suspected.meaning?.class];
  if (one === undefined || other === undefined || !isPartOf(suspected.element, declared.element)) return false;
  return one === other || alike.some((group) => group.includes(one) && group.includes(other));
}

/** Whether one path lies within another, whatever the case of their letters. */
function isPartOf(inner: string, outer: string): boolean {
  return isWithin(inner.toLowerCase(), outer.toLowerCase());
}
