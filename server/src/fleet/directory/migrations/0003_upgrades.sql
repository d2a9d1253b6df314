-- Upgrades of the fleet, wave by wave: which cells are done, so that an interrupted upgrade continues and a failed one is not
-- repeated in cells that have it.

create table directory.upgrades (
  id uuid primary key default gen_random_uuid(),
  -- What the processes report when they are replaced, and the level of the schema.
  version text not null check (length(version) <= 100),
  schema_level int not null,
  -- Processes are replaced later, by something else.
  schema_only boolean not null,
  -- failed: stopped at a cell; the next run continues with it. done, abandoned: the end.
  status text not null default 'running' check (status in ('running', 'failed', 'done', 'abandoned')),
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One at a time.
create unique index upgrades_open_key on directory.upgrades ((true)) where status in ('running', 'failed');

create table directory.upgrade_cells (
  upgrade_id uuid not null references directory.upgrades (id),
  cell text collate "C" not null references directory.cells (name) on delete cascade,
  -- 0 is the canary.
  wave int not null,
  -- migrating, replacing, waiting, soaking: what is in progress, and repeated after an interruption. skipped: it was up to date.
  step text not null default 'pending'
    check (step in ('pending', 'migrating', 'replacing', 'waiting', 'soaking', 'done', 'skipped', 'failed')),
  -- Why it failed, with the fix. With the step pending, nothing was changed in the cell.
  error text,
  updated_at timestamptz not null default now(),
  primary key (upgrade_id, cell)
);
create index upgrade_cells_cell_idx on directory.upgrade_cells (cell);
