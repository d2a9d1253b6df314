-- Custom fields: what a tenant defines for its tasks, and the values by which tasks are filtered and sorted.
--
-- Values stay in the document of a task, in `fields` by their key. `task_field_values` repeats those of defined fields as
-- rows, as `task_labels` does for labels: `value` for equality and for the order of texts and dates, `number` for the order of
-- numbers and choices. Both are derived by `field_rows` alone, so that a row is the same whoever writes it: a create, a change,
-- or the definition of a field for which tasks have values already.
--
-- Upgrade: nothing changes for the previous release. It writes no rows, so define fields when all processes are upgraded.
--
-- Works with: 0037
-- Takes: SHARE ROW EXCLUSIVE on tasks

create table custom_fields (
  tenant_id uuid not null,
  id uuid not null,
  key text not null,
  name text not null,
  type text not null check (type in ('text', 'number', 'date', 'choice', 'person', 'url')),
  -- In their order: value, label, archived.
  choices json not null default '[]',
  position integer not null,
  archived_at timestamptz,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
select isolate_tenant('custom_fields');
create unique index custom_fields_key on custom_fields (tenant_id, key);
create index custom_fields_position on custom_fields (tenant_id, position, id);
grant select, insert, update, delete on custom_fields to {{app}};
-- A create that uses a defined field does not commit in a group: its value is checked first.
select admit_group('custom_fields');
grant select (tenant_id, id, key) on custom_fields to {{group}};

create table task_field_values (
  tenant_id uuid not null,
  task_id uuid not null,
  field_id uuid not null,
  value text collate "C",
  number double precision,
  primary key (tenant_id, task_id, field_id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id) on delete cascade
);
select isolate_tenant('task_field_values');
create index task_field_values_value on task_field_values (tenant_id, field_id, value, task_id) where value is not null;
create index task_field_values_number on task_field_values (tenant_id, field_id, number, task_id) where number is not null;
grant select, insert, delete on task_field_values to {{app}};

-- Texts without case and accents, and as long as an index and a cursor can hold. Null where the value does not fit the type.
create function field_text(type text, choices json, value json) returns text
  language sql immutable parallel safe
  return case
    when json_typeof(value) <> 'string' then null
    when type in ('text', 'person', 'url') then left(fold_text(value #>> '{}'), 200)
    when type = 'date' and value #>> '{}' ~ '^\d{4}-\d\d-\d\d$' then value #>> '{}'
    when type = 'choice' and exists (
      select from json_array_elements(choices) as c (choice) where c.choice ->> 'value' = value #>> '{}')
      then value #>> '{}'
  end;

create function field_number(type text, choices json, value json) returns double precision
  language sql immutable parallel safe
  return case
    when type = 'number' and json_typeof(value) = 'number' then (value #>> '{}')::double precision
    when type = 'choice' and json_typeof(value) = 'string' then (
      select c.place from json_array_elements(choices) with ordinality as c (choice, place)
      where c.choice ->> 'value' = value #>> '{}' limit 1)
  end;

-- The rows of one task; `fields` is that part of its document. With the permissions of the caller. Names are resolved here and
-- not by the search path of the caller, and the planner can make it a part of the statement that calls it.
create function field_rows(owner uuid, fields json)
  returns table (field_id uuid, value text, number double precision)
  language sql stable
begin atomic
  select derived.id, derived.value, derived.number
  from (select without_nul(fields) as readable offset 0) doc
  cross join lateral (
    select f.id, f.type, f.choices, doc.readable -> f.key as raw
    from custom_fields f where f.tenant_id = owner offset 0) found
  cross join lateral (
    select found.id, field_text(found.type, found.choices, found.raw) as value,
      field_number(found.type, found.choices, found.raw) as number) derived
  where derived.value is not null or derived.number is not null;
end;

revoke all on function field_text(text, json, json), field_number(text, json, json), field_rows(uuid, json) from public;
grant execute on function field_text(text, json, json), field_number(text, json, json), field_rows(uuid, json) to {{app}};
