import { describe, expect, it } from "vitest";
import { findSubjects, mapsSubjects } from "../../src/subjects/find.ts";

/** What a file says, in short: subject, its schema's places, mode, line; and the expressions. */
function said(path: string, text: string) {
  expect(mapsSubjects(path, text)).toBe(true);
  const found = findSubjects(path, text);
  if ("problem" in found) return found.problem;
  return {
    subjects: found.subjects.map(({ name, paths, mode, at }) => [name, paths, mode, at.line]),
    expressions: found.expressions.map(({ at, text }) => [at.line, text]),
  };
}

describe("schema-registry-gitops", () => {
  it("maps files, relative to itself, with a mode for each or for all", () => {
    const text = `compatibility: FULL_TRANSITIVE
normalize: true
subjects:
  - name: orders-value
    file: ../avro/order.avsc
  - name: orders-key
    type: JSON
    schema: '{"type": "string"}'
    compatibility: none
`;
    expect(said("deploy/schemas.yml", text)).toEqual({
      subjects: [
        ["orders-value", ["avro/order.avsc"], "FULL_TRANSITIVE", 4],
        ["orders-key", [], "NONE", 6],
      ],
      expressions: [],
    });
  });

  it("what does not parse is told with its place", () => {
    expect(said("s.yml", "subjects:\n  - {name: [\n")).toMatchObject({
      at: { path: "s.yml", line: 3 },
      severity: "failure",
    });
  });
});

it("Jikkou: resources alone and in lists; templates are not evaluated", () => {
  const text = `apiVersion: schemaregistry.jikkou.io/v1
kind: SchemaRegistrySubject
metadata: {name: orders-value}
spec:
  compatibilityLevel: FORWARD
  schemaType: AVRO
  schema: {$ref: ./order.avsc}
---
kind: SchemaRegistrySubjectList
items:
  - kind: SchemaRegistrySubject
    metadata: {name: "{{ values.topic }}-value"}
    spec: {schema: {$ref: ./parcel.avsc}}
`;
  expect(said("kafka/orders.yaml", text)).toEqual({
    subjects: [["orders-value", ["kafka/order.avsc", "order.avsc"], "FORWARD", 1]],
    expressions: [[11, "{{ values.topic }}-value ./parcel.avsc"]],
  });
});

describe("Gradle", () => {
  it("Groovy: register, compatibility and config; comments and other blocks do not count", () => {
    const text = `plugins { id 'com.github.imflog.kafka-schema-registry-gradle-plugin' version '2.1.1' }
// schemaRegistry { register { subject('no', 'no.avsc', 'AVRO') } }
def topic = "orders"
subject('neither', 'x.avsc')
schemaRegistry {
    url = 'http://localhost:8081' /* subject('no', 'no') { */
    register {
        subject('orders-value', 'src/main/avro/order.avsc', 'AVRO')
            .addReference('acme.Address', 'address', 1)
        subject("\${topic}-key", "src/main/avro/key.avsc", "AVRO")
        subject(topic + '-other', file("a.avsc"), 'AVRO')
    }
    config {
        subject('orders-value', 'FULL_TRANSITIVE')
    }
}
`;
    expect(said("producer/build.gradle", text)).toEqual({
      subjects: [
        ["orders-value", ["producer/src/main/avro/order.avsc", "src/main/avro/order.avsc"], undefined, 8],
        ["orders-value", [], "FULL_TRANSITIVE", 14],
      ],
      expressions: [
        [10, `subject ( \${topic}-key , src/main/avro/key.avsc , AVRO`],
        [11, "subject ( topic + -other , file ( a.avsc ) , AVRO"],
      ],
    });
  });

  it("Kotlin", () => {
    const text = `configure<SchemaRegistryExtension> {
  compatibility { subject("orders-value", "order.avsc", "AVRO") }
}
`;
    expect(said("build.gradle.kts", text)).toEqual({
      subjects: [["orders-value", ["order.avsc"], undefined, 2]],
      expressions: [],
    });
  });
});

describe("Maven", () => {
  const pom = (
    configuration: string,
    artifact = "kafka-schema-registry-maven-plugin",
    head = "",
  ) => `<?xml version="1.0"?>
${head}<project>
  <build><plugins>
    <plugin>
      <groupId>io.confluent</groupId>
      <artifactId>${artifact}</artifactId>
      <configuration>
${configuration}
      </configuration>
    </plugin>
    <!-- kafka-schema-registry-maven-plugin -->
  </plugins></build>
</project>
`;

  it("subjects with their files, and modes", () => {
    const text = pom(`<subjects>
  <orders-value>src/main/avro/order.avsc</orders-value>
  <orders_x2Fkey>\${project.basedir}/key.avsc</orders_x2Fkey>
  <parcels-value>\${avro.dir}/parcel.avsc</parcels-value>
</subjects>
<compatibilityLevels><orders-value>FULL</orders-value></compatibilityLevels>`);
    expect(said("app/pom.xml", text)).toEqual({
      subjects: [
        ["orders-value", ["app/src/main/avro/order.avsc", "src/main/avro/order.avsc"], undefined, 9],
        ["orders/key", ["app/key.avsc", "key.avsc"], undefined, 10],
        ["orders-value", [], "FULL", 13],
      ],
      expressions: [[11, `parcels-value \${avro.dir}/parcel.avsc`]],
    });
  });

  it("another plugin's subjects are none of ours", () => {
    const text = pom("<subjects><a>b</a></subjects>", "other");
    expect(said("pom.xml", text)).toEqual({ subjects: [], expressions: [] });
  });

  it("entities are not expanded", () => {
    const bomb = `<!DOCTYPE project [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>\n`;
    expect(said("pom.xml", pom("<subjects><a>&b;</a></subjects>", undefined, bomb))).toEqual({
      at: { path: "pom.xml", line: 9, column: expect.any(Number) },
      message: "not valid XML: undefined entity.",
      severity: "failure",
    });
  });
});

it("Terraform: literals and files; a subject named in the same file is followed, expressions are not evaluated", () => {
  const text = `# resource "confluent_schema" "no" { subject_name = "no" }
resource "confluent_schema" "orders" {
  schema_registry_cluster { id = confluent_schema_registry_cluster.main.id }
  subject_name = "orders-value"
  format       = "AVRO"
  schema       = file("\${path.module}/schemas/order.avsc")
  schema_reference {
    name         = "acme.Address"
    subject_name = "address"
  }
}
resource "confluent_subject_config" "orders" {
  subject_name        = confluent_schema.orders.subject_name
  compatibility_level = "FULL"
}
resource "confluent_schema" "keys" {
  subject_name = "\${confluent_kafka_topic.orders.topic_name}-key"
  format       = "AVRO"
  schema       = file("schemas/key.avsc")
}
resource "confluent_schema" "inline" {
  subject_name = "inline-value"
  format       = "JSON"
  schema       = <<-EOT
    {"type": "object"} # } "
  EOT
}
`;
  expect(said("infra/main.tf", text)).toEqual({
    subjects: [
      ["orders-value", ["infra/schemas/order.avsc", "schemas/order.avsc"], undefined, 2],
      ["orders-value", [], "FULL", 12],
      [
        `\${confluent_kafka_topic.orders.topic_name}-key`,
        ["infra/schemas/key.avsc", "schemas/key.avsc"],
        undefined,
        16,
      ],
      ["inline-value", [], undefined, 21],
    ],
    expressions: [[16, `\${confluent_kafka_topic.orders.topic_name}-key AVRO file ( schemas/key.avsc )`]],
  });
});

it.each(["build.gradle", "main.tf", "pom.xml"])("%s: what never ends, ends with the text", (path) => {
  const starts = [
    "schemaRegistry { register { subject('",
    'resource "confluent_schema" "a" { schema = <<EOT\n',
    'resource "confluent_schema" "a" {\n ruleset {\n domain_rules { params = ',
    "kafka-schema-registry-maven-plugin <a",
  ];
  for (const start of starts) {
    const found = findSubjects(path, start + "({[\"'${".repeat(20_000));
    expect("problem" in found ? "problem" : found.subjects).toEqual(
      path === "pom.xml" && start.startsWith("kafka") ? "problem" : [],
    );
  }
});

it("a text of blanks alone is looked through once", () => {
  expect(mapsSubjects("a.json", `${" ".repeat(300_000)}.avsc`)).toBe(false);
});

describe("CloudFormation", () => {
  it("schemas of AWS Glue with their modes; a version is the newest of its schema; functions are not evaluated", () => {
    const text = `Parameters: {Env: {Type: String}}
Resources:
  Orders:
    Type: AWS::Glue::Schema
    Properties:
      Registry: {Arn: !GetAtt Registry.Arn}
      Name: orders
      DataFormat: AVRO
      Compatibility: BACKWARD_ALL
      SchemaDefinition: '"string"'
  OrdersNext:
    Type: AWS::Glue::SchemaVersion
    Properties:
      Schema: {SchemaArn: !GetAtt Orders.Arn}
      SchemaDefinition: !Sub '"long"'
  Parcels:
    Type: AWS::Glue::Schema
    Properties:
      Name: !Sub "\${Env}-parcels"
      DataFormat: JSON
      Compatibility: DISABLED
      SchemaDefinition: !Ref Text
  Bucket: {Type: "AWS::S3::Bucket"}
`;
    expect(said("stacks/glue.yaml", text)).toEqual({
      subjects: [
        ["orders (Orders)", [], "BACKWARD_TRANSITIVE", 4],
        ["orders", [], "BACKWARD_TRANSITIVE", 12],
        [`\${Env}-parcels`, [], "FULL_TRANSITIVE", 17],
      ],
      expressions: [[17, `\${Env}-parcels`]],
    });
  });

  it.each(["NONE", "BACKWARD", "FORWARD_ALL", "FULL_ALL"])("in JSON, with the mode %s", (Compatibility) => {
    const Name = { "Fn::Join": ["-", ["a", { Ref: "Env" }]] };
    const Properties = { Name, DataFormat: "AVRO", Compatibility, SchemaDefinition: '"string"' };
    const text = JSON.stringify({ Resources: { A: { Type: "AWS::Glue::Schema", Properties } } });
    expect(said("a.template", text)).toEqual({
      subjects: [['{"Fn::Join":["-",["a",{"Ref":"Env"}]]}', [], Compatibility.replace("_ALL", "_TRANSITIVE"), 1]],
      expressions: [],
    });
  });

  it("a version of a schema that stands elsewhere is called by that schema's name", () => {
    const text = `Resources:
  Next:
    Type: AWS::Glue::SchemaVersion
    Properties: {Schema: {SchemaName: orders, RegistryName: shop}, SchemaDefinition: '"long"'}
`;
    expect(said("a.yml", text)).toEqual({ subjects: [["orders", [], undefined, 3]], expressions: [] });
  });
});

it("Pulumi in YAML: files and values, modes and groups; what is computed is called as it is written", () => {
  const text = `name: shop
runtime: yaml
resources:
  orders:
    type: confluentcloud:Schema
    properties:
      subjectName: orders-value
      format: AVRO
      schema: {"fn::readFile": "\${pulumi.cwd}/avro/order.avsc"}
  level:
    type: confluentcloud:index/subjectConfig:SubjectConfig
    properties: {subjectName: orders-value, compatibilityLevel: FULL, compatibilityGroup: major}
  parcels:
    type: aws:glue/schema:Schema
    properties: {schemaName: "\${env}-parcels", dataFormat: AVRO, compatibility: FORWARD_ALL, schemaDefinition: '"long"'}
  topic: {type: "confluentcloud:KafkaTopic", properties: {topicName: orders}}
`;
  expect(said("deploy/Pulumi.yaml", text)).toEqual({
    subjects: [
      ["orders-value", ["deploy/avro/order.avsc", "avro/order.avsc"], undefined, 5],
      ["orders-value", [], "FULL", 11],
      [`\${env}-parcels`, [], "FORWARD_TRANSITIVE", 14],
    ],
    expressions: [[14, `\${env}-parcels`]],
  });
});

it("Terraform: schemas of AWS Glue", () => {
  const text = `resource "aws_glue_schema" "orders" {
  schema_name       = "orders"
  registry_arn      = aws_glue_registry.shop.arn
  data_format       = "AVRO"
  compatibility     = "BACKWARD_ALL"
  schema_definition = file("\${path.module}/order.avsc")
}
`;
  expect(said("infra/main.tf", text)).toEqual({
    subjects: [["orders", ["infra/order.avsc", "order.avsc"], "BACKWARD_TRANSITIVE", 1]],
    expressions: [],
  });
});
