/** Resolves a reference against a base; the fragment stays. A reference that no base can resolve is taken as it is. */
export function resolveUri(base: string, reference: string): string {
  if (reference.startsWith("#")) return withoutFragment(base) + (reference === "#" ? "" : reference);
  try {
    return new URL(reference, base).href.replace(/#$/, "");
  } catch {
    return reference.replace(/#$/, "");
  }
}

export const withoutFragment = (uri: string): string => uri.split("#", 1)[0] as string;

/** The fragment, percent-decoded; empty where there is none. */
export function fragmentOf(uri: string): string {
  const at = uri.indexOf("#");
  if (at < 0) return "";
  const fragment = uri.slice(at + 1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The address of a file that was given by its path alone. */
export const fileUri = (path: string): string => `file:///${path.split("/").map(encodeURIComponent).join("/")}`;
