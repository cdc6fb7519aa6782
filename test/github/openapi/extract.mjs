// Writes the part of GitHub's own API description that our tests check against, types only, without prose.
//
//   mkdir -p /tmp/openapi && cd /tmp/openapi && npm init -y
//   npm install --no-save @octokit/openapi@23.0.2 @octokit/openapi-webhooks@12.1.0     (420 MB: never a dependency)
//   cd <project> && npm run openapi

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { operations, webhooks } from "./operations.mjs";

const modules = process.argv[2];
if (modules === undefined) throw new Error("usage: node extract.mjs NODE_MODULES");
const read = (path) => JSON.parse(readFileSync(join(modules, path), "utf8"));
const prose = ["description", "summary", "example", "examples", "title", "externalDocs", "deprecated", "discriminator"];
const jsonOf = (content) => content?.["application/json"]?.schema;

/** A schema without prose, with OpenAPI 3.0's `nullable` turned into JSON Schema. `isNames` marks maps keyed by name. */
function plain(node, isNames = false) {
  if (Array.isArray(node)) return node.map((item) => plain(item));
  if (node === null || typeof node !== "object") return node;
  const kept = Object.entries(node).filter(
    ([key]) => isNames || !(prose.includes(key) || key === "nullable" || key.startsWith("x-")),
  );
  const out = Object.fromEntries(
    kept.map(([key, value]) => {
      if (!isNames && (key === "enum" || key === "default" || key === "const" || key === "required"))
        return [key, value];
      return [key, plain(value, !isNames && (key === "properties" || key === "patternProperties"))];
    }),
  );
  if (isNames || node.nullable !== true) return out;
  if (typeof out.type === "string" && !out.$ref && !out.allOf && !out.anyOf && !out.oneOf) {
    if (out.enum && !out.enum.includes(null)) out.enum = [...out.enum, null];
    return { ...out, type: [out.type, "null"] };
  }
  return { anyOf: [out, { type: "null" }] };
}

function closure(description, roots) {
  const schemas = {};
  const visit = (node) => {
    if (node === null || typeof node !== "object") return;
    const name = typeof node.$ref === "string" ? node.$ref.split("/").at(-1) : undefined;
    if (name && !(name in schemas)) {
      schemas[name] = plain(description.components.schemas[name]);
      visit(schemas[name]);
    }
    Object.values(node).forEach(visit);
  };
  visit(roots);
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function resolve(description, node) {
  return node?.$ref
    ? node.$ref
        .slice(2)
        .split("/")
        .reduce((at, key) => at[key], description)
    : node;
}

function operation(description, method, path) {
  const found = description.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not in the description`);
  const parameters = [...(description.paths[path].parameters ?? []), ...(found.parameters ?? [])]
    .map((parameter) => resolve(description, parameter))
    .map(({ name, in: place, required = false, schema }) => ({ name, in: place, required, schema: plain(schema) }));
  const body = resolve(description, found.requestBody);
  const request = jsonOf(body?.content);
  const responses = Object.entries(found.responses).map(([status, response]) => [
    status,
    plain(jsonOf(resolve(description, response).content)) ?? null,
  ]);
  return {
    parameters,
    ...(request && { request: { required: body.required ?? false, schema: plain(request) } }),
    responses: Object.fromEntries(responses),
  };
}

function write(file, value) {
  const text = `${JSON.stringify(value)}\n`;
  writeFileSync(new URL(file, import.meta.url), text);
  process.stdout.write(`${file}: ${Math.round(text.length / 1024)} KB\n`);
}

const source = (name) => `${name}@${read(`${name}/package.json`).version}`;
const rest = read("@octokit/openapi/generated/api.github.com.json");
const restOperations = Object.fromEntries(
  operations.map(([method, path]) => [`${method} ${path}`, operation(rest, method, path)]),
);
// The description merges what an account may be (a user or an enterprise) into one that is both.
restOperations["GET /app/installations"].responses[200].items = { $ref: "#/components/schemas/installation" };
const schemas = closure(rest, restOperations);
// The description says otherwise, but a pull request whose fork was deleted has no head repository.
for (const name of ["pull-request", "pull-request-simple"]) {
  const { properties } = schemas[name].properties.head;
  properties.repo = { anyOf: [properties.repo, { type: "null" }] };
}
write("rest.json", { source: source("@octokit/openapi"), operations: restOperations, schemas });

const hooks = read("@octokit/openapi-webhooks/generated/api.github.com.json");
const events = Object.fromEntries(
  webhooks.map((name) => {
    const found = hooks.webhooks[name];
    if (!found) throw new Error(`webhook ${name} is not in the description`);
    return [name, plain(jsonOf(found.post.requestBody.content))];
  }),
);
const hookSchemas = closure(hooks, events);
// The list of events an App may subscribe to is older than merge groups here.
for (const [name, { properties }] of Object.entries(hookSchemas))
  if (name.startsWith("webhook-check-suite"))
    properties.check_suite.properties.app.properties.events.items = { type: "string" };
write("webhooks.json", { source: source("@octokit/openapi-webhooks"), events, schemas: hookSchemas });
