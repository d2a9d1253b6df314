-- Retention for all tenants in one statement, by one worker at a time, and suspension that stops what goes out.
--
-- {{purge}} deletes what is over, across tenants. It sees keys and times only, and each policy lets it see only rows that
-- retention may delete: ended, resolved or expired ones. Statements reach rows tenant by tenant inside one lateral join,
-- so every index still begins with the tenant.
--
-- {{feed}} finds work of all tenants and now also sees which tenants are active.
--
-- Locks: policies take ACCESS EXCLUSIVE on tenants and the other tables named here, all until the end of the file; nothing
-- here reads or writes rows, so that is a moment. The indexes that retention needs are built in 0026, where no request waits
-- for these tables. The previous release works on: it deletes tenant by tenant.

drop policy find_deleting on tenants;
create policy find_tenants on tenants for select to {{purge}} using (true);
create policy find_active on tenants for select to {{feed}} using (true);
grant select (tenant_id, status) on tenants to {{feed}};

create policy retention on idempotency_keys for all to {{purge}} using (expires_at <= now());
grant select (tenant_id, key, expires_at), delete on idempotency_keys to {{purge}};
create policy retention on password_resets for all to {{purge}} using (expires_at <= now());
grant select (tenant_id, user_id, expires_at), delete on password_resets to {{purge}};
create policy retention on inbound_messages for all to {{purge}} using (true);
grant select (tenant_id, integration_id, id, received_at), delete on inbound_messages to {{purge}};
create policy retention on link_history for all to {{purge}} using (true);
grant select (tenant_id, link_id, id, at), delete on link_history to {{purge}};
create policy retention on edge_jobs for all to {{purge}} using (true);
grant select (tenant_id, id, state, created_at, expires_at), update (state, ended_at), delete on edge_jobs to {{purge}};
-- Running ones are seen too: whether there is a newer run decides whether an old one may go.
create policy retention on sync_runs for all to {{purge}} using (true);
grant select (tenant_id, id, integration_id, ended_at), delete on sync_runs to {{purge}};
create policy retention on write_backs for all to {{purge}} using (state in ('confirmed', 'superseded', 'failed'));
grant select (tenant_id, id, state, ended_at), delete on write_backs to {{purge}};
create policy retention on sync_conflicts for all to {{purge}} using (state = 'resolved');
grant select (tenant_id, id, state, resolved_at), delete on sync_conflicts to {{purge}};

-- Rows that no weekly partition took. The partitions themselves are dropped whole.
create policy retention on events_default for all to {{purge}} using (true);
grant select (tenant_id, xid, id, occurred_at), delete on events_default to {{purge}};
create policy retention on audit_entries_default for all to {{purge}} using (true);
grant select (tenant_id, subject_id, id, at), delete on audit_entries_default to {{purge}};
create policy retention on deliveries_default for all to {{purge}} using (true);
grant select (tenant_id, id, created_at), delete on deliveries_default to {{purge}};
create policy retention on delivery_attempts_default for all to {{purge}} using (true);
grant select (tenant_id, delivery_id, number, at), delete on delivery_attempts_default to {{purge}};

-- Who runs maintenance, and when it is due again. A row and not a session lock: behind a pooler in transaction mode a
-- session lock would stay with a connection that others use.
create table maintenance_lease (
  only_row boolean primary key default true check (only_row),
  holder uuid,
  held_until timestamptz,
  due_at timestamptz not null default '-infinity'
);
insert into maintenance_lease default values;
