/** Inputs for the benchmarks, made by rule so that nothing large is stored. */

/** A union of types that refer to one another; in head one of them has gained a property. */
export function mutuallyRecursive(types, { tagged = true, closed = true, changed = false } = {}) {
  const names = Array.from({ length: types }, (_, at) => `t${at}`);
  const $defs = { node: { anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) } };
  names.forEach((name, at) => {
    $defs[name] = {
      type: "object",
      properties: {
        ...(tagged ? { kind: { const: name } } : { [`own${at}`]: { type: "integer" } }),
        first: { $ref: "#/$defs/node" },
        next: { $ref: `#/$defs/t${(at + 1) % types}` },
        rest: { type: "array", items: { $ref: "#/$defs/node" } },
        ...(changed && at === types - 1 ? { note: { type: "string" } } : {}),
      },
      required: tagged ? ["kind"] : [`own${at}`],
      ...(closed ? { additionalProperties: false } : {}),
    };
  });
  return JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $ref: "#/$defs/node",
    $defs,
  });
}

/** An object of many sections of many fields, at least `bytes` long; `changes` fields of it are of another type. */
export function large(bytes, changes = 0, wide = false) {
  const section = (at) => ({
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: 20 }, (_, field) => [
        `field_${at}_${field}`,
        {
          description: "A field of the benchmark, described in about as many words as people use.",
          type: at * 20 + field < changes ? "integer" : "string",
          ...(field % 3 === 0 ? { maxLength: 100 + field } : {}),
        },
      ]),
    ),
    required: [`field_${at}_0`],
    additionalProperties: false,
  });
  const properties = {};
  let size = 0;
  for (let at = 0; size < bytes; at++) {
    const one = section(at);
    if (wide) Object.assign(properties, one.properties);
    else properties[`section_${at}`] = one;
    size += JSON.stringify(one).length;
  }
  return JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties,
    additionalProperties: false,
  });
}
