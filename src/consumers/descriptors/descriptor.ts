import type { Consumer, Location } from "../../model.ts";

/** A consumer as its descriptor alone tells it: in which repository it stood is added by who read the file. */
export type DeclaredConsumer = Omit<Consumer, "evidence"> & {
  readonly evidence: Location;
  /** Under which names other files of the repository may say who owns it, the nearest first. */
  readonly ownedBy?: readonly string[];
};

/** What a file says of who owns what others describe, all by the names of `ownedBy`. */
interface Ownership {
  readonly of: string;
  /** As written: logins, teams, addresses. */
  readonly owners: readonly string[];
  /** Another name whose owners are this one's. */
  readonly as?: string;
}

/** One kind of file that declares consumers. Pure: text in, consumers out; used by the snapshot and by the index alike. */
export interface Descriptor {
  readonly kind: string;
  readonly globs: readonly string[];
  /** Whether the text says it is of this kind, told from the text alone so that a file that does not parse is not lost. */
  claims(path: string, text: string): boolean;
  /**
   * The consumers a claimed file declares; none where it declares none.
   * @throws Unreadable where it cannot be understood: whatever it mentions then has an unknown consumer.
   */
  read(path: string, text: string): readonly DeclaredConsumer[];
  /** Who owns what other files of the repository describe. @throws Unreadable */
  ownerships?(path: string, text: string): readonly Ownership[];
}
