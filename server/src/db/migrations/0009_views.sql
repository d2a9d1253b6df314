-- What the screens for tasks need: saved views, and a way to the tasks that no one is answerable for.
--
-- Locks: views is created empty. The index on tasks keeps writers waiting while it is built, about a second for a million
-- tasks. The previous release does not know the table and works on beside it.

create table views (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('list', 'board')),
  -- Filters, order and grouping by the names the API has for them; checked by the service.
  query json not null,
  shared boolean not null,
  -- Who made it, and the only one to see it while it is not shared.
  owner text not null,
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
select isolate_tenant('views');
grant select, insert, update, delete on views to {{app}};
create index views_position on views (tenant_id, position, id);

-- `unassigned=true` in the list, and how many there are: among a million tasks that all have somebody it would take
-- looking at each to find that there is none.
create index tasks_unassigned on tasks (tenant_id, id) where assignee is null;
