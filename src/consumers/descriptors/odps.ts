import type { Consumer } from "../../model.ts";
import { mayHold } from "../../text/spoken.ts";
import { get, itemsOf, type ObjectTree, type Tree, textOf } from "../../text/tree.ts";
import type { DeclaredConsumer, Descriptor } from "./descriptor.ts";
import {
  contactOf,
  criticalityOf,
  documentsOf,
  fieldsOf,
  flagOf,
  refuse,
  reliesOnOf,
  required,
  versionOf,
} from "./read.ts";

/**
 * Data products of the Open Data Product Standard 1.0 (`kind: DataProduct`): each input port is a reader of its contract, and
 * so is an output port whose `inputContracts` name one that no input port has at that version. A product has no list of
 * fields: without the custom property `fields` it did not say.
 */
export const odps: Descriptor = {
  kind: "odps",
  globs: ["**/*.{yml,yaml}", "**/*.odps.json"],
  claims: (path, text) => isNamed(path) || (mayHold(text, "DataProduct") && mayHold(text, "apiVersion")),
  read: (path, text) =>
    documentsOf(path, text).flatMap((document) => {
      const apiVersion = textOf(get(document, "apiVersion")) ?? "";
      const isProduct = textOf(get(document, "kind")) === "DataProduct" && /^v?[0-9]/.test(apiVersion);
      if (isProduct && /^v?1\./.test(apiVersion)) return product(path, document, apiVersion);
      if (isProduct)
        return refuse(
          path,
          get(document, "apiVersion") ?? document,
          `unknown \`apiVersion\` ${apiVersion} of a DataProduct; known is v1.0`,
        );
      // other people call things of their own a DataProduct, but not a file `.odps.yaml`
      return isNamed(path) ? refuse(path, document, "`apiVersion` must be v1.0.0 and `kind` DataProduct") : [];
    }),
};

function isNamed(path: string): boolean {
  return /\.odps\.(?:ya?ml|json)$/.test(path);
}

function product(path: string, document: ObjectTree, apiVersion: string): readonly DeclaredConsumer[] {
  const name = textOf(get(document, "name"))?.trim() || required(path, document, "id", "id");
  const [support] = itemsOf(get(document, "support"));
  const shared = {
    domain: textOf(get(document, "domain"))?.trim() ?? "",
    owners: ownersOf(get(document, "team")),
    ...contactOf(get(support, "channel"), get(support, "url")),
    kind: `odps/${apiVersion}`,
  };
  const inputs = listOf(path, document, "inputPorts", "inputPorts").map((port, index): DeclaredConsumer => {
    const key = `inputPorts[${index}]`;
    const contract = textOf(get(port, "contractId"))?.trim() || required(path, port, "name", `${key}.name`);
    return { ...shared, name, contract, ...read(path, document, port, key) };
  });
  const outputs = listOf(path, document, "outputPorts", "outputPorts").flatMap((port, index) => {
    const key = `outputPorts[${index}].inputContracts`;
    return listOf(path, port, "inputContracts", key).map((used, position): DeclaredConsumer => {
      const contract = required(path, used, "id", `${key}[${position}].id`);
      const output = textOf(get(port, "name")) ?? String(index);
      return { ...shared, name: `${name}/${output}`, contract, ...read(path, document, used, `${key}[${position}]`) };
    });
  });
  const known = new Set(inputs.map((input) => `${input.version} of ${input.contract}`));
  return [...inputs, ...outputs.filter((output) => !known.has(`${output.version} of ${output.contract}`))];
}

/** What a port, or a contract behind one, says about how it is read. */
function read(
  path: string,
  document: Tree,
  port: Tree,
  key: string,
): Omit<DeclaredConsumer, "domain" | "name" | "contract" | "owners" | "contact" | "kind"> {
  const version = versionOf(path, get(port, "version"), `${key}.version`);
  const property = (name: string): Tree | undefined => customProperty(port, name);
  return {
    version,
    reads: fieldsOf(path, property("fields"), `${key}.customProperties.fields`) ?? "did-not-say",
    reliesOn: reliesOnOf(path, property("relies_on"), `${key}.customProperties.relies_on`),
    replays: flagOf(path, property("replay"), `${key}.customProperties.replay`),
    strict: version !== undefined,
    criticality: criticality(path, property("criticality") ?? customProperty(document, "criticality"), key),
    confidence: version === undefined ? "unversioned" : "declared",
    evidence: { path, line: port.line, column: port.column },
  };
}

function criticality(path: string, tree: Tree | undefined, key: string): Consumer["criticality"] {
  return criticalityOf(path, tree, `${key}.customProperties.criticality`);
}

function customProperty(tree: Tree, name: string): Tree | undefined {
  const found = itemsOf(get(tree, "customProperties")).find((item) => textOf(get(item, "property")) === name);
  return get(found, "value");
}

function listOf(path: string, parent: Tree, key: string, fullKey: string): readonly Tree[] {
  const list = get(parent, key);
  if (list === undefined || list.kind === "null") return [];
  return list.kind === "array" ? list.items : refuse(path, list, `\`${fullKey}\` must be a list`);
}

/** The members who own it, else the team by its name. */
function ownersOf(team: Tree | undefined): readonly string[] {
  const members = team?.kind === "array" ? team.items : itemsOf(get(team, "members"));
  const owners = members
    .filter((member) => textOf(get(member, "role"))?.toLowerCase() === "owner")
    .map((member) => textOf(get(member, "username"))?.trim() ?? "")
    .filter((username) => username !== "");
  const name = textOf(get(team, "name"))?.trim() ?? "";
  return owners.length > 0 || name === "" ? owners : [name];
}
