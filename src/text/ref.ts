/**
 * Whether git would take this as the name of a branch or tag, or as a commit id, and no option or revision expression can
 * hide in it: the rules of git-check-ref-format, and no leading dash.
 */
export function isRefName(ref: string): boolean {
  if (ref === "" || ref.length > 250 || ref === "@" || ref.startsWith("-")) return false;
  if (ref.includes("..") || ref.includes("@{") || ref.endsWith(".") || ref.endsWith("/")) return false;
  for (const character of ref) {
    const code = character.codePointAt(0) as number;
    if (code <= 0x20 || code === 0x7f || "~^:?*[\\".includes(character)) return false;
  }
  return ref.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
}

/** A whole commit id, SHA-1 or SHA-256. */
export function isCommitId(ref: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref);
}
