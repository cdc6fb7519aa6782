import type { Consumer } from "../../model.ts";
import { readJson } from "../../text/json.ts";
import { get, itemsOf, type Tree, textOf, Unreadable } from "../../text/tree.ts";
import type { DeclaredConsumer, Descriptor } from "./descriptor.ts";
import { unpinned } from "./read.ts";

/**
 * OpenLineage event files, one event, a list of them or one on each line: a job reads the inputs that it ran with. The columns
 * are those that the `columnLineage` facets of its outputs name, where every output has one; the owner is whom the job's
 * `ownership` facet names. It is only observed: nobody declared it.
 */
export const openlineage: Descriptor = {
  kind: "openlineage",
  globs: ["**/*lineage*.{json,ndjson,jsonl}", "**/{lineage,openlineage}/**/*.{json,ndjson,jsonl}"],
  claims: (path, text) =>
    /\.(?:json|ndjson|jsonl)$/i.test(path) && /openlineage/i.test(text) && /"inputs"[ \t\r\n]*:/.test(text),
  read(path, text) {
    const found = new Map<string, DeclaredConsumer>();
    for (const event of eventsIn(path, text))
      for (const consumer of readsOf(path, event)) {
        const key = JSON.stringify([consumer.name, consumer.contract, consumer.version]);
        const known = found.get(key);
        found.set(key, known === undefined ? consumer : { ...known, ...joined(known, consumer) });
      }
    return [...found.values()];
  },
};

/** @throws Unreadable */
function eventsIn(path: string, text: string): readonly Tree[] {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  const several =
    lines.length > first + 1 &&
    /^\s*\{.*\}\s*$/.test(lines[first] ?? "") &&
    lines.slice(first + 1).some((line) => line.trim() !== "");
  if (!several) {
    const tree = readJson(path, text);
    return tree.kind === "array" ? tree.items : [tree];
  }
  return lines.flatMap((line, index) => (line.trim() === "" ? [] : [readLine(path, line, index)]));
}

/** An event on a line of its own, at its line. @throws Unreadable */
function readLine(path: string, line: string, index: number): Tree {
  try {
    return { ...readJson(path, line), line: index + 1 };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Unreadable(error.message, { ...error.at, line: index + 1 });
  }
}

function readsOf(path: string, event: Tree): readonly DeclaredConsumer[] {
  const job = get(event, "job");
  const name = textOf(get(job, "name"))?.trim() ?? "";
  if (name === "") return [];
  const owners = ownersOf(job);
  const outputs = itemsOf(get(event, "outputs"));
  return itemsOf(get(event, "inputs")).flatMap((input): readonly DeclaredConsumer[] => {
    const dataset = textOf(get(input, "name"))?.trim() ?? "";
    if (dataset === "") return [];
    const version = versionOf(input);
    const { line, column } = input.line === 1 ? event : input;
    return [
      {
        ...unpinned,
        ...{ name, contract: dataset, owners, version, reads: columnsOf(input, outputs), confidence: "observed" },
        kind: "openlineage",
        evidence: { path, line, column },
      },
    ];
  });
}

/** OpenLineage, OwnershipJobFacet: `team:finance-data`, `user:ada`, or a name. */
function ownersOf(job: Tree | undefined): readonly string[] {
  const owners = itemsOf(get(get(get(job, "facets"), "ownership"), "owners"));
  return owners
    .map((owner) => (textOf(get(owner, "name")) ?? "").replace(/^(?:team|user|group|application):/, "").trim())
    .filter((owner) => owner !== "");
}

/**
 * OpenLineage, DatasetVersionDatasetFacet: a version of the data, as a snapshot, says nothing of the contract; one with points in
 * it, as in 1.4.0, is taken for the contract's.
 */
function versionOf(input: Tree): string | undefined {
  const facet = get(get(input, "facets"), "version");
  const version = textOf(get(facet, "datasetVersion"))?.trim() ?? "";
  return /^v?\d+\.\d+(?:\.\d+)?$/.test(version) ? version : undefined;
}

/** OpenLineage, ColumnLineageDatasetFacet: what each column is made of, and (`dataset`) what decides of the rows. */
function columnsOf(input: Tree, outputs: readonly Tree[]): Consumer["reads"] {
  const facets = outputs.map((output) => get(get(output, "facets"), "columnLineage"));
  if (facets.length === 0 || facets.some((facet) => facet?.kind !== "object")) return "did-not-say";
  const columns = new Set<string>();
  for (const facet of facets) {
    const fields = get(facet, "fields");
    const made = fields?.kind === "object" ? [...fields.members.values()].map(({ value }) => value) : [];
    const used = [...made.flatMap((field) => itemsOf(get(field, "inputFields"))), ...itemsOf(get(facet, "dataset"))];
    for (const one of used) {
      const same = ["namespace", "name"].every((key) => textOf(get(one, key)) === textOf(get(input, key)));
      const column = textOf(get(one, "field"));
      if (same && column !== undefined) columns.add(column);
    }
  }
  return columns.size === 0 ? "did-not-say" : [...columns].sort();
}

/** Several runs of a job read what any of them reads. */
function joined(one: DeclaredConsumer, other: DeclaredConsumer): Pick<DeclaredConsumer, "reads" | "owners"> {
  const owners = [...new Set([...one.owners, ...other.owners])];
  if (typeof one.reads === "string" || typeof other.reads === "string") return { owners, reads: "did-not-say" };
  return { owners, reads: [...new Set([...one.reads, ...other.reads])].sort() };
}
