-- Imports of tasks from files: how a file is read, how far it is, its content in chunks, and the rows that were rejected.
--
-- The row of an import is committed before the first chunk of its file, with the state `uploading`. Its position is written in the
-- transaction that creates the tasks of the rows before it, so that no row is lost or imported twice. Workers look for imports to
-- continue in all tenants (imports_active).
--
-- Locks: none on existing tables; the new ones are empty. The previous release does not know them, and its workers do not continue
-- imports: the workers of this release do.
--
-- Works with: 0037

create table imports (
  tenant_id uuid not null,
  id uuid not null,
  state text not null check (state in ('uploading', 'uploaded', 'validating', 'ready', 'importing', 'finished', 'canceled',
    'failed')),
  name text not null,
  format text not null check (format in ('csv', 'jsonl')),
  delimiter text check (delimiter in ('comma', 'semicolon', 'tab')),
  -- While uploading, what is reserved of the storage of the tenant.
  bytes bigint not null check (bytes >= 0),
  -- Of the file that is still stored; 0 when it was deleted.
  stored_bytes bigint not null check (stored_bytes >= 0),
  -- As in the API; checked by the service.
  columns json not null default '[]',
  mapping json not null default '[]',
  defaults json not null default '{}',
  -- Where the first row after the header begins.
  data_position bigint not null default 0,
  data_line integer not null default 1,
  -- Where the next row begins, and the rows before it in this phase.
  position bigint not null default 0,
  line integer not null default 1,
  rows_done integer not null default 0,
  rows_total integer,
  valid integer not null default 0,
  created integer not null default 0,
  existing integer not null default 0,
  rejected integer not null default 0,
  -- True from `start` on: then the mapping is fixed.
  is_started boolean not null default false,
  -- When this phase was started or continued, and the rows it had then.
  running_since timestamptz,
  running_rows integer not null default 0,
  -- Errors of the service in a row, until it gives up.
  faults integer not null default 0,
  failure text,
  created_by text not null,
  created_at timestamptz not null,
  -- The last progress.
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
select isolate_tenant('imports');
grant select, insert, update, delete on imports to {{app}};
create index imports_active on imports (tenant_id, id) where state in ('validating', 'importing');
create policy sweep on imports for select to {{feed}} using (state in ('validating', 'importing'));
grant select (tenant_id, id, state) on imports to {{feed}};
create index imports_age on imports (tenant_id, updated_at);
create policy retention on imports for all to {{purge}} using (true);
grant select (tenant_id, id, updated_at), delete on imports to {{purge}};

create table import_chunks (
  tenant_id uuid not null,
  import_id uuid not null,
  place integer not null check (place >= 0),
  content bytea not null,
  primary key (tenant_id, import_id, place),
  foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
);
-- Parts of a chunk are read without reading the rest.
alter table import_chunks alter column content set storage external;
select isolate_tenant('import_chunks');
grant select, insert, update, delete on import_chunks to {{app}};

create table import_errors (
  tenant_id uuid not null,
  import_id uuid not null,
  line integer not null,
  -- Where the row is in the file.
  position bigint not null,
  bytes integer not null,
  errors json not null,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
);
select isolate_tenant('import_errors');
grant select, insert, update, delete on import_errors to {{app}};
