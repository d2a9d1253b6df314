-- A tenant at a glance, at a cost that does not grow with what it has finished: how many tasks changed their status when,
-- which open ones are due, urgent and no one's, who has how many, and which failed lately.
--
-- All of these are partial. A task that is created with a title alone is in none of them, and a finished one leaves those
-- of open tasks; the index of moves is written when a status changes and at no other time. Queries repeat the conditions
-- word for word, which is how PostgreSQL knows that it may use them.
--
-- Locks: building them keeps writers of tasks and of audit entries waiting, about two seconds for a million of each. The
-- previous release does not know them and works on.

create index audit_entries_moves on audit_entries (tenant_id, action, at) include (subject_id)
  where action in ('task.triaged', 'task.readied', 'task.reopened', 'task.started', 'task.input_requested',
    'task.review_requested', 'task.completed', 'task.failed', 'task.canceled');

create index tasks_open_due on tasks (tenant_id, due_at, id)
  where due_at is not null and status in ('triage', 'ready', 'in_progress', 'input_required', 'in_review');
create index tasks_open_assignee on tasks (tenant_id, assignee)
  where assignee is not null and status in ('triage', 'ready', 'in_progress', 'input_required', 'in_review');
create index tasks_open_delegate on tasks (tenant_id, delegate)
  where delegate is not null and status in ('triage', 'ready', 'in_progress', 'input_required', 'in_review');
create index tasks_open_urgent on tasks (tenant_id, id)
  where priority = 1 and assignee is null and delegate is null
    and status in ('triage', 'ready', 'in_progress', 'input_required', 'in_review');
create index tasks_failed on tasks (tenant_id, updated_at, id) where status = 'failed';
