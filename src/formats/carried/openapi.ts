import type { Flow, Options } from "../../model.ts";
import { get, type Tree, textOf, Unreadable } from "../../text/tree.ts";
import type { CarrierDefinition, Parcel } from "../carrier.ts";
import { perTree } from "../per-tree.ts";
import { readDocument, referencesIn, type Spot, settled } from "./documents.ts";
import { modeFor, open } from "./payload.ts";

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

/**
 * OpenAPI 3: each schema that a body is made of is a contract, a body with a schema of its own too. What is in a response the
 * owner of the document writes, what is in a request it reads.
 */
export const openapi: CarrierDefinition = {
  name: "openapi",
  globs: ["**/*.{json,yaml,yml}"],
  claims: (_path, text) => /^(?:openapi|[ \t]*(?:\{[ \t]*)?"openapi"|'openapi')[ \t]*:[ \t]*["']?3/m.test(text),
  references: (path, text, tree) => referencesIn(path, text, setOf(tree)),
  unwrap(path, text, files) {
    const document = readDocument(path, text);
    const version = textOf(get(document, "openapi"));
    if (version === undefined) return [];
    if (!/^3\.[012]/.test(version)) {
      const { line, column } = get(document, "openapi") ?? document;
      throw new Unreadable(`OpenAPI ${version} is not known; known are 3.0, 3.1 and 3.2`, { path, line, column });
    }
    const options: Options = version.startsWith("3.0") ? { draft: "04", dialect: "openapi-3.0" } : { draft: "2020-12" };
    const title = textOf(get(get(document, "info"), "title")) ?? path;
    return bodiesOf({ path, keys: [], tree: document }, files).map(({ name, flow, spot }): Parcel => {
      const { line, column } = spot.tree;
      return {
        part: name,
        names: [`${title}/${name}`, `${path}#${name}`],
        version: undefined,
        mode: modeFor("json-schema", flow),
        ...(flow !== undefined && { flow }),
        at: { line, column },
        open: () => open(spot, "json-schema", "", files, options),
      };
    });
  },
};

const setOf = perTree((tree) => new Set(tree));

interface Body {
  readonly name: string;
  readonly flow: Flow | undefined;
  readonly spot: Spot;
}

/** Every schema that a body is made of, by its name among the components, else by the operation. */
function bodiesOf(root: Spot, files: ReadonlyMap<string, string>): readonly Body[] {
  const bodies = new Map<string, Body>();
  const add = (name: string, flow: Flow | undefined, spot: Spot) => {
    const known = bodies.get(name);
    bodies.set(name, known !== undefined && known.flow !== flow ? { ...known, flow: "both" } : { name, flow, spot });
  };
  const content = (holder: Spot | undefined, operation: string, flow: Flow | undefined) => {
    const media = at(holder, "content");
    for (const type of keysIn(media)) {
      const schema = at(media, type, "schema");
      if (schema === undefined) continue;
      const named = /^#\/components\/schemas\/([^/]+)$/.exec(textOf(get(schema.tree, "$ref")) ?? "")?.[1];
      const target = named === undefined ? undefined : at(root, "components", "schemas", named);
      if (named !== undefined && target !== undefined) add(named, flow, target);
      else add(keysIn(media).length === 1 ? operation : `${operation} ${type}`, flow, schema);
    }
  };
  for (const section of ["paths", "webhooks"])
    for (const route of keysIn(at(root, section))) {
      const item = follow(at(root, section, route), files);
      for (const method of keysIn(item).filter((key) => methods.has(key))) {
        const operation = at(item, method);
        const [asked, answered]: readonly (Flow | undefined)[] =
          section === "paths" ? ["received", undefined] : [undefined, "received"];
        const name = `${method.toUpperCase()} ${route}`;
        content(follow(at(operation, "requestBody"), files), `${name} request`, asked);
        for (const status of keysIn(at(operation, "responses")))
          content(follow(at(operation, "responses", status), files), `${name} ${status}`, answered);
      }
    }
  // a document of schemas alone says nothing about who sends them
  if (bodies.size === 0)
    for (const name of keysIn(at(root, "components", "schemas"))) {
      const spot = at(root, "components", "schemas", name);
      if (spot !== undefined) add(name, "both", spot);
    }
  return [...bodies.values()];
}

function at(spot: Spot | undefined, ...keys: readonly string[]): Spot | undefined {
  let here = spot;
  for (const key of keys) {
    const tree: Tree | undefined = get(here?.tree, key);
    here = here === undefined || tree === undefined ? undefined : { path: here.path, keys: [...here.keys, key], tree };
  }
  return here;
}

function keysIn(spot: Spot | undefined): readonly string[] {
  return spot?.tree.kind === "object" ? [...spot.tree.members.keys()] : [];
}

function follow(spot: Spot | undefined, files: ReadonlyMap<string, string>): Spot | undefined {
  return spot === undefined ? undefined : settled(spot, files);
}
