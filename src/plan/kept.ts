/**
 * Rules whose change has no first step in the contract, and why: nothing that is written there could stand beside the old for a while.
 * Any other change that breaks somebody begins with something that is added, announced or published beside it.
 */
export const keptBecause: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      [
        "who may see the values is decided by people: a second column would show the same values to the same readers",
        [
          "table/classification-added",
          "table/classification-changed",
          "table/classification-lowered",
          "table/classification-raised",
          "table/classification-removed",
          "table/access-narrowed",
          "avro/tag-added",
          "avro/tag-removed",
          "json-schema/tag-added",
          "json-schema/tag-removed",
          "protobuf/tag-added",
          "protobuf/tag-removed",
          "registry/tag-added",
          "registry/tag-removed",
        ],
      ],
      [
        "the same rows arrive once: no second promise can stand beside the first, so the new one is agreed and holds from an announced day on",
        ["table/sla-changed", "table/sla-loosened", "table/sla-tightened", "table/end-moved-earlier"],
      ],
      [
        "what a file does not say as it stands cannot be taken step by step: write the value itself",
        ["registry/not-analysed", "table/setting-computed"],
      ],
    ] as const
  ).flatMap(([reason, rules]) => rules.map((rule) => [rule, reason])),
);
