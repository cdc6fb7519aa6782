import type { Location, Mode } from "../model.ts";
import type { Surroundings } from "../text/surroundings.ts";
import type { Tree } from "../text/tree.ts";

/** What a file says of one subject of a schema registry. */
export interface Subject {
  readonly name: string;
  /** Where its schema stands in the repository: the first of these paths that is there. None where the file does not say. */
  readonly paths: readonly string[];
  readonly mode: Mode | undefined;
  /** The property by whose value the registry tells lineages apart. */
  readonly group?: string;
  readonly at: Location;
  /** In which language its schema is written, as written: `AVRO`, `JSON`, `PROTOBUF`; where the file says so. */
  readonly type?: string;
  /** A channel that names the file; no registry is told of it. */
  readonly alias?: true;
  /** A schema that stands in the file itself. */
  readonly inline?: InlineSchema;
  /** What is registered around the schema, where the file says something of it. */
  readonly around?: Around;
}

export interface InlineSchema {
  /** As written: `AVRO`, `JSON`, `PROTOBUF`; undefined where nothing is said. */
  readonly type: string | undefined;
  /** A text, or the value itself; an expression is never evaluated, as it is written. */
  readonly schema: Tree | { readonly expression: string };
  readonly references: readonly { readonly name: string; readonly subject: string }[];
}

/** As far as the file alone tells. */
export interface Around extends Surroundings {
  /** Where sections stand in files of their own: the first of these paths that is there. */
  readonly files?: Readonly<Partial<Record<"metadata" | "ruleSet", readonly string[]>>>;
}

/** Everything one file says, and what in it is an expression, which is never evaluated. */
export interface SubjectFile {
  readonly subjects: readonly Subject[];
  readonly expressions: readonly { readonly at: Location; readonly text: string }[];
}

/** One kind of file that maps schemas to subjects and modes. Pure: text in, subjects out; nothing is executed. */
export interface SubjectKind {
  readonly kind: string;
  readonly globs: readonly string[];
  /** Files that may decide of what is no literal in files of this kind. None: there are no expressions about what surrounds a schema. */
  readonly decidedBy?: readonly string[];
  /** Whether the text says that it is of this kind, told from the text alone so that a file that does not parse is not lost. */
  claims(text: string): boolean;
  /** @throws Unreadable */
  read(path: string, text: string): SubjectFile;
}

/** Where a file named in another may stand: beside that one, or below the repository's root. */
export function placesOf(from: string, named: string): readonly string[] {
  const folder = from.split("/").slice(0, -1);
  const beside = normalized([...folder, ...named.split("/")]);
  const below = normalized(named.split("/"));
  return [...new Set([beside, below])].filter((path) => path !== undefined);
}

/** Undefined where it leaves the repository. */
function normalized(parts: readonly string[]): string | undefined {
  const path: string[] = [];
  for (const part of parts)
    if (part === "..") {
      if (path.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") path.push(part);
  return path.length === 0 ? undefined : path.join("/");
}
