import { get, itemsOf, textOf } from "../../text/tree.ts";
import type { DeclaredConsumer, Descriptor } from "./descriptor.ts";
import { documentsOf, unpinned } from "./read.ts";

/** kafka-gitops: each topic that a service `consumes` is read by it, every field of it, at whatever version is current. */
export const kafkaGitops: Descriptor = {
  kind: "kafka-gitops",
  globs: ["**/*.{yml,yaml}"],
  claims: (_path, text) => /^services[ \t]*:/m.test(text) && /\bconsumes[ \t]*:/.test(text),
  read: (path, text) =>
    documentsOf(path, text).flatMap((document) => {
      const services = get(document, "services");
      if (services?.kind !== "object") return [];
      return [...services.members].flatMap(([name, { value }]) =>
        textOf(get(value, "type")) === undefined
          ? []
          : itemsOf(get(value, "consumes")).flatMap((item): readonly DeclaredConsumer[] => {
              const topic = textOf(item)?.trim();
              if (topic === undefined || topic === "") return [];
              return [
                {
                  ...unpinned,
                  name,
                  contract: topic,
                  owners: [],
                  kind: "kafka-gitops",
                  evidence: { path, line: item.line, column: item.column },
                },
              ];
            }),
      );
    }),
};
