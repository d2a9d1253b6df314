-- People who sign in to the dashboard, and the links by which they choose a password.
--
-- Signing in finds the tenant by its host, as {{auth}}, and then reads the user in a transaction of that tenant, so no
-- role that sees several tenants ever sees a password hash. Usernames are stored in lower case: an index on lower()
-- cannot be reached under row security, because lower() is not leakproof.
--
-- Changes of who may sign in count as changes of access, so that every process hears of them; when somebody signed in
-- last does not.
--
-- Locks: everything here is created empty, so nothing waits.

create table users (
  tenant_id uuid not null,
  id uuid not null,
  username text not null check (username ~ '^[a-z0-9][a-z0-9._@+-]{0,63}$'),
  name text not null check (char_length(name) <= 200),
  -- argon2id as a PHC string; null until the first link was used.
  password_hash text,
  password_version integer not null default 1,
  must_change_password boolean not null default false,
  disabled_at timestamptz,
  last_sign_in_at timestamptz,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint users_username_key unique (tenant_id, username)
);
select isolate_tenant('users');
grant select, insert, update, delete on users to {{app}};

-- A keyed digest of the token, so that a stolen database holds no link that works. One for each user: a new one ends
-- the one before.
create table password_resets (
  tenant_id uuid not null,
  user_id uuid not null,
  digest bytea not null check (octet_length(digest) = 32),
  expires_at timestamptz not null,
  primary key (tenant_id, user_id),
  constraint password_resets_digest_key unique (tenant_id, digest),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
select isolate_tenant('password_resets');
grant select, insert, update, delete on password_resets to {{app}};

create trigger count_change after insert or delete or truncate
  or update of tenant_id, id, username, password_hash, password_version, disabled_at on users
  for each statement execute function count_access_change();
