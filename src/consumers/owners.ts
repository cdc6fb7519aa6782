/** Who answers for a consumer or a contract, as text: `@login` and `@org/team` can be asked, anything else cannot be reached. */

/** Whether GitHub could know this owner: `@login` or `@org/team`, and nothing that could be read as more than that. */
export function isReachable(owner: string): boolean {
  return owner.length <= 200 && /^@[A-Za-z0-9][A-Za-z0-9_-]*(?:\/[A-Za-z0-9._-]+)?$/.test(owner);
}

/**
 * The logins and teams behind the names a descriptor gives: by configuration, whatever the case; a login or team that no
 * configuration maps stays; so does a name that nobody can be reached by, to be shown as it is.
 */
export function resolveOwners(
  names: readonly string[],
  mapped: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return [...new Set(names.flatMap((name) => mapped.get(ownerKey(name)) ?? [name.trim()]))].filter(
    (name) => name !== "",
  );
}

/** What a name is looked up by in the configuration's `owners`. */
export function ownerKey(name: string): string {
  return name.trim().toLowerCase();
}
