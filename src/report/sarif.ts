import type { Location, Review } from "../model.ts";
import { rules } from "../rules.ts";
import { allChanges } from "./changes.ts";
import { bare } from "./escape.ts";
import { isMeant } from "./meaning.ts";
import { listed } from "./words.ts";

/** The review as SARIF 2.1.0: one result per breaking change and per problem, with its place. */
export function sarif(review: Review): object {
  const changes = allChanges(review).filter(({ change }) => change.breaks.length > 0 || isMeant(change));
  const ids = [...new Set(changes.map(({ change }) => change.rule))].sort();
  const results = changes.map(({ change, diff }) => {
    const names = review.verdicts
      .filter((one) => "changes" in one && one.changes.some(({ fingerprint }) => fingerprint === change.fingerprint))
      .map(({ consumer }) => consumer.name);
    return {
      ruleId: change.rule,
      level: (names.length > 0 && change.breaks.length > 0) || change.corrupts ? "error" : "warning",
      message: {
        text: `${diff.contract.id}: ${bare(change.message, 1_000)}.${names.length > 0 ? ` ${change.breaks.length > 0 ? "Breaks" : "Puts at risk"} ${listed(names)}.` : ""}`,
      },
      locations: [location(change.location)],
      partialFingerprints: { "contractReview/v1": change.fingerprint },
    };
  });
  const problems = review.problems.map(({ at, message, severity }) => ({
    ruleId: "contract/unreadable",
    level: severity === "failure" ? "error" : "warning",
    message: { text: bare(message, 1_000) },
    locations: [location(at)],
  }));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "contract-review",
            rules: [
              ...ids.map((id) => ({
                id,
                shortDescription: { text: rules.get(id)?.invariant ?? id },
                help: { text: rules.get(id)?.advice ?? "" },
              })),
              ...(problems.length > 0
                ? [
                    {
                      id: "contract/unreadable",
                      shortDescription: { text: "Everything a review rests on can be read." },
                    },
                  ]
                : []),
            ],
          },
        },
        results: [...results, ...problems],
      },
    ],
  };
}

function location({ path, line, column }: Location): object {
  const region =
    line === undefined ? {} : { region: { startLine: line, ...(column !== undefined && { startColumn: column }) } };
  return { physicalLocation: { artifactLocation: { uri: encodeURI(path) }, ...region } };
}
