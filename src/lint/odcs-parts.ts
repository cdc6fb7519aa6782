import { stableId } from "./forms.ts";
import { anything, kinds, list, mapping, type Shape, text } from "./shape.ts";

/** Which generation of the Open Data Contract Standard a document says it is of. */
export type Generation = "3.0" | "3.1" | "3.2";

/** What many parts of an ODCS 3 document share. From 3.1 on nearly every part is closed and may have an `id`. */
export function partsOf(generation: Generation) {
  const open = generation === "3.0";
  const id: Readonly<Record<string, Shape>> = open ? {} : { id: text(stableId) };
  const customProperty = open
    ? mapping({ optional: { property: text(), value: anything }, open })
    : mapping({ required: { property: text(), value: anything }, optional: { ...id, description: text() } });
  const customProperties = list(customProperty);
  const authoritativeDefinitions = list(
    mapping({
      required: { url: text(), type: text() },
      optional: open ? {} : { ...id, description: text() },
      open,
    }),
  );
  const role = mapping({
    required: { role: text() },
    optional: {
      ...id,
      description: text(),
      access: text(),
      firstLevelApprovers: text(),
      secondLevelApprovers: text(),
      customProperties,
    },
    open,
  });
  return { open, id, customProperties, authoritativeDefinitions, role, tags: list(text()) };
}

export type Parts = ReturnType<typeof partsOf>;

export const scalar: Shape = kinds("a single value", "string", "number", "boolean", "null");
