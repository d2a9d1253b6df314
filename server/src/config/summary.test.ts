import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { generateApiKey } from '#crypto/api-key.ts'
import { loadConfig } from './load.ts'
import { summarizeConfig } from './summary.ts'

const env = {
  DATABASE_URL: 'postgres://user:password@db.example:5432/tasks',
  SERVICE_ACP_API_KEY: generateApiKey(),
  SERVICE_ACP_MASTER_KEY: randomBytes(32).toString('base64'),
  SERVICE_ACP_HOST: 'tasks.example',
}

test('the summary contains the effective configuration', () => {
  const summary = summarizeConfig(loadConfig({ needs: ['database', 'api', 'master'], env }))
  assert.deepEqual(summary['database'], {
    host: 'db.example',
    port: 5432,
    name: 'tasks',
    rolePrefix: 'task_service',
    poolSize: 10,
    statementTimeoutMs: 10_000,
    commitTimeoutMs: 3_000,
    migrationTimeoutMs: 300_000,
    responseGraceMs: 1_000,
    expensiveReadTimeoutMs: 5_000,
    tenantShare: 50,
    maxWaitingPerTenant: 500,
    pooler: 'none',
  })
  assert.deepEqual(summary['keys'], {
    api: 'set',
    apiPrevious: null,
    master: 'set',
    masterPrevious: null,
  })
  assert.equal(summary['http']?.['hostSuffix'], 'tasks.example')
  assert.ok(summarizeConfig(loadConfig({ needs: [], env: {} }))['database'])
})
