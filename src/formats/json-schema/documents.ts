import { get, type ObjectTree, type Tree, textOf } from "../../text/tree.ts";
import { type Draft, draftOf, holdsSchemas, since } from "./dialect.ts";
import { fileUri, fragmentOf, resolveUri, withoutFragment } from "./uri.ts";

/** A schema with an address of its own, and the file it stands in. */
export interface Resource {
  readonly uri: string;
  readonly root: Tree;
  readonly draft: Draft;
  /** The file's path; empty for a meta-schema that comes with the product. */
  readonly path: string;
  readonly anchors: Map<string, Tree>;
  readonly dynamicAnchors: Map<string, Tree>;
  readonly recursive: boolean;
  readonly number: number;
}

/** The schemas of one side, found by their addresses. Never reads anything but the texts it was given. */
export class Documents {
  private readonly byUri = new Map<string, Resource>();
  private readonly homes = new Map<Tree, Resource>();
  private resources = 0;
  /** Whether there is one file and nothing else it could refer to. */
  readonly single: boolean;
  private readonly fallback: Draft;
  private readonly library: (uri: string) => Tree | undefined;

  constructor(
    files: ReadonlyMap<string, Tree>,
    fallback: Draft,
    library: (uri: string) => Tree | undefined = () => undefined,
  ) {
    this.fallback = fallback;
    this.library = library;
    this.single = files.size === 1;
    for (const [path, tree] of files) this.enter(tree, fileUri(path), path);
  }

  /** The resource a schema belongs to. */
  homeOf(tree: Tree): Resource {
    return this.homes.get(tree) as Resource;
  }

  fileRoot(path: string): Tree | undefined {
    return this.byUri.get(fileUri(path))?.root;
  }

  private enter(tree: Tree, uri: string, path: string): void {
    const resource = this.resource(tree, uri, this.draftAt(tree, this.fallback), path);
    this.index(tree, resource, true);
  }

  private draftAt(tree: Tree, inherited: Draft): Draft {
    const name = get(tree, "$schema");
    return (name?.kind === "string" ? draftOf(name.value) : undefined) ?? inherited;
  }

  private resource(root: Tree, uri: string, draft: Draft, path: string): Resource {
    const resource: Resource = {
      uri,
      root,
      draft,
      path,
      anchors: new Map(),
      dynamicAnchors: new Map(),
      recursive: textOf(get(root, "$recursiveAnchor")) === "true" && draft === "2019-09",
      number: this.resources++,
    };
    if (!this.byUri.has(uri)) this.byUri.set(uri, resource);
    return resource;
  }

  /** Finds the addresses and anchors in a schema and in those it holds. */
  private index(tree: Tree, around: Resource, isRoot = false): void {
    if (tree.kind !== "object") {
      this.homes.set(tree, around);
      return;
    }
    const home = this.identify(tree, around, isRoot);
    this.homes.set(tree, home);
    for (const child of subschemas(tree, home.draft)) this.index(child, home);
  }

  private identify(tree: ObjectTree, around: Resource, isRoot: boolean): Resource {
    const draft = this.draftAt(tree, around.draft);
    const id = get(tree, draft === "04" ? "id" : "$id");
    let home = around;
    if (id?.kind === "string" && (since(draft, "2019-09") || !tree.members.has("$ref"))) {
      const uri = resolveUri(around.uri, id.value);
      const fragment = fragmentOf(uri);
      const address = withoutFragment(uri);
      if (address !== around.uri && !id.value.startsWith("#")) {
        home = isRoot ? { ...around, uri: address } : this.resource(tree, address, draft, around.path);
        // a file is found by its own address and by its path
        if (isRoot) for (const one of [address, around.uri]) this.byUri.set(one, home);
      }
      if (fragment !== "" && !fragment.startsWith("/")) home.anchors.set(fragment, tree);
    }
    if (since(draft, "2019-09")) {
      const anchor = get(tree, "$anchor");
      if (anchor?.kind === "string") home.anchors.set(anchor.value, tree);
      const dynamic = get(tree, "$dynamicAnchor");
      if (dynamic?.kind === "string" && draft === "2020-12") {
        home.dynamicAnchors.set(dynamic.value, tree);
        if (!home.anchors.has(dynamic.value)) home.anchors.set(dynamic.value, tree);
      }
    }
    return home;
  }

  /** The schema that a reference in `from` means; undefined where these documents do not hold it. */
  resolve(from: Tree, reference: string): Tree | undefined {
    const home = this.homeOf(from);
    const uri = resolveUri(home.uri, reference);
    const resource = this.find(withoutFragment(uri)) ?? this.besides(home, reference);
    if (resource === undefined) return undefined;
    const fragment = fragmentOf(uri);
    if (fragment === "") return resource.root;
    if (!fragment.startsWith("/")) return resource.anchors.get(fragment);
    return this.follow(resource, fragment);
  }

  private find(uri: string): Resource | undefined {
    const known = this.byUri.get(uri);
    if (known !== undefined) return known;
    const tree = this.library(uri);
    if (tree === undefined) return undefined;
    this.enter(tree, uri, "");
    return this.byUri.get(uri);
  }

  /** A schema whose address is elsewhere, but whose file stands beside this one. */
  private besides(home: Resource, reference: string): Resource | undefined {
    return this.byUri.get(withoutFragment(resolveUri(fileUri(home.path), reference)));
  }

  private follow(resource: Resource, pointer: string): Tree | undefined {
    let tree: Tree | undefined = resource.root;
    let home = resource;
    for (const token of pointer.slice(1).split("/")) {
      const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
      if (tree?.kind === "array") tree = /^(?:0|[1-9][0-9]*)$/.test(key) ? tree.items[Number(key)] : undefined;
      else tree = get(tree, key);
      if (tree === undefined) return undefined;
      home = this.homes.get(tree) ?? home;
    }
    if (!this.homes.has(tree)) this.index(tree, home);
    return tree;
  }
}

/** The schemas that a schema holds. */
export function* subschemas(tree: ObjectTree, draft: Draft): Generator<Tree> {
  for (const [keyword, { value }] of tree.members) {
    const holds = holdsSchemas(draft, keyword);
    if (holds === undefined) continue;
    if (value.kind === "array") {
      if (holds === "schemas" || holds === "schema-or-schemas") yield* value.items;
    } else if (holds === "map" || holds === "map-or-names") {
      if (value.kind === "object")
        for (const { value: member } of value.members.values()) if (member.kind !== "array") yield member;
    } else if (holds !== "schemas") yield value;
  }
}
