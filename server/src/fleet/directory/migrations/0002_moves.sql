-- Moves of tenants between cells: who is at which step, so that an interrupted move is continued or undone.

create table directory.moves (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  slug text collate "C" not null,
  from_cell text collate "C" not null references directory.cells (name),
  to_cell text collate "C" not null references directory.cells (name),
  -- copying: rows that the tenant had at the beginning; starts over after an interruption. following: changes since then.
  -- switching: the target has everything and takes over; from here on a move can only be finished. kept: the target serves the
  -- tenant, and the source keeps what it had. purged, undone: the end.
  step text not null default 'copying' check (step in ('copying', 'following', 'switching', 'kept', 'purged', 'undone')),
  -- Of the tenant before the move; the target gives it this status.
  tenant_status text not null check (tenant_status in ('active', 'suspended')),
  rows_copied bigint not null default 0,
  -- How long writes were rejected.
  fenced_ms int,
  -- Whether both cells had the same rows at the switch. Null if they were not compared.
  is_equal boolean,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (from_cell <> to_cell)
);

-- A tenant moves once at a time.
create unique index moves_open_key on directory.moves (tenant_id) where step not in ('purged', 'undone');
