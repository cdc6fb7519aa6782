import { expect, test } from "vitest";
import { Discoveries } from "../../src/app/discover.ts";
import { defaultConfig } from "../../src/config.ts";
import type { Config, Discovery } from "../../src/model.ts";
import type { Octokit } from "../../src/publish/place.ts";
import { withDiscovered } from "../../src/snapshot/configuration.ts";

function configured(discover: Discovery): Config {
  const refs = (...names: string[]) => names.map((repository) => ({ repository, ref: undefined }));
  const domains = {
    repositories: refs("acme/finance"),
    bestEffort: refs("acme/Sandbox"),
    staleAfterHours: 24,
    discover,
  };
  return { ...defaultConfig, domains };
}

test("what is discovered is required, and each repository is read once", async () => {
  const config = configured({ topic: "data-consumer" });
  const found = async () => ["acme/finance", "acme/growth", "acme/sandbox"];
  const { config: filled, problems } = await withDiscovered({ config, problems: [] }, found);
  expect(filled.domains.repositories.map(({ repository }) => repository)).toEqual(["acme/finance", "acme/growth"]);
  expect(problems).toEqual([]);
});

test("that nothing carries it is told", async () => {
  const config = configured({ property: "role", value: "consumer" });
  expect((await withDiscovered({ config, problems: [] }, async () => [])).problems).toEqual([
    {
      at: { path: ".github/contract-review.yml" },
      message: "domains.discover finds nothing: no repository that the App may read carries role: consumer",
      severity: "warning",
    },
  ]);
});

test("the list is asked for again after ten minutes, and after a failure at once", async () => {
  let time = 0;
  const answers = [
    new Error("503"),
    [{ full_name: "acme/a", topics: ["x"] }],
    [
      { full_name: "acme/b", topics: ["x", "y"], custom_properties: { role: ["consumer", "producer"] } },
      { full_name: "acme/a", topics: ["x"], custom_properties: { role: "consumer" } },
      { full_name: "acme/c", custom_properties: { role: "producer" } },
    ],
  ];
  const octokit = {
    rest: { apps: { listReposAccessibleToInstallation: {} } },
    paginate: async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  } as unknown as Octokit;
  const discoveries = new Discoveries(
    async () => octokit,
    () => new Date(time),
  );
  await expect(discoveries.find("acme", { topic: "x" })).rejects.toThrow("503");
  expect(await discoveries.find("acme", { topic: "X" })).toEqual(["acme/a"]);
  time += 599_000;
  expect(await discoveries.find("Acme", { topic: "x" })).toEqual(["acme/a"]);
  time += 1000;
  expect(await discoveries.find("acme", { topic: "x" })).toEqual(["acme/a", "acme/b"]);
  expect(await discoveries.find("acme", { property: "role", value: "consumer" })).toEqual(["acme/a", "acme/b"]);
  expect(await discoveries.find("acme", { property: "constructor", value: "x" })).toEqual([]);
});
