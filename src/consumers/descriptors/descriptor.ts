import type { Consumer, Location } from "../../model.ts";

/** A consumer as its descriptor alone tells it: in which repository it stood is added by who read the file. */
export type DeclaredConsumer = Omit<Consumer, "evidence"> & { readonly evidence: Location };

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
}
