-- Events of tenants that the dispatcher has set aside: the log is read in one order for all tenants, and a tenant with more
-- events than its share of a batch would otherwise delay the events of all others. A row says that the events of the tenant
-- behind (xid, id) and up to (until_xid, until_id) are still to be dispatched although the cursor has passed them.
--
-- Locks: none on existing tables. The previous release does not know the table: while its dispatcher runs during an
-- upgrade, what was set aside waits, and after a downgrade it waits until this release runs again.

-- Ranges are only added by those who read the log, and shortened or deleted by those who work them off, so that neither
-- waits for the other.
--
-- Like events, it refers to no tenant: an event of a tenant that was deleted must not stop the dispatcher.
create table dispatch_backlog (
  tenant_id uuid not null,
  xid xid8 not null,
  id uuid not null,
  until_xid xid8 not null,
  until_id uuid not null,
  primary key (tenant_id, until_xid, until_id)
);
select isolate_tenant('dispatch_backlog');
-- What is set aside is not missing, which recovery of missed events has to know; and it goes with its tenant.
grant select, delete on dispatch_backlog to {{app}};
create policy dispatch on dispatch_backlog for all to {{feed}} using (true) with check (true);
grant select, insert, update, delete on dispatch_backlog to {{feed}};
