// The rules that the database catalog must satisfy for tenant isolation, each with its fix. The queries that check them are
// in the *.sql files of this folder.

export type CatalogRule = { rule: string; fix: string }

const recreate = 'Drop it, or create it in a migration that passes `npm run prove -- rls-lint`.'

export const catalogRules = {
  'row-security': {
    rule: 'Row-level security is enabled and forced on every table with tenant_id, including partitions.',
    fix: 'alter table … enable row level security; alter table … force row level security',
  },
  'tenant-column': {
    rule: 'Every table has tenant_id uuid not null, unless listed with a reason.',
    fix: recreate,
  },
  'plain-table': {
    rule: 'There are no foreign tables and no materialized views: row-level security does not apply to them.',
    fix: recreate,
  },
  'logged-table': {
    rule: 'No tenant table is unlogged.',
    fix: 'alter table … set logged',
  },
  'no-enum': {
    rule: 'No column has an enum type: text with a check can use an index under row-level security.',
    fix: recreate,
  },
  'view-invoker': {
    rule: 'Every view is security_invoker.',
    fix: 'alter view … set (security_invoker = true)',
  },
  'no-rewrite-rule': { rule: 'No table has a rewrite rule.', fix: 'drop rule … on …' },
  'tenant-policy': {
    rule: 'On every tenant table, the app role reads and writes only rows of its tenant.',
    fix: 'Restore the policy: select isolate_tenant(…)',
  },
  'no-second-policy': {
    rule: 'No other permissive policy applies to the app role: permissive policies add up.',
    fix: 'drop policy … on …',
  },
  'listed-policy': {
    rule: 'Policies for other roles are exactly the listed ones.',
    fix: 'drop policy … on …',
  },
  'tenant-first-index': {
    rule: 'tenant_id is the first column of every primary key, unique constraint and index, unless listed.',
    fix: recreate,
  },
  'tenant-primary-key': { rule: 'Every tenant table has a primary key.', fix: recreate },
  'tenant-foreign-key': {
    rule: 'Every foreign key of a tenant table begins with tenant_id on both sides.',
    fix: recreate,
  },
  'listed-definer': {
    rule: 'SECURITY DEFINER functions are exactly the listed ones.',
    fix: 'alter function … security invoker',
  },
  'pinned-search-path': {
    rule: 'Every function sets its own search_path, with pg_temp last.',
    fix: 'alter function … set search_path = pg_catalog, public, pg_temp',
  },
  'no-public-execute': {
    rule: 'No function may be called by PUBLIC.',
    fix: 'revoke all on function … from public',
  },
  'listed-execute': {
    rule: 'Functions may be called by exactly the listed roles.',
    fix: 'revoke all on function … from …',
  },
  'no-leakproof': {
    rule: 'No function of this schema is leakproof: it would run before the policy.',
    fix: 'alter function … not leakproof',
  },
  'role-attributes': {
    rule: 'Runtime roles have no SUPERUSER, BYPASSRLS, CREATEDB, CREATEROLE, LOGIN, REPLICATION.',
    fix: 'alter role … nosuperuser nobypassrls nocreatedb nocreaterole nologin noreplication',
  },
  'role-membership': {
    rule: 'Runtime roles are members of no other role.',
    fix: 'revoke … from …',
  },
  'listed-ownership': {
    rule: 'Runtime roles own nothing but the listed functions.',
    fix: 'alter … owner to the user of DATABASE_URL',
  },
  'no-default-tenant': {
    rule: 'app.tenant_id and app.tenant_ids have no default: a missing tenant is an error.',
    fix: 'alter role|database … reset app.tenant_id; … reset app.tenant_ids',
  },
  'no-public-grant': {
    rule: 'PUBLIC has no grants on tables, columns or sequences.',
    fix: 'revoke all on … from public',
  },
  'no-sweeping-grant': {
    rule: 'TRUNCATE, REFERENCES, TRIGGER and MAINTAIN are granted to no role.',
    fix: 'revoke … on … from …',
  },
  'append-only': {
    rule: 'The app role may not update or delete events and audit entries.',
    fix: 'revoke update, delete on … from …',
  },
  'app-grant': {
    rule: 'The app role has grants on tenant tables only.',
    fix: 'revoke all on … from …',
  },
  'listed-grant': {
    rule: 'Every other role has exactly the listed grants.',
    fix: 'revoke … on … from …',
  },
  'no-sequence-grant': {
    rule: 'No sequence is granted to any role.',
    fix: 'revoke all on sequence … from …',
  },
  'no-partition-grant': {
    rule: 'Partitions have no grants of their own.',
    fix: 'revoke all on … from …',
  },
  'no-create': {
    rule: 'Neither runtime roles nor PUBLIC may create objects in the schema or the database.',
    fix: 'revoke create on schema|database … from …',
  },
  'no-default-grant': {
    rule: 'No default privileges grant future tables to any role.',
    fix: 'alter default privileges … revoke …',
  },
  'no-grant-elsewhere': {
    rule: 'Runtime roles have no grants outside the schema.',
    fix: 'revoke … from …',
  },
  'exception-in-use': {
    rule: 'Every listed exception exists, exactly as listed.',
    fix: 'Restore it, or remove it from the list in a separate release.',
  },
} as const satisfies Record<string, CatalogRule>

export type CatalogRuleName = keyof typeof catalogRules
