import { day, moment } from "./forms.ts";
import { type Generation, type Parts, partsOf, scalar } from "./odcs-parts.ts";
import { context, schemaObject } from "./odcs-property.ts";
import { serverOf } from "./odcs-server.ts";
import { either, list, mapping, number, oneOf, type Shape, text } from "./shape.ts";

/** Open Data Contract Standard 3.0, 3.1 and the preview of 3.2. */
export function odcsDocument(generation: Generation): Shape {
  const parts = partsOf(generation);
  const { id, open, authoritativeDefinitions, customProperties, role, tags } = parts;
  const status = generation === "3.2" ? {} : { status: text() };
  return mapping({
    required: { version: text(), apiVersion: text(), kind: oneOf("DataContract"), id: text(), ...status },
    optional: {
      name: text(),
      tenant: text(),
      tags,
      status: text(),
      servers: list(serverOf(generation, parts)),
      dataProduct: text(),
      description: mapping({
        optional: {
          usage: text(),
          purpose: text(),
          limitations: text(),
          authoritativeDefinitions,
          customProperties,
        },
        open: true,
      }),
      domain: text(),
      schema: list(schemaObject(generation, parts)),
      support: list(supportItem(parts)),
      price: mapping({
        optional: { ...id, priceAmount: number, priceCurrency: text(), priceUnit: text() },
        open,
      }),
      team: teamOf(parts),
      roles: list(role),
      slaDefaultElement: text(),
      slaProperties: list(
        mapping({
          required: { property: text(), value: scalar },
          optional: {
            ...id,
            valueExt: scalar,
            unit: text(),
            element: text(),
            driver: text(),
            ...(!open && { description: text(), scheduler: text(), schedule: text() }),
          },
          open,
        }),
      ),
      authoritativeDefinitions,
      customProperties,
      contractCreatedTs: text(moment),
      ...(generation === "3.2" && { context: context(parts) }),
    },
  });
}

function supportItem({ open, id, customProperties }: Parts): Shape {
  return mapping({
    required: { channel: text(), ...(open && { url: text() }) },
    optional: {
      ...id,
      url: text(),
      description: text(),
      tool: text(),
      scope: text(),
      invitationUrl: text(),
      ...(!open && { customProperties }),
    },
    open,
  });
}

/** 3.0: a list of people. From 3.1 a team with members; the list is still read. */
function teamOf({ open, id, tags, customProperties, authoritativeDefinitions }: Parts): Shape {
  const person = {
    username: text(),
    name: text(),
    description: text(),
    role: text(),
    dateIn: text(day),
    dateOut: text(day),
    replacedByUsername: text(),
  };
  if (open) return list(mapping({ optional: person, open }));
  const more = { ...id, tags, customProperties, authoritativeDefinitions };
  const member = mapping({ required: { username: text() }, optional: { ...person, ...more } });
  const team = mapping({ optional: { ...more, name: text(), description: text(), members: list(member) } });
  return either((tree) => (tree.kind === "array" ? list(member) : team));
}
