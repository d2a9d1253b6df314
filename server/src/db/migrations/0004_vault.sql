-- The keys behind stored credentials and signing secrets; docs/decisions/0027-sealed-secrets.md tells why it is built so.
--
-- A secret lives in its owner's row, in a column of the type sealed_secret. It is sealed under a data key of its tenant,
-- and the data key is stored here, wrapped by a key that is derived from the operator's master key and stored nowhere.
-- Replacing the master key therefore rewrites data_keys and no secret. The id of the data key stands in front of every
-- sealed secret, so that a tenant can have several.
--
-- Locks: everything here is created empty. The previous release does not know these tables and works on beside them.

create domain sealed_secret as bytea check (octet_length(value) between 45 and 65581);

-- Which master keys wrap something. The newest generation wraps new data keys; older ones stay until nothing is wrapped
-- by them any more. The id tells keys apart and nothing about them; the canary is opened at every start, so that a wrong
-- key is noticed before anything is written with it. A lost key is kept: whoever finds it can use it again.
create table master_keys (
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  generation integer not null,
  canary bytea not null,
  created_at timestamptz not null default now(),
  lost_at timestamptz,
  constraint master_keys_generation_key unique (generation)
);
grant select (id, generation, lost_at) on master_keys to {{app}};

-- The foreign key is what makes it safe to let go of a master key while others write: a row here keeps its key there.
create table data_keys (
  tenant_id uuid not null,
  id uuid not null,
  master_key_id text not null references master_keys (id),
  wrapped bytea not null,
  is_current boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select isolate_tenant('data_keys');
grant select, insert, update, delete on data_keys to {{app}};
-- Two that seal a tenant's first secret at the same time agree on one data key.
create unique index data_keys_current on data_keys (tenant_id) where is_current;
