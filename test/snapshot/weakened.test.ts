import { expect, it } from "vitest";
import { defaultConfig, readConfig } from "../../src/config.ts";
import { configurationOf } from "../../src/snapshot/configuration.ts";
import { memoryRepository } from "../../src/snapshot/memory.ts";

const path = ".github/contract-review.yml";
const strict = `version: 1
domains: {repositories: [acme/finance, acme/fraud]}
contracts:
  - {path: "a/*.avsc", mode: FULL_TRANSITIVE}
  - {path: "b/*.avsc", mode: BACKWARD}
policy: {breaking: forbid, no-consumers: exception, declarations: required, exception-max-days: 10}
`;
const loose = `version: 1
enforcement: observe
domains: {repositories: [acme/finance], best-effort: [acme/fraud]}
contracts:
  - {path: "a/*.avsc", mode: FULL}
  - {path: "b/*.avsc", mode: FULL}
policy: {breaking: acknowledge, no-consumers: pass, declarations: "off", author-may-approve: true, exception-max-days: 30, silence-acknowledges: [low]}
`;

async function told(before: string, after: string | undefined) {
  const refs = { base: { [path]: before }, head: after === undefined ? {} : { [path]: after } };
  const [base, head] = [memoryRepository("x", refs, "base"), memoryRepository("x", refs, "head")];
  const changed = [{ path, was: path, deleted: after === undefined }];
  const { config, problems } = await configurationOf(base, head, changed, async () => undefined);
  expect(config).toEqual(readConfig(path, before).config);
  return problems.map(({ severity, message }) => `${severity}: ${message}`);
}

it("a pull request that loosens the configuration is told so, and not judged by it", async () => {
  expect(await told(strict, loose)).toEqual(
    [
      "enforcement becomes observe",
      "acme/fraud need no longer be read",
      "the mode of a/*.avsc goes from FULL_TRANSITIVE to FULL",
      "policy.breaking goes from forbid to acknowledge",
      "policy.no-consumers goes from exception to pass",
      "policy.declarations goes from required to off",
      "authors may approve their own exceptions",
      "exceptions may last 30 days in place of 10",
      "silence counts as yes for low consumers",
    ].map((what) => `warning: weakens the review: ${what}`),
  );
});

it("one that tightens it is not; one that takes it away is", async () => {
  expect(await told(loose, strict)).toEqual([
    "warning: weakens the review: the mode of b/*.avsc goes from FULL to BACKWARD",
  ]);
  expect(await told(strict, undefined)).toContain("warning: weakens the review: acme/finance need no longer be read");
  expect(defaultConfig.domains.repositories).toEqual([]);
});
