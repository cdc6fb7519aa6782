import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { operatorOf } from "../../src/app/operator.ts";

async function read(text: string, env: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "contract-review-operator-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "operator.yml");
  await writeFile(path, text);
  const faults: string[] = [];
  const operator = operatorOf({ ...env, CONTRACT_REVIEW_OPERATOR_CONFIG: path }, faults);
  return { ...operator, faults: faults.map((fault) => fault.replace(path, "operator.yml")) };
}

test("registries by name, with credentials out of the environment", async () => {
  const { registries, faults } = await read(
    `version: 1
registries:
  production: { url: "https://registry.acme.example/", username-from: SR_USER, password-from: SR_PASSWORD }
  staging: { url: "https://staging.acme.example", token-from: SR_TOKEN }
  local: { url: "http://localhost:8081" }
`,
    { SR_USER: "u", SR_PASSWORD: "p", SR_TOKEN: "t" },
  );
  expect([faults, [...registries]]).toEqual([
    [],
    [
      ["production", { url: "https://registry.acme.example", authorization: "Basic dTpw" }],
      ["staging", { url: "https://staging.acme.example", authorization: "Bearer t" }],
      ["local", { url: "http://localhost:8081", authorization: undefined }],
    ],
  ]);
});

test("what is wrong is told with file, line and key, and no secret", async () => {
  const { faults } = await read(
    `version: 1
registries:
  a: { url: "http://registry.acme.example" }
  b: { url: "https://u:secret@acme.example" }
  c: { url: "https://acme.example", username-from: SR_USER }
  d: { url: "https://acme.example", token-from: not-set }
  e: {}
  "../f": { url: "https://acme.example", password: secret }
`,
    { SR_USER: "u" },
  );
  expect(
    faults.map((fault) => fault.replace("CONTRACT_REVIEW_OPERATOR_CONFIG: operator.yml:", "")),
  ).toMatchInlineSnapshot(`
    [
      "8: a name in \`registries\` has letters, digits, \`-\` and \`_\`",
      "3: \`registries.a.url\` must be an address that begins with https://; found \`http://registry.acme.example\`",
      "4: \`registries.b.url\` must not hold credentials; found \`https://…@acme.example\`",
      "5: \`registries.c\` needs both \`username-from\` and \`password-from\`, or neither",
      "6: \`registries.d.token-from\` must be the name of an environment variable; found \`not-set\`",
      "7: \`registries.e\` needs a \`url\`",
      "8: unknown key \`password\`; allowed in \`registries.../f\`: url, username-from, password-from, token-from",
    ]
  `);
  expect(faults.join()).not.toContain("secret@");
});
