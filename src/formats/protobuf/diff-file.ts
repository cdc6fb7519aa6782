import type { Direction } from "../../model.ts";
import { type Context, sides } from "./context.ts";
import { diffTags } from "./diff-custom-options.ts";
import type { ProtoFile } from "./model.ts";
import { option, written } from "./options.ts";
import { both, locate } from "./report.ts";
import { hex, type Witness } from "./witness.ts";

/** Options of a file that shape generated code, with what holds where they are not set. */
const shaping: Readonly<Record<string, string | null>> = {
  java_package: null,
  java_outer_classname: null,
  java_multiple_files: "false",
  java_string_check_utf8: "false",
  optimize_for: "SPEED",
  go_package: null,
  cc_generic_services: "false",
  java_generic_services: "false",
  py_generic_services: "false",
  cc_enable_arenas: "true",
  objc_class_prefix: null,
  csharp_namespace: null,
  swift_prefix: null,
  php_class_prefix: null,
  php_namespace: null,
  php_metadata_namespace: null,
  ruby_package: null,
};

/** One file that stands on both sides. */
export function diffFile(context: Context, base: ProtoFile, head: ProtoFile): void {
  if (base.package !== head.package)
    context.report("package-changed", {
      element: "",
      before: base.package,
      after: head.package,
      message: `the package goes from ${base.package || "none"} to ${head.package || "none"}: every full name changes, in Any, in rpc paths and in registries`,
      location: locate(head, head.node.packageAt),
      witnesses: anyOf(base, head),
    });
  if (base.node.syntax !== head.node.syntax)
    context.report("syntax-changed", {
      element: "",
      before: base.node.syntax,
      after: head.node.syntax,
      message: `the file goes from ${base.node.syntax} to ${head.node.syntax}`,
      location: locate(head, head.node.syntaxAt),
    });
  for (const [name, otherwise] of Object.entries(shaping)) {
    const before = written(option(base.node.options, name)) ?? otherwise;
    const after = written(option(head.node.options, name)) ?? otherwise;
    if (before === after) continue;
    const given = head.node.options.find((one) => one.name.length === 1 && one.name[0] === name);
    context.report("file-option-changed", {
      element: "",
      before: { [name]: before },
      after: { [name]: after },
      message: `the option ${name} goes from ${before ?? "nothing"} to ${after ?? "nothing"}`,
      location: locate(head, given?.at ?? head.node.packageAt),
    });
  }
  const optionsOf = (file: ProtoFile) => ({ file, at: file.node.packageAt, options: file.node.options });
  diffTags(context, "", optionsOf(base), optionsOf(head));
}

/** An Any names its message in full: bytes of one side name what the other has not. */
function anyOf(base: ProtoFile, head: ProtoFile): Partial<Record<Direction, unknown>> {
  return Object.fromEntries(
    both.flatMap((direction) => {
      const { writer, reader } = sides(direction, base, head);
      const [message] = writer.messages;
      if (message === undefined || reader.symbols.has(message.fullName)) return [];
      const url = `type.googleapis.com/${message.fullName}`;
      const bytes = `0a${url.length.toString(16).padStart(2, "0")}${hex(url)}`;
      if (url.length > 127) return [];
      const witness: Witness = {
        message: "google.protobuf.Any",
        bytes,
        written: { "@type": url },
        read: { refused: `the reader has no message ${message.fullName}` },
      };
      return [[direction, witness]];
    }),
  );
}
