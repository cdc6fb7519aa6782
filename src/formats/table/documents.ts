import type { Document, TableContract } from "./table.ts";

interface Paired {
  readonly base: Document;
  readonly head: Document;
  /** Whether what concerns no single table is told here: of the tables that stand on both sides, one tells it for all. */
  readonly speaks: boolean;
}

/** The documents of two sides: by id, else the only one of each. */
export function pairedDocuments(base: TableContract, head: TableContract): readonly Paired[] {
  const [from = [], to = []] = [base.documents, head.documents];
  const ids = new Map(to.map((document) => [document.id, document]));
  return from.flatMap((document) => {
    const partner = ids.get(document.id) ?? (from.length === 1 && to.length === 1 ? to[0] : undefined);
    return partner === undefined ? [] : [{ base: document, head: partner, speaks: speaks(document, partner, head) }];
  });
}

/** A review compares the tables of a document one by one: what is said of their team must not be told with each. */
function speaks(base: Document, head: Document, { tables }: TableContract): boolean {
  const now = new Set(head.tables);
  const [first] = base.tables.filter((name) => now.has(name)).sort();
  return first === undefined || tables.some(({ name }) => name === first);
}
