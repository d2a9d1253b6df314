-- The directory of a fleet: which cells there are, and which cell has which tenant. It is read by the operator's commands only;
-- cells and proxies serve without it. It has levels of its own, because one directory serves cells of different levels.

create table directory.fleet (
  only_row boolean primary key default true check (only_row),
  -- Raised by each transaction that changes where a host leads. The row lock orders these transactions, so a reader of
  -- revision N sees every change up to N.
  revision bigint not null default 0,
  -- The identity that all cells share: keys and secrets of a tenant stay valid in another cell. Null before the first report.
  instance_id uuid
);
insert into directory.fleet default values;

create table directory.cells (
  name text collate "C" primary key check (name ~ '^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$'),
  -- Addresses of its processes, as the proxies reach them.
  backends text[] not null check (cardinality(backends) between 1 and 100),
  -- draining: keeps its tenants and takes no new ones. closed: has no tenants.
  status text not null default 'active' check (status in ('active', 'draining', 'closed')),
  note text not null default '' check (length(note) <= 500),
  -- As the cell itself reported them last.
  version text,
  schema_level int,
  reported_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table directory.tenants (
  slug text collate "C" primary key check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and slug <> 'default'),
  tenant_id uuid not null,
  cell text collate "C" references directory.cells (name),
  -- claimed: reserved while the cell creates the tenant. released: free again; the row stays, because it tells proxies with an
  -- older revision which host to remove.
  status text not null check (status in ('claimed', 'active', 'moving', 'released')),
  revision bigint not null,
  updated_at timestamptz not null default now(),
  check ((status = 'released') = (cell is null))
);

-- Changes since a revision, in the order in which they are read, so that no statistics can suggest to read all tenants.
create index tenants_revision_idx on directory.tenants (revision, slug);
-- Tenants of a cell, and the maps that are grouped by cell.
create index tenants_cell_idx on directory.tenants (cell, slug) where cell is not null;
-- A tenant has one slug.
create unique index tenants_tenant_id_key on directory.tenants (tenant_id) where status <> 'released';
