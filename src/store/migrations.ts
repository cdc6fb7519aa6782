/** The ledger itself, apart from the first step so that a new one can be begun where the old one is set aside. */
export const ledgerTable = `
create table contract_review.ledger (
  seq bigint primary key,
  key text not null unique,
  at text not null,
  kind text not null,
  subject text not null,
  body text not null,
  previous text not null,
  hash text not null
);
create index ledger_subject on contract_review.ledger (subject, seq);
create trigger ledger_kept before update or delete on contract_review.ledger
  for each row execute function contract_review.refuse();
create trigger ledger_whole before truncate on contract_review.ledger
  for each statement execute function contract_review.refuse();
`;

/** Every step the schema has taken, oldest first. A step that was released is never changed; the next one follows it. */
export const migrations: readonly string[] = [
  `
create table contract_review.delivery (
  guid text primary key,
  event text not null,
  received_at timestamptz not null default now(),
  -- the payload as GitHub sent it; gone once it is routed
  body text,
  routed_at timestamptz,
  attempts integer not null default 0,
  fault text
);
create index delivery_unrouted on contract_review.delivery (received_at) where routed_at is null;

create table contract_review.turn (
  key text primary key,
  kind text not null,
  owner text not null,
  repo text not null,
  installation bigint,
  payload jsonb not null,
  urgency text not null,
  -- counts what was asked for; whatever is written for an older count is out of date
  generation integer not null default 1,
  done integer not null default 0,
  ask boolean not null default false,
  delivery text not null,
  wanted_at timestamptz not null default now(),
  lease text,
  lease_until timestamptz,
  attempts integer not null default 0,
  fault text,
  dead_at timestamptz
);
create index turn_waiting on contract_review.turn (wanted_at) where generation > done;

create table contract_review.opened (
  repository text not null,
  head text not null,
  turn text not null,
  check_id bigint,
  opened_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (repository, head)
);
create index opened_turn on contract_review.opened (turn) where finished_at is null;

create table contract_review.installation (
  id bigint primary key,
  suspended boolean not null default false,
  paused_until timestamptz,
  calls_left integer,
  calls_limit integer,
  resets_at timestamptz
);

create table contract_review.swept (
  repository text primary key,
  swept_at timestamptz not null default now()
);

create table contract_review.chore (
  name text primary key,
  next_at timestamptz not null,
  lease_until timestamptz,
  memory jsonb
);

create table contract_review.redelivered (
  guid text primary key,
  attempts integer not null default 1,
  last_at timestamptz not null default now()
);

create table contract_review.timer (
  key text primary key,
  at timestamptz not null,
  kind text not null,
  subject text not null,
  payload jsonb not null,
  claimed_until timestamptz,
  done_at timestamptz
);
create index timer_due on contract_review.timer (at) where done_at is null;
create index timer_subject on contract_review.timer (subject) where done_at is null;

create function contract_review.refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever added to';
end $$;
${ledgerTable}`,
  `
create table contract_review.reading (
  turn text not null,
  repository text not null,
  -- a branch or tag; empty for the default branch
  ref text not null,
  commit text,
  minds integer not null,
  primary key (turn, repository, ref)
);
create index reading_branch on contract_review.reading (repository, ref);
alter table contract_review.turn add column refreshed_at timestamptz;
`,
  `
-- compressed before it is stored: what is left of a payload is a sixth, and the database need not compress it again
alter table contract_review.delivery alter column body type bytea using convert_to(body, 'UTF8');
alter table contract_review.delivery alter column body set storage external;
`,
];

/** A step's statements: each ends with `;` at the end of a line, but inside `$$`. */
export function statements(text: string): readonly string[] {
  const found: string[] = [];
  let open = "";
  for (const line of text.split("\n")) {
    open += `${line}\n`;
    const quoted = (open.match(/\$\$/g)?.length ?? 0) % 2 === 1;
    if (!quoted && line.endsWith(";")) {
      found.push(open);
      open = "";
    }
  }
  return found;
}
