import { takeComment } from "./columns.ts";
import { locationOf, type Reading } from "./constraints.ts";
import { sourceIn } from "./create.ts";
import { refused, type Updates } from "./meant.ts";
import { takeName } from "./names.ts";
import type { Built, State } from "./state.ts";
import { Cursor, type Token } from "./tokens.ts";
import { viewed } from "./view.ts";
import { followColumn, followName, isOpen, withColumnRenamed } from "./view-follow.ts";

/** Actions that leave what readers see as it is. */
const harmless =
  "SET UNSET RESET OWNER CLUSTER RECLUSTER SUSPEND RESUME REFRESH DEPENDS NO ENABLE DISABLE ALTER ADVISE".split(" ");

/** What `ALTER VIEW name` makes of a view. */
export function viewAltered(
  state: State,
  built: Built,
  cursor: Cursor,
  statement: readonly Token[],
  reading: Reading,
): Updates {
  const { name } = built;
  const unknown = () => refused(name, statement, reading);
  const place = name.slice(0, name.lastIndexOf(".") + 1);
  if (cursor.skip("RENAME", "TO")) {
    const to = takeName(cursor, reading.dialect);
    return to === undefined ? unknown() : moved(state, built, to.includes(".") ? to : `${place}${to}`);
  }
  if (cursor.skip("SET", "SCHEMA")) {
    const schema = takeName(cursor, reading.dialect);
    return schema === undefined ? unknown() : moved(state, built, `${schema}.${name.slice(place.length)}`);
  }
  if (cursor.skip("RENAME")) {
    cursor.skip("COLUMN");
    const from = takeName(cursor, reading.dialect);
    const to = cursor.skip("TO") ? takeName(cursor, reading.dialect) : undefined;
    const has = built.columns.some((column) => column.name === from);
    if (from === undefined || to === undefined || !has || isOpen(built)) return unknown();
    return [[name, { built: withColumnRenamed(built, from, to) }], ...followColumn(state, name, from, to)];
  }
  if (cursor.sees("AS") || cursor.sees("(")) {
    const around = { reading, source: sourceIn(state, reading.dialect) };
    const found = viewed(cursor, false, around, locationOf(reading, statement[0]));
    return found === undefined
      ? unknown()
      : [[name, { built: { ...built, view: found.view, columns: found.columns } }]];
  }
  const policy = cursor.rest.some(({ text }) => /^policy$/i.test(text));
  if (policy || !harmless.some((word) => cursor.sees(word))) return unknown();
  const said = cursor.sees("SET") ? takeComment(new Cursor(cursor.rest.slice(1)), reading) : undefined;
  return said === undefined ? [] : [[name, { built: { ...built, prose: [said] } }]];
}

function moved(state: State, built: Built, to: string): Updates {
  return [
    [built.name, { dropped: true }],
    [to, { built: { ...built, name: to } }],
    ...followName(state, built.name, to),
  ];
}
