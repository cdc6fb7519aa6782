import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { lintDocument } from "../../src/lint/lint.ts";
import { plain } from "../../src/text/tree.ts";
import { readYaml } from "../../src/text/yaml.ts";
import { mutants } from "./mutants.ts";

const shared = process.env.CONTRACT_REVIEW_SHARED ?? join(import.meta.dirname, "../../../shared");
const schemas = join(shared, "schemas");
const documents = join(import.meta.dirname, "documents");

/** The official schema that a document of each standard is held against. */
const official = {
  "3.0": "odcs-json-schema-v3.0.2.json",
  "3.1": "odcs-json-schema-v3.1.0.json",
  "3.2": "dev-v3.2.0__odcs-json-schema-v3.2.0.json",
  "2.2": "odcs-json-schema-v2.2.2.json",
  "1.2": "datacontract-1.2.1.schema.json",
} as const;
type Standard = keyof typeof official;

function validator(standard: Standard, formats: boolean): ValidateFunction {
  const options = { strict: false, validateFormats: formats, logger: false, allErrors: false } as const;
  const ajv = standard === "1.2" ? new Ajv(options) : new Ajv2019(options);
  if (formats) addFormats.default(ajv);
  return ajv.compile(JSON.parse(readFileSync(join(schemas, official[standard]), "utf8")));
}

const versions: Readonly<Record<string, Standard>> = {
  "v3.0.0": "3.0",
  "v3.0.1": "3.0",
  "v3.0.2": "3.0",
  "v3.1.0": "3.1",
  "v3.2.0": "3.2",
  "v2.2.0": "2.2",
  "v2.2.1": "2.2",
  "v2.2.2": "2.2",
};

const beside = { owned: true, moded: true };
const read = (path: string): unknown => JSON.parse(JSON.stringify(plain(readYaml(path, readFileSync(path, "utf8")))));

/** What the linter finds of one rule, in the document written as JSON. */
function lint(document: unknown) {
  const found = lintDocument("contract.json", JSON.stringify(document), beside);
  return found?.filter(({ rule }) => rule === "schema" || rule === "form");
}

function standardOf(document: unknown): Standard | undefined {
  const { apiVersion, dataContractSpecification, kind } = document as Record<string, unknown>;
  if (dataContractSpecification !== undefined) return "1.2";
  return kind === "DataContract" ? versions[String(apiVersion)] : undefined;
}

interface Disagreement {
  readonly official: boolean;
  readonly why: unknown;
  readonly ours: unknown;
  readonly mutation: string;
}

describe.skipIf(!existsSync(schemas))("the linter and the official schemas", () => {
  it.each(Object.keys(official) as Standard[])("agree on documents of %s and what they mutate to", (standard) => {
    const [valid, strictly] = [validator(standard, false), validator(standard, true)];
    const file = readdirSync(documents).find((name) => name.startsWith(`orders-${standard}.`)) ?? "";
    const seed = read(join(documents, file));
    expect([valid(seed), lint(seed)]).toEqual([true, []]);
    const disagreements: Disagreement[] = [];
    const counted = { valid: 0, invalid: 0 };
    for (const { document, mutation } of mutants(seed, 300, Number(standard) * 10)) {
      // a document that claims another version is held against another schema
      if (standardOf(document) !== standard) continue;
      const found = lint(document);
      const errors = found?.filter(({ severity }) => severity === "error");
      const accepted = valid(document);
      counted[accepted ? "valid" : "invalid"]++;
      if (accepted !== (errors?.length === 0))
        disagreements.push({ official: accepted, why: valid.errors, ours: errors, mutation });
      // where forms count too, a warning counts as an error
      else if (accepted && strictly(document) !== (found?.length === 0))
        disagreements.push({ official: !accepted, why: strictly.errors, ours: found, mutation });
    }
    expect(disagreements.slice(0, 3)).toEqual([]);
    expect(Math.min(counted.valid, counted.invalid)).toBeGreaterThan(50);
  });

  it("agree on the examples", () => {
    const examples = join(import.meta.dirname, "../../examples");
    const paths = [
      "producer/contracts/orders.odcs.yaml",
      "pairs/meaning/base.odcs.yaml",
      "pairs/meaning/head.odcs.yaml",
    ];
    for (const path of paths) {
      const document = read(join(examples, path));
      const standard = standardOf(document) as Standard;
      expect([path, validator(standard, true)(document), lint(document)]).toEqual([path, true, []]);
    }
  });

  it("agree on the documents of another project", () => {
    const folder = join(shared, "corpora/datacontract-cli");
    const valid = validator("1.2", false);
    const told = ["breaking", "changelog"].flatMap((part) =>
      readdirSync(join(folder, part), { recursive: true, encoding: "utf8" })
        .filter((path) => /\.ya?ml$/.test(path))
        .map((path) => ({ path, document: read(join(folder, part, path)) }))
        .filter(({ document }) => standardOf(document) === "1.2")
        .map(({ path, document }) => {
          const errors = lint(document)?.filter(({ severity }) => severity === "error");
          return { path, official: valid(document), ours: errors?.length === 0 };
        }),
    );
    expect(told.length).toBeGreaterThan(15);
    expect(told.filter(({ official: theirs, ours }) => theirs !== ours)).toEqual([]);
  });
});
