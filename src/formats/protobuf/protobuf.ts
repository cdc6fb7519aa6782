import { defineFormat, type Source } from "../format.ts";
import { perTree } from "../per-tree.ts";
import { declare } from "./declare.ts";
import { diff, wordings } from "./diff.ts";
import { reach } from "./elements.ts";
import { ImportIndex, importsIn } from "./imports.ts";
import { readProto } from "./parse.ts";
import { rules } from "./rules.ts";

/** Protobuf: proto2, proto3 and editions, compared by what bytes (JSON, generated code) decode to. */
export const protobuf = defineFormat({
  name: "protobuf",
  globs: ["**/*.proto"],
  mode: "FULL",
  rules,
  find(path, text) {
    const file = declare(readProto(path, text));
    const declared = [...file.messages, ...file.enums, ...file.services].filter(
      (one) => one.kind === "service" || one.parent === undefined,
    );
    if (declared.length === 0 && file.extensions.length === 0) return [];
    const name = file.package === "" ? path : `${file.package}/${path.slice(path.lastIndexOf("/") + 1)}`;
    const types = declared.filter((one) => one.kind !== "enum").map((one) => one.fullName);
    return [{ part: "", names: [...new Set([name, path, ...types])], version: versionOf(file.package) }];
  },
  references(path, text, tree) {
    const index = importIndex(tree);
    const found = (importsIn(text) ?? readProto(path, text).imports.map((one) => one.path)).map((one) =>
      index.find(path, one),
    );
    return [...new Set(found)].filter((one) => one !== undefined && one !== path) as string[];
  },
  parse: (source: Source) => source,
  diff,
  wordings,
  reach,
});

const importIndex = perTree((tree) => new ImportIndex(tree));

/** `v1` in `shop.orders.v1`, where a package ends in one. */
function versionOf(name: string): string | undefined {
  return /(?:^|\.)(v\d+(?:(?:alpha|beta|p)\d*\w*)?)$/.exec(name)?.[1];
}
