import { get, itemsOf, type Tree, textOf, textsOf } from "../../text/tree.ts";
import { callsIn } from "./dbt-calls.ts";
import type { DeclaredConsumer, Descriptor } from "./descriptor.ts";
import { criticalityOf, documentsOf, fieldsOf, refuse, unpinned } from "./read.ts";

/**
 * Property files of a dbt project: an exposure reads what it depends on, and a declared source is a table that the project
 * reads. Files of other tools may have keys of these names: what is not of dbt's shape is left alone.
 */
export const dbt: Descriptor = {
  kind: "dbt",
  globs: ["**/*.{yml,yaml}"],
  claims: (_path, text) =>
    /^["']?(?:exposures|sources|groups)["']?\s*:/m.test(text) ||
    (/^["']?models["']?\s*:/m.test(text) && /\bgroup["']?\s*:/.test(text)),
  read: (path, text) =>
    documentsOf(path, text).flatMap((document) => [
      ...itemsOf(get(document, "exposures")).flatMap((exposure) => readsOf(path, exposure)),
      ...itemsOf(get(document, "sources")).flatMap((source) => tablesOf(path, source)),
    ]),
  ownerships: (path, text) =>
    documentsOf(path, text).flatMap((document) => [
      ...itemsOf(get(document, "groups")).map((group) => ({
        of: `dbt group ${textOf(get(group, "name"))?.trim() ?? ""}`,
        owners: ownersOf(get(group, "owner")),
      })),
      ...itemsOf(get(document, "models")).flatMap((model) =>
        inGroup(model).map((as) => ({ of: `dbt model ${textOf(get(model, "name"))?.trim() ?? ""}`, owners: [], as })),
      ),
    ]),
};

/** dbt documentation, Model access: `group`, from 1.10 on under `config`, whose owner answers for its members. */
function inGroup(member: Tree): readonly string[] {
  const group = textOf(get(member, "group") ?? get(get(member, "config"), "group"))?.trim() ?? "";
  return group === "" ? [] : [`dbt group ${group}`];
}

/** dbt documentation, Exposure properties: `depends_on` lists calls of `ref` and `source`. */
function readsOf(path: string, exposure: Tree): readonly DeclaredConsumer[] {
  const name = textOf(get(exposure, "name"))?.trim() ?? "";
  const dependsOn = get(exposure, "depends_on");
  if (name === "" || dependsOn?.kind !== "array") return [];
  const meta = get(exposure, "meta") ?? get(get(exposure, "config"), "meta");
  const shared: Pick<DeclaredConsumer, "reads" | "criticality" | "reliesOn"> = {
    reads: fieldsOf(path, get(meta, "fields"), `exposures ${name}.meta.fields`) ?? "did-not-say",
    criticality: criticalityOf(path, get(meta, "criticality"), `exposures ${name}.meta.criticality`),
    reliesOn: "everything",
  };
  const owners = ownersOf(get(exposure, "owner"));
  return dependsOn.items.map((item): DeclaredConsumer => {
    const [call, ...others] = callsIn(textOf(item) ?? "");
    if (call === undefined || others.length > 0)
      return refuse(
        path,
        item,
        `\`depends_on\` of exposure ${name} must list ref('model') or source('source', 'table')`,
      );
    return {
      ...shared,
      ...{ domain: "", name, owners, replays: false, strict: false, kind: "dbt exposure", ownedBy: inGroup(exposure) },
      contract: call.name,
      version: call.version,
      confidence: call.version === undefined ? "unversioned" : "declared",
      evidence: { path, line: item.line, column: item.column },
    };
  });
}

/** dbt documentation, Exposure owner: a name, an address, or several. */
function ownersOf(owner: Tree | undefined): readonly string[] {
  const emails = textsOf(get(owner, "email")).map((email) => email.trim());
  return [...emails, textOf(get(owner, "name"))?.trim() ?? ""].filter((one) => one !== "").slice(0, emails.length || 1);
}

/** dbt documentation, Source properties: the table stands in the source's schema, else in one of the source's name. */
function tablesOf(path: string, source: Tree): readonly DeclaredConsumer[] {
  const name = textOf(get(source, "name"))?.trim() ?? "";
  const tables = get(source, "tables");
  if (name === "" || tables?.kind !== "array") return [];
  const schema = textOf(get(source, "schema"))?.trim() || name;
  return tables.items.flatMap((table): readonly DeclaredConsumer[] => {
    const own = textOf(get(table, "name"))?.trim() ?? "";
    if (own === "") return [];
    return [
      {
        ...unpinned,
        ...{ name: `source ${name}.${own}`, owners: [], reads: "did-not-say", kind: "dbt source" },
        contract: `${schema}.${textOf(get(table, "identifier"))?.trim() || own}`,
        evidence: { path, line: table.line, column: table.column },
      },
    ];
  });
}
