-- When an API key was last used, to some minutes: whoever replaces a key wants to know that no one sends the old one any
-- more. A table of its own and not a column of the keys, because writing there would count as a change of access; and by
-- fingerprint, because the keys of the environment are in no table.
--
-- Locks: created empty. The previous release does not know it and works on.

create table key_uses (
  tenant_id uuid not null,
  fingerprint text not null,
  used_at timestamptz not null,
  primary key (tenant_id, fingerprint)
);
select isolate_tenant('key_uses');
grant select, insert, update, delete on key_uses to {{app}};
