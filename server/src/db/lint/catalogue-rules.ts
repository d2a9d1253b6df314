// What the catalogue must look like for isolation to hold, one line per rule, with what to do when it does not. The
// statements that look are in *.sql of this folder.

export type CatalogueRule = { says: string; mend: string }

const recreate = 'Drop it, or put it into a migration that passes `npm run prove -- rls-lint`.'

export const catalogueRules = {
  'row-security': {
    says: 'Row security is enabled and forced on every table with tenant_id, partitions included.',
    mend: 'alter table … enable row level security; alter table … force row level security',
  },
  'tenant-column': {
    says: 'Every table has tenant_id uuid not null, unless listed with a reason.',
    mend: recreate,
  },
  'plain-table': {
    says: 'There are no foreign tables and no materialised views: row security does not reach them.',
    mend: recreate,
  },
  'logged-table': {
    says: 'No tenant table is unlogged.',
    mend: 'alter table … set logged',
  },
  'no-enum': {
    says: 'No column is of an enum type: text with a check can use an index under row security.',
    mend: recreate,
  },
  'view-invoker': {
    says: 'Every view is security_invoker.',
    mend: 'alter view … set (security_invoker = true)',
  },
  'no-rewrite-rule': { says: 'No table has a rewrite rule.', mend: 'drop rule … on …' },
  'tenant-policy': {
    says: 'The app role sees and writes, on every tenant table, rows of its tenant only.',
    mend: 'Restore the policy: select isolate_tenant(…)',
  },
  'no-second-policy': {
    says: 'No other permissive policy applies to the app role: permissive policies add up.',
    mend: 'drop policy … on …',
  },
  'listed-policy': {
    says: 'Policies for other roles are exactly the listed ones.',
    mend: 'drop policy … on …',
  },
  'tenant-first-index': {
    says: 'tenant_id leads every primary key, unique constraint and index, unless listed.',
    mend: recreate,
  },
  'tenant-primary-key': { says: 'Every tenant table has a primary key.', mend: recreate },
  'tenant-foreign-key': {
    says: 'Every foreign key of a tenant table begins with tenant_id on both sides.',
    mend: recreate,
  },
  'listed-definer': {
    says: 'SECURITY DEFINER functions are exactly the listed ones.',
    mend: 'alter function … security invoker',
  },
  'pinned-search-path': {
    says: 'Every function sets its own search_path, with pg_temp last.',
    mend: 'alter function … set search_path = pg_catalog, public, pg_temp',
  },
  'no-public-execute': {
    says: 'No function may be called by PUBLIC.',
    mend: 'revoke all on function … from public',
  },
  'listed-execute': {
    says: 'Functions may be called by exactly the listed roles.',
    mend: 'revoke all on function … from …',
  },
  'no-leakproof': {
    says: 'No function of ours is leakproof: it would run before the policy.',
    mend: 'alter function … not leakproof',
  },
  'role-attributes': {
    says: 'Runtime roles have no SUPERUSER, BYPASSRLS, CREATEDB, CREATEROLE, LOGIN, REPLICATION.',
    mend: 'alter role … nosuperuser nobypassrls nocreatedb nocreaterole nologin noreplication',
  },
  'role-membership': {
    says: 'Runtime roles are members of no other role.',
    mend: 'revoke … from …',
  },
  'listed-ownership': {
    says: 'Runtime roles own nothing but the listed functions.',
    mend: 'alter … owner to the user of DATABASE_URL',
  },
  'no-default-tenant': {
    says: 'Nothing sets app.tenant_id(s) by default: no tenant is an error, not somebody.',
    mend: 'alter role|database … reset app.tenant_id; … reset app.tenant_ids',
  },
  'no-public-grant': {
    says: 'PUBLIC has no grants on tables, columns or sequences.',
    mend: 'revoke all on … from public',
  },
  'no-sweeping-grant': {
    says: 'Nobody is granted TRUNCATE, REFERENCES, TRIGGER or MAINTAIN.',
    mend: 'revoke … on … from …',
  },
  'append-only': {
    says: 'The app role may not update or delete events and audit entries.',
    mend: 'revoke update, delete on … from …',
  },
  'app-grant': {
    says: 'The app role has grants on tenant tables only.',
    mend: 'revoke all on … from …',
  },
  'listed-grant': {
    says: 'Every other role has exactly the listed grants.',
    mend: 'revoke … on … from …',
  },
  'no-sequence-grant': {
    says: 'No sequence is granted to anybody.',
    mend: 'revoke all on sequence … from …',
  },
  'no-partition-grant': {
    says: 'Partitions have no grants of their own.',
    mend: 'revoke all on … from …',
  },
  'no-create': {
    says: 'Neither runtime roles nor PUBLIC may create objects in the schema or the database.',
    mend: 'revoke create on schema|database … from …',
  },
  'no-default-grant': {
    says: 'No default privileges grant future tables to anybody.',
    mend: 'alter default privileges … revoke …',
  },
  'no-grant-elsewhere': {
    says: 'Runtime roles have no grants outside the schema.',
    mend: 'revoke … from …',
  },
  'exception-in-use': {
    says: 'Every listed exception is there, exactly as listed.',
    mend: 'Restore it, or take it off the list in a release of its own.',
  },
} as const satisfies Record<string, CatalogueRule>

export type CatalogueRuleName = keyof typeof catalogueRules
