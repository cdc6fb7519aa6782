import { describe, expect, it } from "vitest";
import { reviewOf, short, type Texts, type World } from "./world.ts";

const record = (...fields: readonly string[]) =>
  JSON.stringify({ type: "record", name: "acme.Order", fields: fields.map((name) => ({ name, type: "string" })) });

const domains: Readonly<Record<string, Texts>> = {
  "shop/billing": {
    "c.yml":
      'apiVersion: contract-consumer/v1\nconsumer: billing\nowner: {github: "@shop/b"}\nreads: [{subject: orders-value}]\n',
  },
};

/** What is told in short, and what follows. */
async function told(base: Texts, head: Texts, more: Pick<World, "config" | "domains"> = {}) {
  const review = await reviewOf({ base, head, domains, ...more });
  return {
    changes: review.diffs.flatMap(({ contract, changes }) =>
      changes.map(({ rule, breaks, location: { path, line } }) => [
        contract.id,
        rule,
        breaks.join(),
        `${path}:${line}`,
      ]),
    ),
    verdicts: short(review).map(([name, outcome]) => [name, outcome]),
    problems: review.problems.map(({ message }) => message),
    conclusion: review.conclusion,
  };
}

describe("Terraform", () => {
  const resource = (inside: string, schema = `file("\${path.module}/order.avsc")`) => `
resource "confluent_schema" "orders" {
  subject_name = "orders-value"
  format       = "AVRO"
  schema       = ${schema}
${inside}
}
`;
  const rule = (more = "") => `  ruleset {
    domain_rules {
      name = "length"
      kind = "CONDITION"
      type = "CEL"
      mode = "WRITEREAD"
      expr = "message.id.matches('^[A-Z]{8}$')"
      ${more}
    }
  }`;
  const order = { "infra/order.avsc": record("id", "ssn") };
  const world = (inside: string) => ({ ...order, "infra/main.tf": resource(inside) });

  it("a rule that goes breaks who relied on it, though no schema changes", async () => {
    expect(await told(world(rule()), world(""))).toEqual({
      changes: [["acme.Order", "registry/rule-removed", "forward", "infra/main.tf:2"]],
      verdicts: [["billing", "breaks"]],
      problems: [],
      conclusion: "action_required",
    });
  });

  it("a rule that goes in one of the places where a subject is registered", async () => {
    const base = { ...world(rule()), "infra/test.tf": resource(rule()) };
    expect((await told(base, { ...base, "infra/test.tf": resource("") })).changes).toEqual([
      ["acme.Order", "registry/rule-removed", "forward", "infra/test.tf:2"],
    ]);
  });

  it("what nobody registers any more is gone, unless it is registered under another subject", async () => {
    const base = world(rule());
    const removed = ["acme.Order", "registry/rule-removed", "forward", "infra/main.tf:2"];
    const gone = ["acme.Order", "contract/subject-removed", "backward,forward", "infra/main.tf:2"];
    expect((await told(base, order)).changes).toEqual([removed, gone]);
    const renamed = { ...base, "infra/main.tf": base["infra/main.tf"].replace("orders-value", "acme.Order") };
    expect((await told(base, renamed)).changes).toEqual([gone]);
  });

  it("a rule that only moves in its file is none that changes", async () => {
    expect(await told(world(rule()), world(`\n\n${rule()}`))).toEqual({
      changes: [],
      verdicts: [],
      problems: [],
      conclusion: "success",
    });
  });

  it("tags, properties, a rule that no longer refuses; each at its line", async () => {
    const metadata = (tags: string, major: string) => `  metadata {
    properties = { "major_version" : "${major}" }
    ${tags}
  }`;
    const base = world(`${metadata('tags {\n      key = "**.ssn"\n      value = ["PII"]\n    }', "1")}\n${rule()}`);
    const head = world(`${metadata("", "2")}\n${rule('on_failure = "NONE"')}`);
    expect((await told(base, head)).changes).toEqual([
      ["acme.Order", "registry/tag-removed", "forward", "infra/main.tf:6"],
      ["acme.Order", "registry/failure-ignored", "forward", "infra/main.tf:11"],
      ["acme.Order", "registry/property-changed", "", "infra/main.tf:7"],
    ]);
  });

  it("what is computed is not known: it breaks where what may decide of it changes, and only there", async () => {
    const inside = rule("params = var.params");
    const base = { ...world(inside), "infra/terraform.tfvars": "params = {}" };
    const unknown = {
      changes: [["acme.Order", "registry/not-analysed", "backward,forward", "infra/main.tf:2"]],
      verdicts: [["billing", "breaks"]],
      problems: [],
      conclusion: "action_required",
    };
    expect(await told(base, { ...base, "infra/terraform.tfvars": 'params = { a = "b" }' })).toEqual(unknown);
    const other = { ...base, "README.md": "read me" };
    expect((await told(base, other)).changes).toEqual([]);
    const dynamic = (content: string) =>
      world(
        `  ruleset {\n    dynamic "domain_rules" {\n      for_each = local.rules\n      content { ${content} }\n    }\n  }`,
      );
    expect(await told(dynamic("name = each.key"), dynamic("name = each.value"))).toEqual(unknown);
  });

  it("a schema that is written out is compared by its format, under its subject", async () => {
    const inline = (schema: string) => ({ "main.tf": resource("", schema) });
    const heredoc = (text: string) => inline(`<<-EOT\n    ${text}\n  EOT`);
    const removed = {
      changes: [["orders-value", "avro/field-removed", "forward", "main.tf:6"]],
      verdicts: [["billing", "breaks"]],
      problems: [],
      conclusion: "action_required",
    };
    expect(await told(heredoc(record("id", "city")), heredoc(record("id")))).toEqual(removed);
    const fields = (names: readonly string[]) =>
      names.map((name) => `{ name = "${name}", type = "string" }`).join(", ");
    const encoded = (...names: readonly string[]) =>
      inline(`jsonencode({\n    type = "record", name = "acme.Order"\n    fields = [${fields(names)}]\n  })`);
    expect((await told(encoded("id", "city"), encoded("id"))).changes).toEqual([
      ["orders-value", "avro/field-removed", "forward", "main.tf:6"],
    ]);
    const computed = (name: string) => inline(`jsonencode(local.${name})`);
    expect((await told(computed("orders"), computed("parcels"))).changes).toEqual([
      ["orders-value", "registry/not-analysed", "backward,forward", "main.tf:2"],
    ]);
    expect((await told(heredoc(record("id")), computed("orders"))).changes).toEqual([
      ["orders-value", "registry/not-analysed", "backward,forward", "main.tf:2"],
    ]);
  });
});

describe("Gradle", () => {
  const script = (setRuleSet: string) => `schemaRegistry {
  register {
    subject('orders-value', 'order.avsc', 'AVRO')
      .setMetadata('meta.json')
      .setRuleSet(${setRuleSet})
      .setNormalized(true)
  }
}
`;
  const rules = (...names: readonly string[]) =>
    JSON.stringify({ domainRules: names.map((name) => ({ name, kind: "CONDITION", type: "CEL", expr: "true" })) });
  const world = (setRuleSet: string, ruleSet: string) => ({
    ...{ "order.avsc": record("id", "ssn"), "build.gradle": script(setRuleSet), "rules.json": ruleSet },
    "meta.json": '{"tags": {"**.ssn": ["PII"]}}',
  });

  it("rules in a file of their own: a change of that file alone is about the schema", async () => {
    const base = world("'rules.json'", rules("a", "b"));
    expect(await told(base, world("'rules.json'", rules("a")))).toEqual({
      changes: [["acme.Order", "registry/rule-removed", "forward", "rules.json:1"]],
      verdicts: [["billing", "breaks"]],
      problems: [],
      conclusion: "action_required",
    });
    expect((await told(base, { ...base, "meta.json": "{}" })).changes).toEqual([
      ["acme.Order", "registry/tag-removed", "forward", "meta.json:1"],
    ]);
  });

  it("a file that is not there, is computed or cannot be read is never taken for safe", async () => {
    const base = world("'rules.json'", rules("a"));
    const unknown = [["acme.Order", "registry/not-analysed", "backward,forward", "build.gradle:3"]];
    const removed = ["acme.Order", "registry/rule-removed", "forward", "build.gradle:3"];
    expect((await told(base, world("'other.json'", rules("a")))).changes).toEqual([removed, ...unknown]);
    expect((await told(base, world("rulesOf('orders')", rules("a")))).changes).toEqual([removed, ...unknown]);
    const { problems, conclusion } = await told(base, world("'rules.json'", "{"));
    expect([problems, conclusion]).toEqual([["not valid JSON: expected a key in double quotes"], "failure"]);
  });
});

it("Maven: rules that are written out, and those that a property decides of", async () => {
  const pom = (inside: string) => `<project><build><plugins><plugin>
  <artifactId>kafka-schema-registry-maven-plugin</artifactId>
  <configuration>
    <subjects><orders-value>order.avsc</orders-value></subjects>
    <ruleSet><orders-value>${inside}</orders-value></ruleSet>
  </configuration>
</plugin></plugins></build></project>
`;
  const rule = (expr: string) =>
    `<domainRules><rule><name>a</name><kind>CONDITION</kind><type>CEL</type><expr>${expr}</expr></rule></domainRules>`;
  const world = (inside: string) => ({ "order.avsc": record("id"), "pom.xml": pom(inside) });
  expect((await told(world(rule("size(message.id) &lt; 9")), world(rule("size(message.id) &lt; 8")))).changes).toEqual([
    ["acme.Order", "registry/rule-changed", "backward,forward", "pom.xml:5"],
  ]);
  expect((await told(world(rule("true")), world(rule(`\${check}`)))).changes).toEqual([
    ["acme.Order", "registry/rule-changed", "backward,forward", "pom.xml:5"],
    ["acme.Order", "registry/not-analysed", "backward,forward", "pom.xml:5"],
  ]);
  const files = { "rules.json": '{"migrationRules": [{"name": "up", "mode": "UPGRADE", "type": "JSONATA"}]}' };
  expect(
    (await told({ ...world("rules.json"), ...files }, { ...world("rules.json"), "rules.json": "{}" })).changes,
  ).toEqual([["acme.Order", "registry/migration-removed", "backward", "rules.json:1"]]);
});

it.each([
  ["s.yml", (schema: string) => `subjects:\n  - name: orders-value\n    schema: |\n      ${schema}\n`],
  [
    "k.yaml",
    (schema: string) =>
      `kind: SchemaRegistrySubject\nmetadata: {name: orders-value}\nspec:\n  schemaType: AVRO\n  schema: |\n    ${schema}\n`,
  ],
])("%s: a schema that is written out in YAML", async (path, text) => {
  const { changes, verdicts } = await told({ [path]: text(record("id", "city")) }, { [path]: text(record("id")) });
  expect([changes.map(([id, rule]) => [id, rule]), verdicts]).toEqual([
    [["orders-value", "avro/field-removed"]],
    [["billing", "breaks"]],
  ]);
});

it("other YAML with subjects, and mappings that name files, need not be YAML before they are rendered", async () => {
  const role = (name: string) =>
    `metadata: {name: {{ .Values.${name} }}}\nsubjects:\n  - kind: User\n    name: {{ .x }}\n`;
  const jikkou = (name: string) =>
    `{% for t in ${name} %}\nkind: SchemaRegistrySubject\nspec:\n  schema:\n    $ref: ./order.avsc\n{% endfor %}\n`;
  const quiet = { changes: [], verdicts: [], problems: [], conclusion: "success" };
  expect(await told({ "role.yaml": role("a") }, { "role.yaml": role("b") })).toEqual(quiet);
  expect(await told({ "k.yaml": jikkou("a") }, { "k.yaml": jikkou("b") })).toEqual(quiet);
  const inline = (name: string) => jikkou(name).replace("\n    $ref: ./order.avsc", " '{}'");
  const { problems, conclusion } = await told({ "k.yaml": inline("a") }, { "k.yaml": inline("b") });
  expect([problems.length, conclusion]).toEqual([2, "failure"]);
});

describe("a subject that is registered from another file", () => {
  const gitops = (file: string) => `subjects:\n  - {name: orders-value, file: ${file}}\n`;

  it("is compared with the file before, where that is gone", async () => {
    const other = record("id").replace("acme.Order", "acme.Purchase");
    const base = { "order.avsc": record("id", "city"), "s.yml": gitops("order.avsc") };
    const { changes, verdicts } = await told(base, { "purchase.avsc": other, "s.yml": gitops("purchase.avsc") });
    expect([changes.map(([, rule]) => rule), verdicts]).toEqual([
      ["contract/renamed", "avro/name-changed", "avro/field-removed"],
      [["billing", "breaks"]],
    ]);
  });

  it("is never taken for safe where both stand", async () => {
    const other = record("id").replace("acme.Order", "acme.Purchase");
    const both = { "order.avsc": record("id", "city"), "purchase.avsc": other };
    expect(
      await told({ ...both, "s.yml": gitops("order.avsc") }, { ...both, "s.yml": gitops("purchase.avsc") }),
    ).toEqual({
      changes: [["acme.Purchase", "registry/not-analysed", "backward,forward", "s.yml:2"]],
      verdicts: [["billing", "breaks"]],
      problems: [],
      conclusion: "action_required",
    });
  });
});

describe("a compatibility group in what maps a schema", () => {
  const order = (...fields: readonly string[]) => ({ "order.avsc": record(...fields) });
  const config = "version: 1\ncontracts: [{path: order.avsc, options: {compatibilityGroup: major_version}}]\n";
  const rule = (mode: string) => ({ name: mode, kind: "TRANSFORM", type: "JSONATA", mode, expr: "$" });
  const files = (version: string, bridged: boolean) => ({
    "meta.json": JSON.stringify({ properties: { major_version: version } }),
    "rules.json": JSON.stringify({ migrationRules: bridged ? [rule("UPGRADE"), rule("DOWNGRADE")] : [] }),
  });
  const gradle = `schemaRegistry {
  register {
    subject('orders-value', 'order.avsc', 'AVRO').setMetadata('meta.json').setRuleSet('rules.json')
  }
}
`;
  const pom = (version: string, bridged: boolean) => `<project><build><plugins><plugin>
  <artifactId>kafka-schema-registry-maven-plugin</artifactId>
  <configuration>
    <subjects><orders-value>order.avsc</orders-value></subjects>
    <metadata><orders-value><properties><major_version>${version}</major_version></properties></orders-value></metadata>
    <ruleSet><orders-value><migrationRules>${bridged ? "<rule><name>a</name><kind>TRANSFORM</kind><mode>UPDOWN</mode><type>JSONATA</type></rule>" : ""}</migrationRules></orders-value></ruleSet>
  </configuration>
</plugin></plugins></build></project>
`;
  const tf = (version: string, bridged: boolean, label = "orders") => `
resource "confluent_schema" "${label}" {
  subject_name = "${label}-value"
  format = "AVRO"
  schema = file("\${path.module}/order.avsc")
  metadata {
    properties = { "major_version" : "${version}" }
  }
  ruleset {
    ${bridged ? 'migration_rules {\n name = "a"\n kind = "TRANSFORM"\n type = "JSONATA"\n mode = "UPDOWN"\n expr = "$"\n }' : ""}
  }
}
`;
  const readers = (version: string) => ({
    "shop/billing": {
      "c.yml": `apiVersion: contract-consumer/v1\nconsumer: billing\nowner: {github: "@shop/b"}\nreads: [{subject: orders-value, version: "${version}"}]\n`,
    },
  });
  const rules = ({ changes }: Awaited<ReturnType<typeof told>>) => changes.map(([, one]) => one);

  it.each([
    ["Gradle", (version: string, bridged: boolean) => ({ "build.gradle": gradle, ...files(version, bridged) })],
    ["Maven", (version: string, bridged: boolean) => ({ "pom.xml": pom(version, bridged) })],
    ["Terraform", (version: string, bridged: boolean) => ({ "main.tf": tf(version, bridged) })],
  ])("%s parts lineages as a subject file does", async (_, mapping) => {
    const base = { ...order("id", "city"), ...mapping("1", false) };
    const bridged = await told(base, { ...order("id"), ...mapping("2", true) }, { config, domains: readers("1") });
    expect([bridged.conclusion, rules(bridged), bridged.verdicts]).toEqual([
      "success",
      ["registry/property-changed", "contract/lineage-started"],
      [["billing", "unaffected"]],
    ]);
    const bare = await told(base, { ...order("id"), ...mapping("2", false) }, { config, domains: readers("1") });
    expect([bare.conclusion, rules(bare), bare.verdicts]).toEqual([
      "action_required",
      ["registry/property-changed", "contract/lineage-started", "registry/migration-missing"],
      [["billing", "breaks"]],
    ]);
    const stays = await told(base, { ...order("id"), ...mapping("1", false) }, { config, domains: readers("1") });
    expect([rules(stays), stays.verdicts]).toEqual([["avro/field-removed"], [["billing", "breaks"]]]);
  });

  it("starts nothing where the same schema stays in the lineage before under another subject", async () => {
    const base = { ...order("id", "city"), "main.tf": tf("1", true) + tf("1", true, "parcels") };
    const head = { ...order("id"), "main.tf": tf("2", true) + tf("1", true, "parcels") };
    expect(rules(await told(base, head, { config }))).toEqual(["avro/field-removed", "registry/property-changed"]);
  });

  it("is read from Terraform where both sides say it there", async () => {
    const level = (group: string) =>
      `resource "confluent_subject_config" "orders" {\n  subject_name = "orders-value"\n${group}\n}\n`;
    const group = '  compatibility_group = "major_version"';
    const base = { ...order("id", "city"), "main.tf": tf("1", false) + level(group) };
    const head = { ...order("id"), "main.tf": tf("2", true) + level(group) };
    expect(rules(await told(base, head))).toEqual(["registry/property-changed", "contract/lineage-started"]);
    const silent = { ...base, "main.tf": tf("1", false) + level("") };
    expect(rules(await told(silent, head))).toEqual([
      "avro/field-removed",
      "registry/migration-added",
      "registry/property-changed",
    ]);
  });
});

describe("schemas that are written out for AWS Glue and in Pulumi", () => {
  const indented = (text: string, by: number) => text.replaceAll("\n", `\n${" ".repeat(by)}`);
  const yaml = (schema: string) => `Resources:
  Orders:
    Type: AWS::Glue::Schema
    Properties:
      Registry: {Arn: !Ref Registry}
      Name: !Sub "orders-value"
      DataFormat: AVRO
      SchemaDefinition: |
        ${indented(schema, 8)}
`;
  const version = (schema: string) => `  Next:
    Type: AWS::Glue::SchemaVersion
    Properties:
      Schema: {SchemaArn: !Ref Orders}
      SchemaDefinition: '${schema}'
`;
  const json = (schema: string) =>
    JSON.stringify({
      Resources: {
        Orders: {
          Type: "AWS::Glue::Schema",
          Properties: { Name: "orders-value", DataFormat: "AVRO", SchemaDefinition: schema },
        },
      },
    });
  const glue = (schema: string) =>
    `resource "aws_glue_schema" "o" {\n  schema_name = "orders-value"\n  data_format = "AVRO"\n  schema_definition = <<EOT\n${schema}\nEOT\n}\n`;
  const pulumi = (schema: string, type: string, keys: readonly [string, string, string]) =>
    `resources:\n  o:\n    type: ${type}\n    properties:\n      ${keys[0]}: orders-value\n      ${keys[1]}: AVRO\n      ${keys[2]}: '${schema}'\n`;

  it.each([
    ["stack.yaml", yaml],
    ["stack.json", json],
    ["stack.template", json],
    ["main.tf", glue],
    ["Pulumi.yaml", (schema: string) => pulumi(schema, "confluentcloud:Schema", ["subjectName", "format", "schema"])],
    [
      "Pulumi.yaml",
      (schema: string) => pulumi(schema, "aws:glue:Schema", ["schemaName", "dataFormat", "schemaDefinition"]),
    ],
  ])("%s is compared under its subject", async (path, text) => {
    const { changes, verdicts, problems } = await told(
      { [path]: text(record("id", "city")) },
      { [path]: text(record("id")) },
    );
    expect([changes.map(([id, rule]) => [id, rule]), verdicts, problems]).toEqual([
      [["orders-value", "avro/field-removed"]],
      [["billing", "breaks"]],
      [],
    ]);
  });

  it("a new version in a template is compared with the one before it, which stays", async () => {
    const base = { "stack.yaml": yaml(record("id", "city")) };
    const head = { "stack.yaml": yaml(record("id", "city")) + version(record("id")) };
    expect((await told(base, head)).changes.map(([id, rule]) => [id, rule])).toEqual([
      ["orders-value", "avro/field-removed"],
    ]);
    const edited = { "stack.yaml": yaml(record("id")) + version(record("id")) };
    expect((await told(head, edited)).changes.map(([id, rule]) => [id, rule])).toEqual([
      ["orders-value (Orders)", "avro/field-removed"],
    ]);
  });

  it("what is computed is never taken for safe", async () => {
    const computed = (name: string) => ({
      "stack.yaml": yaml("x").replace(/SchemaDefinition: .*\n.*$/m, `SchemaDefinition: !Ref ${name}`),
    });
    expect((await told(computed("A"), computed("B"))).changes.map(([id, rule]) => [id, rule])).toEqual([
      ["orders-value", "registry/not-analysed"],
    ]);
    const named = (schema: string) => ({
      "main.tf": glue(schema).replace('"orders-value"', `"\${var.env}-orders-value"`),
    });
    const { changes, conclusion } = await told(named(record("id", "city")), named(record("id")));
    expect([changes.map(([, rule]) => rule), conclusion]).toEqual([["avro/field-removed"], "action_required"]);
  });
});

describe("a mapping that changes while the schemas stay is never taken for safe", () => {
  const files = { "order.avsc": record("id"), "parcel.avsc": record("id").replace("acme.Order", "acme.Parcel") };
  const gitops = (file: string) => `subjects:\n  - {name: orders-value, file: ${file}}\n`;
  const channel = (file: string) => `asyncapi: 3.0.0
info: {title: shop, version: "1"}
channels:
  orders-value:
    messages:
      order:
        payload: {schemaFormat: "application/vnd.apache.avro;version=1.9.0", schema: {$ref: "./${file}"}}
operations:
  send: {action: send, channel: {$ref: "#/channels/orders-value"}}
`;

  it.each<[string, Texts, Texts, readonly string[]]>([
    [
      "the subject goes",
      { "s.yml": gitops("order.avsc") },
      { "s.yml": "subjects: []\n" },
      ["contract/subject-removed"],
    ],
    ["its file goes", { "s.yml": gitops("order.avsc") }, {}, ["contract/subject-removed"]],
    [
      "it cannot be parsed any more",
      { "s.yml": gitops("order.avsc") },
      { "s.yml": "subjects: [\n" },
      ["contract/subject-removed"],
    ],
    [
      "it leads nowhere",
      { "s.yml": gitops("order.avsc") },
      { "s.yml": gitops("lost.avsc") },
      ["registry/not-analysed"],
    ],
    [
      "it leads elsewhere from another file",
      { "s.yml": gitops("order.avsc") },
      { "t.yml": gitops("parcel.avsc") },
      ["registry/not-analysed"],
    ],
    [
      "a channel sends another schema",
      { "a.yaml": channel("order.avsc") },
      { "a.yaml": channel("parcel.avsc") },
      ["registry/not-analysed"],
    ],
    [
      "a channel goes",
      { "a.yaml": channel("order.avsc") },
      { "a.yaml": 'asyncapi: 3.0.0\ninfo: {title: shop, version: "1"}\nchannels: {}\n' },
      ["contract/subject-removed"],
    ],
  ])("%s", async (_, base, head, rules) => {
    const { changes, verdicts, conclusion } = await told({ ...files, ...base }, { ...files, ...head });
    expect([changes.map(([, rule]) => rule), verdicts, conclusion]).toEqual([
      rules,
      [["billing", "breaks"]],
      "action_required",
    ]);
  });

  it("Terraform's JSON syntax is read too", async () => {
    const json = (schema: string, more: object = {}) =>
      JSON.stringify({
        resource: {
          confluent_schema: { orders: { subject_name: "orders-value", format: "AVRO", schema, ...more } },
        },
      });
    const inline = { "main.tf.json": json(record("id", "city")) };
    expect((await told(inline, { "main.tf.json": json(record("id")) })).changes.map(([, rule]) => rule)).toEqual([
      "avro/field-removed",
    ]);
    const file = (more: object) => ({ ...files, "main.tf.json": json(`\${file("\${path.module}/order.avsc")}`, more) });
    const ruled = { ruleset: [{ domain_rules: [{ name: "a", kind: "CONDITION" }] }] };
    expect((await told(file(ruled), file({}))).changes.map(([, rule]) => rule)).toEqual(["registry/not-analysed"]);
    expect((await told(file(ruled), file(ruled))).changes).toEqual([]);
  });
});
