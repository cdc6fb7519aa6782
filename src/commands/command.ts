/** What a command wants done; only `publish` does it. */
export type Effect =
  | { readonly kind: "reply"; readonly markdown: string }
  /** Look at the pull request again from scratch; `ask`: and request the reviews now. */
  | { readonly kind: "review-again"; readonly ask: boolean };

/** A slash command, `/contract NAME ...`. To add one: a file beside this and a line in `index.ts`. */
export interface Command {
  readonly name: string;
  /** What stands after `/contract`, as in the help. */
  readonly usage: string;
  /** What it does, in one line of the help. */
  readonly does: string;
  /** `writer`: the author of the pull request, or who may write to the repository. */
  readonly who: "anyone" | "writer";
  run(args: readonly string[]): readonly Effect[];
}
