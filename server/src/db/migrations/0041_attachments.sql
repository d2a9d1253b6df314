-- Files attached to tasks, stored in chunks. The row of a file is committed before its first chunk and deleted together with all of
-- them, so that nothing is ever stored without it. An upload has the state `uploading` until its last chunk is stored.
--
-- Lists read the files of a task (attachments_task). The sweep looks across tenants for files that are to be deleted
-- (attachments_leftover): uploads that ended, and files whose task was deleted. {{purge}} sees only those, and of them only keys,
-- states and times.
--
-- The previous release deletes tasks like this one: their files lose the task, and the sweep deletes them later.
--
-- Works with: 0037
-- Takes: SHARE ROW EXCLUSIVE on tasks

create table attachments (
  tenant_id uuid not null,
  id uuid not null,
  -- Null when the task was deleted.
  task_id uuid,
  state text not null check (state in ('uploading', 'stored')),
  name text not null check (char_length(name) between 1 and 255),
  media_type text not null,
  -- Of images that browsers may show.
  image_type text check (image_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  -- While uploading, what is reserved of the storage of the tenant.
  bytes bigint not null check (bytes >= 0),
  sha256 bytea check (octet_length(sha256) = 32),
  chunks integer not null default 0,
  created_by text not null,
  created_at timestamptz not null,
  -- The last progress of an upload.
  touched_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id) on delete set null (task_id)
);
select isolate_tenant('attachments');
grant select, insert, update, delete on attachments to {{app}};
create index attachments_task on attachments (tenant_id, task_id, id);
create index attachments_leftover on attachments (tenant_id, id) where state = 'uploading' or task_id is null;
create policy leftover on attachments for select to {{purge}} using (state = 'uploading' or task_id is null);
grant select (tenant_id, id, task_id, state, touched_at) on attachments to {{purge}};

create table attachment_chunks (
  tenant_id uuid not null,
  attachment_id uuid not null,
  place integer not null check (place >= 0),
  content bytea not null,
  primary key (tenant_id, attachment_id, place),
  foreign key (tenant_id, attachment_id) references attachments (tenant_id, id) on delete cascade
);
-- Files are mostly compressed already.
alter table attachment_chunks alter column content set storage external;
select isolate_tenant('attachment_chunks');
grant select, insert, update, delete on attachment_chunks to {{app}};

-- The sum of the bytes of all attachments of a tenant, which the quota limits.
create table attachment_usage (
  tenant_id uuid not null primary key,
  bytes bigint not null check (bytes >= 0)
);
select isolate_tenant('attachment_usage');
grant select, insert, update, delete on attachment_usage to {{app}};
