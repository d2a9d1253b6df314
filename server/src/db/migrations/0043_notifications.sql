-- The inbox of each person: what happened that concerns them, until they are done with it or 90 days later. The dispatcher
-- inserts rows in the transaction in which it reads the events (`cause` makes it safe to read an event twice), and a worker
-- inserts those about due dates; both see all tenants, so their role gets the columns that decide who is concerned. People
-- read and change only their own rows.
--
-- Rows are read by the person, newest first (`notifications_place`), and deleted by age (`notifications_age`). There are no
-- foreign keys, because the dispatcher must not wait for anyone's locks; rows of deleted tasks are not shown.
--
-- Locks: users for a moment, for its policy; the table is created empty, and grants on existing tables are instant. Upgrade: the previous release
-- neither writes nor reads the table; events that its dispatcher passes get no notification. 0046 adds the questions and
-- approvals that are open now.
--
-- Works with: 0037
-- Takes: ACCESS EXCLUSIVE on users

create table notifications (
  tenant_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  kind text not null check (
    kind in ('question', 'approval', 'mention', 'assignment', 'failure', 'due_soon', 'overdue')),
  task_id uuid not null,
  -- The question, the approval or the comment; null if it is about the task itself.
  subject_id uuid,
  -- Who caused it; null if only time did.
  actor text,
  -- What it is about, once for each person: `mention:<comment>`, `assignment:<event>`.
  cause text not null,
  created_at timestamptz not null,
  -- Its place in the list: when it was created, or the end of the snooze.
  shows_at timestamptz not null,
  read_at timestamptz,
  done_at timestamptz,
  snoozed_until timestamptz,
  primary key (tenant_id, user_id, id),
  constraint notifications_cause unique (tenant_id, user_id, cause)
);
select isolate_tenant('notifications');
grant select, insert, update, delete on notifications to {{app}};
create index notifications_place on notifications (tenant_id, user_id, shows_at, id);
create index notifications_age on notifications (tenant_id, shows_at);

create policy retention on notifications for all to {{purge}} using (true);
grant select (tenant_id, user_id, id, shows_at), delete on notifications to {{purge}};

create policy notify on notifications for all to {{feed}} using (true) with check (true);
grant insert, delete on notifications to {{feed}};
grant select (tenant_id, user_id, id, kind, cause, created_at, shows_at) on notifications to {{feed}};

create policy notify on users for select to {{feed}} using (true);
grant select (tenant_id, id, username, disabled_at, last_sign_in_at) on users to {{feed}};
grant select (id, assignee, due_at) on tasks to {{feed}};
