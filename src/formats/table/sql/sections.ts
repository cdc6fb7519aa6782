/** Words by which tools part what is run from what takes it back, in one file. */
const sections = [
  { up: /^\s*--\s*migrate:up\b/i, down: /^\s*--\s*migrate:down\b/i },
  { up: /^\s*--\s*\+goose\s+up\b/i, down: /^\s*--\s*\+goose\s+down\b/i },
  { up: /^\s*--\s*\+migrate\s+up\b/i, down: /^\s*--\s*\+migrate\s+down\b/i },
  { up: /^\s*--\s*rambler\s+up\b/i, down: /^\s*--\s*rambler\s+down\b/i },
  { up: /^\s*--\s*up migration\b/i, down: /^\s*--\s*down migration\b/i },
  { up: /^\s*(?:#|--)\s*---\s*!ups\b/i, down: /^\s*(?:#|--)\s*---\s*!downs\b/i },
  { up: /^\s*--\/\//, down: /^\s*--\/\/\s*@undo\b/i },
];

/**
 * A migration without what takes it back: dbmate, goose, sql-migrate, rambler, node-pg-migrate, Play and MyBatis keep both in one file.
 * Lines stay where they were. A word for what takes back counts only behind the same tool's word for what is run.
 */
export function onlyUp(text: string): string {
  const lines = text.split("\n");
  const tool = sections.find(({ up, down }) => {
    const first = lines.findIndex((line) => up.test(line) && !down.test(line));
    return first >= 0 && lines.some((line, index) => index > first && down.test(line));
  });
  if (tool === undefined) return text;
  let isUp = true;
  return lines
    .map((line) => {
      if (tool.down.test(line)) isUp = false;
      else if (tool.up.test(line)) isUp = true;
      return isUp ? line : "";
    })
    .join("\n");
}
