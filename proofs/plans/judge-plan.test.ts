// The judge of plans on plans it must refuse: each rule turns red on its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgePlan, type Schema } from './judge-plan.ts'
import type { PlanNode } from './plan-log.ts'

const schema: Schema = {
  tenantTables: new Set(['tasks', 'tenants', 'events_default']),
  firstColumns: new Map([
    ['tasks_pkey', 'tenant_id'],
    ['tasks_title', 'title'],
    ['tenants_slug_key', 'slug'],
  ]),
}

const bound = {
  'Node Type': 'Result',
  Output: ["current_setting('app.tenant_id'::text)"],
} as PlanNode // what the policy leaves in every plan it binds

const good: PlanNode = {
  'Node Type': 'Index Scan',
  'Relation Name': 'tasks',
  'Index Name': 'tasks_pkey',
  'Index Cond': '(t.tenant_id = $1)',
  'Actual Rows': 2,
  'Rows Removed by Filter': 3,
  'Actual Loops': 2,
  Plans: [bound],
}

function faultsOf(plan: PlanNode, nested = false): string[] {
  return judgePlan(schema, { statement: '', plan, nested }).faults
}

test('an index that begins with the tenant, bounded by it, is allowed', () => {
  assert.deepEqual(faultsOf(good), [])
})

test('rows that were read and thrown away count', () => {
  assert.equal(judgePlan(schema, { statement: '', plan: good, nested: false }).rowsRead, 10)
})

test('reading a tenant table whole is a fault, a partition too', () => {
  for (const table of ['tasks', 'events_default']) {
    const plan = { 'Node Type': 'Seq Scan', 'Relation Name': table, Plans: [bound] }
    assert.deepEqual(faultsOf(plan), [`Seq Scan on ${table}`])
  }
})

test('an index that begins with something else is a fault', () => {
  assert.deepEqual(faultsOf({ ...good, 'Index Name': 'tasks_title' }), [
    'tasks_title does not begin with tenant_id',
  ])
})

test('an index read for all tenants is a fault', () => {
  const plan = { ...good, 'Index Cond': '(t.id = $1)' }
  assert.deepEqual(faultsOf(plan), ['tasks_pkey is read for all tenants: (t.id = $1)'])
})

test('a plan without the policy is a fault, except inside a statement that has it', () => {
  const plan = { ...good, Plans: [] }
  assert.deepEqual(faultsOf(plan), ['row security is not part of the plan'])
  assert.deepEqual(faultsOf(plan, true), [])
})

test('a conflict decided by an index of all tenants is a fault', () => {
  const plan = { ...bound, 'Conflict Arbiter Indexes': ['tasks_title'] }
  assert.deepEqual(faultsOf(plan), ['conflict decided by tasks_title'])
})

test('a key is found before there is a tenant', () => {
  const plan = {
    'Node Type': 'Index Scan',
    'Relation Name': 'tenants',
    'Index Name': 'tenants_slug_key',
    'Index Cond': '(slug = $1)',
  }
  assert.deepEqual(faultsOf(plan), [])
})
