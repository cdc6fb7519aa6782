import { get, itemsOf, type Tree, Unreadable } from "../../text/tree.ts";
import type { Source } from "../format.ts";
import type { Prose } from "../prose.ts";
import { isNamed } from "./match.ts";
import { outermost } from "./outermost.ts";
import { readDocument } from "./read-document.ts";
import { Scope } from "./scope.ts";
import { type AvroType, inside, type NamedType, type RecordType, reachable } from "./types.ts";

/** One thing that is written and read as a whole. A `.avsc` file has one; a protocol has three for every message. */
export interface Root {
  /** What pairs it with the other side's: `find.request`, `acme.Order`. Its elements begin with it, unless it is alone. */
  readonly key: string;
  readonly type: AvroType;
}

/** A contract with every name resolved. */
export interface AvroContract {
  readonly roots: readonly Root[];
  readonly messages: readonly Message[];
  readonly path: string;
}

interface Message {
  readonly name: string;
  readonly oneWay: boolean;
  readonly doc?: Prose;
  readonly at: { readonly path: string; readonly line: number; readonly column: number };
}

/** @throws Unreadable */
export function readContract(source: Source): AvroContract {
  const library = new Library(source.files);
  if (source.entry === "") return wholeTree(library, source.part);
  const scope = library.scope(source.entry);
  if (scope === undefined) throw new Unreadable("the file is missing", { path: source.entry });
  return settled(library, fromScope(scope, library, source.part));
}

function settled(library: Library, contract: AvroContract): AvroContract {
  library.settle();
  return contract;
}

/** The files of one side, opened when a name is looked for in them. */
class Library {
  readonly files: ReadonlyMap<string, string>;
  private readonly scopes = new Map<string, Scope>();
  private declared: Map<string, string> | undefined;

  constructor(files: ReadonlyMap<string, string>) {
    this.files = files;
  }

  /** @throws Unreadable */
  scope(path: string): Scope | undefined {
    const open = this.scopes.get(path);
    if (open !== undefined) return open;
    const text = this.files.get(path);
    if (text === undefined) return undefined;
    const scope = new Scope(readDocument(path, text), (name) => this.elsewhere(name, path));
    this.scopes.set(path, scope);
    return scope;
  }

  /** An import stands where it says, or below some other root, as on a class path. */
  imported(path: string): Scope | undefined {
    const exact = this.scope(path);
    if (exact !== undefined) return exact;
    const below = [...this.files.keys()].sort().find((file) => file.endsWith(`/${path}`) || path.endsWith(`/${file}`));
    return below === undefined ? undefined : this.scope(below);
  }

  settle(): void {
    for (const scope of this.scopes.values()) scope.settleDefaults();
  }

  private elsewhere(fullName: string, asking: string): NamedType | undefined {
    this.declared ??= this.index();
    const path = this.declared.get(fullName);
    return path === undefined || path === asking ? undefined : this.scope(path)?.declared(fullName);
  }

  /** Which file defines a name: the first by path where several do. An unreadable file defines nothing. */
  private index(): Map<string, string> {
    const index = new Map<string, string>();
    for (const path of [...this.files.keys()].sort()) {
      try {
        for (const name of this.scope(path)?.declarations.keys() ?? []) if (!index.has(name)) index.set(name, path);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
      }
    }
    return index;
  }
}

function fromScope(scope: Scope, library: Library, part: string): AvroContract {
  const { document } = scope;
  const path = document.path;
  if (part !== "") {
    const type = scope.declared(part);
    if (type === undefined) throw new Unreadable(`defines no type ${part}`, { path });
    return { roots: [{ key: part, type }], messages: [], path };
  }
  if (document.main !== undefined) {
    const type = scope.type(document.main);
    return { roots: [{ key: "name" in type ? type.name.full : type.kind, type }], messages: [], path };
  }
  const messages = messagesOf(scope, library, new Set());
  const types = document.declared.map((tree) => scope.type(tree));
  return { roots: [...messages.roots, ...typeRoots(types, messages.roots)], messages: messages.messages, path };
}

/** The types that no other root draws on. */
function typeRoots(types: readonly AvroType[], others: readonly Root[]): readonly Root[] {
  const used = new Set(others.flatMap(({ type }) => [...reachable(type)]));
  const free = types.filter((type) => !used.has(type));
  return outermost(free, namedIn).map((type) => ({ key: "name" in type ? type.name.full : type.kind, type }));
}

/** The types that stand in a type with nothing but unions, lists and maps between. */
function* namedIn(type: AvroType): Generator<AvroType> {
  for (const inner of inside(type)) {
    if (isNamed(inner)) yield inner;
    else yield* namedIn(inner);
  }
}

/** Section "Messages": a request is read like a record, the response and the errors like any schema. */
function messagesOf(scope: Scope, library: Library, seen: Set<string>): { roots: Root[]; messages: Message[] } {
  const { document } = scope;
  const roots: Root[] = [];
  const messages: Message[] = [];
  seen.add(document.path);
  for (const { kind, path, line, column } of document.imports) {
    if (kind === "schema") continue;
    const imported = library.imported(path);
    if (imported === undefined)
      throw new Unreadable(`imports ${path}, which is not among the files given`, {
        path: document.path,
        line,
        column,
      });
    if (seen.has(imported.document.path)) continue;
    const inner = messagesOf(imported, library, seen);
    roots.push(...inner.roots);
    messages.push(...inner.messages);
  }
  const given = document.protocol?.messages;
  if (given?.kind !== "object") return { roots, messages };
  for (const [name, { at, value }] of given.members) {
    const place = { path: document.path, line: at.line, column: at.column };
    const fields = scope.fields(itemsOf(get(value, "request")), document.namespace);
    const request: RecordType = {
      kind: "record",
      name: { full: `${name}.request`, simple: "request", namespace: name },
      aliases: [],
      fields,
      at: place,
    };
    roots.push({ key: `${name}.request`, type: request });
    const response = get(value, "response");
    if (response !== undefined) roots.push({ key: `${name}.response`, type: scope.type(response) });
    const errors = get(value, "errors");
    if (errors !== undefined) roots.push({ key: `${name}.errors`, type: errorsOf(scope, errors) });
    const oneWay = get(value, "one-way");
    const isOneWay = oneWay?.kind === "boolean" && oneWay.value;
    messages.push({ name, oneWay: isOneWay, at: place, ...scope.doc(value) });
  }
  return { roots, messages };
}

/** The effective union of errors begins with `string`, for what no error type says. */
function errorsOf(scope: Scope, errors: Tree): AvroType {
  const text: Tree = { kind: "string", value: "string", line: errors.line, column: errors.column };
  return scope.type({ ...errors, kind: "array", items: [text, ...itemsOf(errors)] } as Tree);
}

/** A tree of files without a root: every type that no other type draws on. */
function wholeTree(library: Library, part: string): AvroContract {
  const paths = [...library.files.keys()].filter((path) => /\.av(?:sc|pr|dl)$/.test(path) || library.files.size === 1);
  const scopes = paths.sort().map((path) => library.scope(path) as Scope);
  if (part !== "") {
    const holder = scopes.find((scope) => scope.declarations.has(part));
    if (holder !== undefined) return settled(library, fromScope(holder, library, part));
  }
  const contracts = scopes.map((scope) => fromScope(scope, library, ""));
  const calls = contracts.flatMap(({ roots, messages }) => roots.filter(({ key }) => isCall(key, messages)));
  const types = contracts.flatMap(({ roots, path }) =>
    roots.filter((root) => !calls.includes(root)).map((root) => ({ ...root, path })),
  );
  const free = new Set(
    typeRoots(
      types.map(({ type }) => type),
      calls,
    ).map(({ type }) => type),
  );
  const named = new Map<string, Root>();
  for (const { key, type, path } of types) {
    if (!free.delete(type)) continue;
    // the same name in two files: versions side by side
    const own = named.has(key) ? `${key} in ${path}` : key;
    named.set(own, { key: own, type });
  }
  const roots = [...calls, ...named.values()];
  const messages = contracts.flatMap((contract) => contract.messages);
  return settled(library, { roots, messages, path: paths[0] ?? "" });
}

function isCall(key: string, messages: readonly Message[]): boolean {
  return messages.some(({ name }) => key.startsWith(`${name}.`) && /\.(?:request|response|errors)$/.test(key));
}
