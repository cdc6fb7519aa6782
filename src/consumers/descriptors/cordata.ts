import { get, type ObjectTree, textOf } from "../../text/tree.ts";
import type { DeclaredConsumer, Descriptor } from "./descriptor.ts";
import { fieldsOf, freshnessOf, refuse, reliesOnOf, required, speaksOf, versionedDocuments } from "./read.ts";

/**
 * Pipelines of the cordata runtime, `cordata.tech/v1` and `/v2`. The runtime stops at any version but the pinned one and
 * reads whole tables; `source.contract.fields` and `.relies_on` are extensions that narrow it. Keys it does not know are
 * ignored, though the runtime refuses them: a stranger's typing error must not hide a consumer.
 */
export const cordata: Descriptor = {
  kind: "cordata.tech",
  globs: ["**/*.{yml,yaml}"],
  claims: (_path, text) => speaksOf(text, prefix),
  read: (path, text) =>
    versionedDocuments(path, text, prefix).map(({ document, apiVersion, at }) => {
      const version = apiVersion.slice(prefix.length);
      if (version === "v1" || version === "v2") return pipeline(path, document, version);
      return refuse(path, at, `unknown \`apiVersion\` ${apiVersion}; known are cordata.tech/v1 and /v2`);
    }),
};

const prefix = "cordata.tech/";

function pipeline(path: string, document: ObjectTree, version: "v1" | "v2"): DeclaredConsumer {
  const metadata = get(document, "metadata") ?? document;
  const source = get(document, "source");
  if (source?.kind !== "object") return refuse(path, source ?? document, "`source` is missing: which table it reads");
  const database = required(path, source, "database", "source.database");
  const table = required(path, source, "table", "source.table");
  const contract = get(source, "contract");
  const bare = get(source, "schema_version");
  if (version === "v1" && contract !== undefined)
    return refuse(path, contract, "`source.contract` belongs to cordata.tech/v2; v1 pins by `source.schema_version`");
  if (version === "v2" && bare !== undefined)
    return refuse(
      path,
      bare,
      "`source.schema_version` belongs to cordata.tech/v1; v2 pins by `source.contract.schema_version`",
    );
  const key = version === "v1" ? "source.schema_version" : "source.contract.schema_version";
  const pinned = version === "v1" ? bare : get(contract, "schema_version");
  const pin = textOf(pinned)?.trim() ?? "";
  if (pinned === undefined) return refuse(path, contract ?? source, `\`${key}\` is missing: which version it reads`);
  if (!/^[1-9][0-9]{0,17}$/.test(pin)) return refuse(path, pinned, `\`${key}\` must be a whole number from 1`);
  // v2 moved what the pipeline promises to its target
  const promise = version === "v1" ? get(document, "contract") : get(get(document, "target"), "contract");
  const owner = textOf(get(metadata, "owner"))?.trim() ?? "";
  return {
    domain: textOf(get(metadata, "domain"))?.trim() ?? "",
    name: required(path, metadata, "name", "metadata.name"),
    contract: `${database}.${table}`,
    owners: owner === "" ? [] : [owner],
    version: pin,
    reads: fieldsOf(path, get(contract, "fields"), "source.contract.fields") ?? "everything",
    reliesOn: reliesOnOf(path, get(contract, "relies_on"), "source.contract.relies_on"),
    ...freshnessOf(get(promise, "freshness_sla")),
    replays: false,
    strict: true,
    criticality: "medium",
    confidence: "declared",
    kind: `${prefix}${version}`,
    evidence: { path, line: pinned.line, column: pinned.column },
  };
}
