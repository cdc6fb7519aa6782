import { asyncapiFiles } from "./asyncapi.ts";
import { cloudformation } from "./cloudformation.ts";
import { gitops } from "./gitops.ts";
import { gradle } from "./gradle.ts";
import { jikkou } from "./jikkou.ts";
import { maven } from "./maven.ts";
import { pulumi } from "./pulumi.ts";
import type { SubjectKind } from "./subject.ts";
import { terraform } from "./terraform.ts";
import { terraformJson } from "./terraform-json.ts";

/** Every kind of file that maps schemas to subjects. To add one: a file beside this and a line here. */
export const subjectKinds: readonly SubjectKind[] = [
  ...[gitops, jikkou, gradle, maven],
  ...[terraform, terraformJson, pulumi, cloudformation],
  asyncapiFiles,
];
