import type { Change } from "../model.ts";

/**
 * How a kind of change is made without breaking anybody:
 * - `keep-beside`: what was taken away or renamed stays beside what is new until nobody reads it
 * - `add-beside`: what changed stays as it was; the changed one is added beside it under another name
 * - `optional-first`: what is new comes as optional or with a default, is filled, and only then must be there
 * - `readers-first`: readers take the wider contract first, then writers use it
 * - `writers-first`: writers and stored records comply first, then the contract says so
 * - `deprecate`: a whole part stays, is marked deprecated, and goes on an announced day
 * - `alias`: the old name keeps working beside the new one
 * - `restore`: the change is taken back; what is new gets a number, an id or a key that was never used
 * - `new-version`: the changed contract is published beside the old one
 * - `with-the-code`: records stay as they are; code that was generated changes together with its use
 * - `declare`: structure holds and meaning changes: declared, reconciled, announced
 */
export type Remedy =
  | "keep-beside"
  | "add-beside"
  | "optional-first"
  | "readers-first"
  | "writers-first"
  | "deprecate"
  | "alias"
  | "restore"
  | "new-version"
  | "with-the-code"
  | "declare";

/** Rules by their remedy, for every rule that can break somebody. */
const rulesOf: Readonly<Record<Remedy, readonly string[]>> = {
  "keep-beside": [
    "avro/field-removed",
    "avro/field-renamed",
    "protobuf/field-removed",
    "protobuf/field-renamed",
    "table/column-removed",
    "table/column-renamed",
    "json-schema/property-removed",
  ],
  "add-beside": [
    "avro/type-changed",
    "avro/fixed-size-changed",
    "avro/decimal-scale-changed",
    "avro/logical-type-changed",
    "protobuf/field-type-changed",
    "protobuf/field-json-type-changed",
    "protobuf/field-type-renamed",
    "protobuf/field-became-repeated",
    "protobuf/field-became-singular",
    "table/column-retyped",
    "table/column-widened",
    "table/column-narrowed",
    "json-schema/type-changed",
    "json-schema/multiple-changed",
    "json-schema/format-changed",
    "json-schema/items-changed",
  ],
  "optional-first": [
    "avro/field-added",
    "protobuf/required-field-added",
    "protobuf/field-became-required",
    "table/column-added-not-null",
    "json-schema/property-added",
    "json-schema/required-added",
  ],
  "readers-first": [
    "table/quality-loosened",
    "table/sla-loosened",
    "registry/rule-removed",
    "registry/failure-ignored",
    "avro/enum-symbol-added",
    "avro/union-branch-added",
    "avro/decimal-precision-changed",
    "protobuf/required-field-removed",
    "protobuf/field-no-longer-required",
    "protobuf/enum-value-added",
    "protobuf/enum-opened",
    "protobuf/string-check-removed",
    "protobuf/fields-split-from-oneof",
    "table/column-newly-nullable",
    "table/enum-value-added",
    "table/bound-loosened",
    "table/constraint-removed",
    "table/enforcement-removed",
    "json-schema/nullable-added",
    "json-schema/enum-value-added",
    "json-schema/enum-removed",
    "json-schema/bound-loosened",
    "json-schema/required-removed",
    "json-schema/content-opened",
    "json-schema/alternative-added",
    "json-schema/accepted-more",
  ],
  "writers-first": [
    "table/default-removed",
    "table/quality-tightened",
    "table/sla-tightened",
    "registry/rule-added",
    "registry/failure-enforced",
    "avro/logical-type-added",
    "protobuf/string-check-added",
    "protobuf/fields-merged-into-oneof",
    "protobuf/enum-closed",
    "table/column-resized",
    "table/column-no-longer-nullable",
    "table/bound-tightened",
    "table/constraint-added",
    "json-schema/nullable-removed",
    "json-schema/enum-added",
    "json-schema/bound-tightened",
    "json-schema/content-closed",
    "json-schema/accepted-less",
  ],
  deprecate: [
    "carrier/schema-removed",
    "contract/version-removed",
    "table/end-moved-earlier",
    "table/promise-withdrawn",
    "contract/removed",
    "avro/enum-symbol-removed",
    "avro/union-branch-removed",
    "avro/logical-type-removed",
    "avro/message-removed",
    "avro/type-removed",
    "protobuf/message-removed",
    "protobuf/enum-removed",
    "protobuf/enum-value-removed",
    "protobuf/service-removed",
    "protobuf/rpc-removed",
    "protobuf/file-removed",
    "protobuf/extension-range-removed",
    "table/table-removed",
    "table/enum-value-removed",
    "table/retired",
    "table/access-narrowed",
    "table/classification-removed",
    "json-schema/enum-value-removed",
    "json-schema/alternative-removed",
    "json-schema/schema-removed",
  ],
  alias: [
    "contract/renamed",
    "contract/subject-removed",
    "avro/name-changed",
    "protobuf/message-renamed",
    "protobuf/enum-renamed",
    "protobuf/enum-value-renamed",
    "protobuf/service-renamed",
    "protobuf/type-moved",
    "table/table-renamed",
    "table/server-removed",
    "table/server-moved",
    "table/server-renamed",
  ],
  restore: [
    "protobuf/reserved-number-used",
    "protobuf/reserved-name-used",
    "protobuf/field-number-reused",
    "protobuf/field-renumbered",
    "protobuf/field-json-name-changed",
    "protobuf/enum-number-reused",
    "protobuf/enum-value-renumbered",
    "protobuf/enum-reserved-number-used",
    "protobuf/presence-lost",
    "protobuf/field-default-changed",
    "protobuf/json-format-weakened",
    "protobuf/rpc-idempotency-changed",
    "table/column-replaced",
    "table/id-reused",
    "table/stored-default-changed",
  ],
  "new-version": [
    "table/quality-changed",
    "table/sla-changed",
    "registry/rule-changed",
    "registry/migration-changed",
    "registry/migration-removed",
    "registry/migration-missing",
    "registry/format-changed",
    "registry/not-analysed",
    "table/setting-computed",
    "carrier/format-changed",
    "contract/key-schema-changed",
    "contract/sample-refused",
    "avro/message-one-way-changed",
    "avro/not-analysed",
    "protobuf/package-changed",
    "protobuf/message-set-changed",
    "protobuf/rpc-request-changed",
    "protobuf/rpc-response-changed",
    "protobuf/rpc-streaming-changed",
    "protobuf/validation-changed",
    "table/key-changed",
    "table/unique-changed",
    "table/bound-changed",
    "table/constraint-changed",
    "table/definition-changed",
    "json-schema/pattern-changed",
    "json-schema/condition-changed",
    "json-schema/not-proven",
  ],
  "with-the-code": [
    "protobuf/field-option-changed",
    "protobuf/file-option-changed",
    "protobuf/field-oneof-changed",
    "protobuf/presence-gained",
  ],
  declare: [
    "table/enum-meaning-changed",
    "table/classification-changed",
    "table/classification-raised",
    "table/classification-added",
    "table/classification-lowered",
    "avro/tag-added",
    "avro/tag-removed",
    "json-schema/tag-added",
    "json-schema/tag-removed",
    "protobuf/tag-added",
    "protobuf/tag-removed",
    "registry/tag-added",
    "registry/tag-removed",
  ],
};

/** Every rule that has a remedy, by its id. */
export const remedies: ReadonlyMap<string, Remedy> = new Map(
  (Object.entries(rulesOf) as [Remedy, readonly string[]][]).flatMap(([remedy, ids]) =>
    ids.map((id): [string, Remedy] => [id, remedy]),
  ),
);

/** How this change is made safely. A change of meaning is declared; a rule without a row goes by the direction it breaks. */
export function remedyOf({ rule, basis, breaks }: Pick<Change, "rule" | "basis" | "breaks">): Remedy {
  if (basis === "declared" || basis === "suspected") return "declare";
  const known = remedies.get(rule);
  if (known !== undefined) return known;
  if (breaks.length > 1) return "new-version";
  return breaks.includes("forward") ? "readers-first" : "writers-first";
}
