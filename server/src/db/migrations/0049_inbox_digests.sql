-- The e-mail digest of an inbox: when a person gets it, at which address, and what the workers have done about it.
--
-- Workers look for what is due in all tenants, by due_at: the next digest, or the confirmation of a new address. Of other tenants
-- they see this time and nothing else. period_at is the time a digest is for; its next attempt is later if one has failed.
--
-- Locks: users for a moment, for the foreign key; the new table is empty. The previous release does not know it and sends nothing.
--
-- Works with: 0037
-- Takes: SHARE ROW EXCLUSIVE on users

create table inbox_digests (
  tenant_id uuid not null,
  user_id uuid not null,
  frequency text not null check (frequency in ('off', 'daily', 'weekly')),
  hour smallint not null check (hour between 0 and 23),
  time_zone text not null,
  language text not null check (language in ('en', 'de')),
  -- Confirmed by a code that was sent to it. Null without one.
  address text,
  -- How many digests in a row the server refused because of the address.
  refusals integer not null default 0,
  -- Null if no digest is to be sent.
  period_at timestamptz,
  next_at timestamptz,
  attempts integer not null default 0,
  last_sent_at timestamptz,
  -- An address that is not confirmed yet; its code follows from code_id.
  wanted_address text,
  code_id uuid,
  code_expires_at timestamptz,
  -- When the code is to be sent; null when it was.
  code_at timestamptz,
  -- When the last codes were requested, which is limited.
  code_times timestamptz[] not null default '{}',
  due_at timestamptz generated always as (least(next_at, code_at)) stored,
  -- The worker that is at it.
  claim uuid,
  claimed_until timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select isolate_tenant('inbox_digests');
grant select, insert, update, delete on inbox_digests to {{app}};
create index inbox_digests_due on inbox_digests (due_at, tenant_id) where due_at is not null;
create policy sweep on inbox_digests for select to {{feed}} using (true);
grant select (tenant_id, due_at) on inbox_digests to {{feed}};
