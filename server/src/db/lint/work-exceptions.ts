// Exceptions of the catalog lint for queues, runs and questions: what claims commit for several tenants, and what maintenance
// of the queues looks for in all of them.
import type { CatalogException } from './catalog-exception.ts'

const namedOnly = 'group claims: the tenants the transaction names, and no others'
const anyNamed =
  "(tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))"
const sweeps =
  'maintenance of the queues finds the tenants with work that is due, and the inbox who is assigned to it; sees no content'
const overOnly = 'deletes what retention says is over, of all tenants; sees keys and times'

const groupTables = ['queues', 'queue_entries', 'fairness_turns', 'agents', 'agent_usage', 'runs']

const groupGrants: Readonly<Record<string, string>> = {
  'SELECT on queues': 'the settings decide the order',
  'DELETE, INSERT, SELECT, UPDATE (task_id) on queue_entries':
    'claims lock and remove entries, creates add them',
  'INSERT, SELECT, UPDATE on fairness_turns': 'creates take the next turns of a key',
  'SELECT, UPDATE (version) on agents':
    'claims lock an agent with a limit; group_locks_only refuses updates',
  'SELECT on agent_usage': 'claims check the budget of the day',
  'INSERT, SELECT on runs': 'a claim is a run',
}

const sweptColumns: Readonly<Record<string, readonly string[]>> = {
  tasks: ['tenant_id', 'id', 'status', 'assignee', 'due_at', 'turn', 'ready_at'],
  task_dependencies: ['tenant_id', 'is_resolved'],
  runs: [
    'tenant_id',
    'state',
    'lease_until',
    'is_started',
    'cancel_requested_at',
    'created_at',
    'ended_at',
  ],
  questions: ['tenant_id', 'state', 'expires_at'],
  inbox_digests: ['tenant_id', 'due_at'],
  schedules: ['tenant_id', 'next_at'],
}

const purged: Readonly<Record<string, { using: string; columns: readonly string[] }>> = {
  fairness_turns: {
    using: 'true',
    columns: ['tenant_id', 'queue', 'key', 'priority', 'updated_at'],
  },
  runs: { using: '(ended_at IS NOT NULL)', columns: ['tenant_id', 'id', 'ended_at'] },
  questions: { using: '(ended_at IS NOT NULL)', columns: ['tenant_id', 'id', 'ended_at'] },
  schedule_occurrences: {
    using: 'true',
    columns: ['tenant_id', 'schedule_id', 'occurs_at', 'created_at'],
  },
  approvals: { using: '(ended_at IS NOT NULL)', columns: ['tenant_id', 'id', 'ended_at'] },
}

const selectOf = (columns: readonly string[]) =>
  columns.map((column) => `SELECT (${column})`).join(', ')

export const workExceptions: readonly CatalogException[] = [
  ...groupTables.map((table) => ({
    rule: 'listed-policy' as const,
    object: `group_isolation on ${table}: all to group using ${anyNamed} check ${anyNamed}`,
    why: namedOnly,
  })),
  ...Object.entries(groupGrants).map(([grant, why]) => ({
    rule: 'listed-grant' as const,
    object: `group: ${grant}`,
    why,
  })),
  {
    rule: 'listed-policy',
    object: 'group_locks_only on agents: update to group using true check false',
    why: 'restrictive: a claim locks an agent with a limit and cannot change it',
  },
  ...Object.entries(sweptColumns).flatMap(([table, columns]): CatalogException[] => [
    {
      rule: 'listed-policy',
      object: `sweep on ${table}: select to feed using true check -`,
      why: sweeps,
    },
    { rule: 'listed-grant', object: `feed: ${selectOf(columns)} on ${table}`, why: sweeps },
  ]),
  ...Object.entries(purged).flatMap(([table, { using, columns }]): CatalogException[] => [
    {
      rule: 'listed-policy',
      object: `retention on ${table}: all to purge using ${using} check -`,
      why: overOnly,
    },
    {
      rule: 'listed-grant',
      object: `purge: DELETE, ${selectOf(columns)} on ${table}`,
      why: overOnly,
    },
  ]),
  ...['tasks_unqueued', 'questions_due', 'schedules_due', 'inbox_digests_due'].map((object) => ({
    rule: 'tenant-first-index' as const,
    object,
    why: 'maintenance of the queues looks for what is due in all tenants, so the time comes first',
  })),
]
