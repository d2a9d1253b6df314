-- Templates, schedules that create tasks from them, and which occurrences have created theirs.
--
-- The primary key of schedule_occurrences is what makes a task unique: it is written in the transaction that creates the task.
-- Workers look for what is due in all tenants, by next_at.
--
-- Locks: none on existing tables; the new ones are empty. The previous release does not know them, and its workers create
-- no tasks from schedules: the workers of this release do.
--
-- Works with: 0037

create table task_templates (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  -- Values by the names of the API; checked by the service.
  task json not null,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
select isolate_tenant('task_templates');
grant select, insert, update, delete on task_templates to {{app}};

create table schedules (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  template_id uuid not null,
  -- As in the API, complete; checked by the service.
  rule json not null,
  -- Null while it is paused, and when it has ended.
  next_at timestamptz,
  paused_at timestamptz,
  last_at timestamptz,
  last_task_id uuid,
  last_error text,
  task_count integer not null default 0,
  missed_count integer not null default 0,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, template_id) references task_templates (tenant_id, id)
);
select isolate_tenant('schedules');
grant select, insert, update, delete on schedules to {{app}};
create index schedules_template on schedules (tenant_id, template_id);
create index schedules_due on schedules (next_at, tenant_id) where next_at is not null;
create policy sweep on schedules for select to {{feed}} using (true);
grant select (tenant_id, next_at) on schedules to {{feed}};

create table schedule_occurrences (
  tenant_id uuid not null,
  schedule_id uuid not null,
  occurs_at timestamptz not null,
  -- Null if no task could be created.
  task_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, schedule_id, occurs_at),
  foreign key (tenant_id, schedule_id) references schedules (tenant_id, id) on delete cascade
);
select isolate_tenant('schedule_occurrences');
grant select, insert, update, delete on schedule_occurrences to {{app}};
create index schedule_occurrences_age on schedule_occurrences (tenant_id, created_at);
create policy retention on schedule_occurrences for all to {{purge}} using (true);
grant select (tenant_id, schedule_id, occurs_at, created_at), delete on schedule_occurrences to {{purge}};
