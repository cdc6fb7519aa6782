import type { Review } from "../model.ts";

/** What a command says, once its words are understood. Whether whoever wrote it may say so is judged at every review. */
export type Wish =
  | { readonly kind: "recheck" | "ask" }
  | { readonly kind: "tell"; about(review: Review): string }
  | {
      readonly kind: "acknowledge";
      /** Empty: everything that its writer answers for. */
      readonly consumers: readonly string[];
      readonly readyBy: string | undefined;
    }
  | {
      readonly kind: "reject";
      readonly consumer: string | undefined;
      readonly reason: string;
      readonly falseAlarm?: true;
    }
  | ExceptionWish
  | { readonly kind: "approve" | "withdraw"; readonly contract: string };

export interface ExceptionWish {
  readonly kind: "exception";
  readonly contract: string;
  readonly reason: string;
  readonly controls: string;
  readonly rollback: string;
  /** Last day, `2026-12-30`. */
  readonly until: string;
  /** Empty: every rule that fired. */
  readonly rules: readonly string[];
  /** Consumers and domain repositories by name; empty: every affected consumer. */
  readonly consumers: readonly string[];
  /** `2026-12-05/2026-12-06`. */
  readonly window: string | undefined;
}

/** The words after a command's name. */
export interface Args {
  readonly words: readonly string[];
  /** `reason="..."` by its name, for the names in `options`. */
  readonly options: ReadonlyMap<string, string>;
}

/** A slash command, `/contract NAME ...`. To add one: a file beside this and a line in `index.ts`. */
export interface Command {
  readonly name: string;
  /** What stands after `/contract`, as in the help. */
  readonly usage: string;
  /** What it does, in one line of the help. */
  readonly does: string;
  /** Who may, in a few words of the help. */
  readonly who: string;
  /** The options it knows, `ready-by`. */
  readonly options: readonly string[];
  /** Words it takes besides options. */
  readonly words: { readonly least: number; readonly most: number };
  /** `day`: when it was written, `2026-11-30`. */
  read(args: Args, day: string): Wish | { readonly mistaken: string };
}
