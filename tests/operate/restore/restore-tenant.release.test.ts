// One tenant of a pgBackRest backup is brought back into the running installation, with everything as it was at a moment before
// the mistake, and without touching the others.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Task, TaskPage } from '@task-service/contract'
import { exitCodes } from '../../../server/src/commands/exit-codes.ts'
import { withAdmin } from '../../harness/admin-client.ts'
import { type BackupSite, startBackupSite } from '../../harness/backups/backup-site.ts'
import { ensurePgbackrest } from '../../harness/backups/ensure-pgbackrest.ts'
import { createApiCaller } from '../../harness/clients/api-caller.ts'
import { createWebhook } from '../../harness/clients/webhook.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import {
  HOST_SUFFIX,
  provisionTenant,
  type Service,
  serviceEnv,
  startService,
  type TestTenant,
} from '../../harness/service.ts'
import { runCommand } from '../run-command.ts'

let site: BackupSite
let database: TestDatabase
let service: Service
let acme: TestTenant
let other: TestTenant
let moment: string
const caller = createApiCaller()

const file = (name: string): string => join(site.folder, name)
/** On a busy machine a commit may take longer than a request would wait. */
const PATIENT = { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_DB_COMMIT_TIMEOUT: '1m' }
const env = () => serviceEnv({ databaseUrl: database.url, env: PATIENT })
const secretOptions = () => ['--with-secrets', '--key-file', file('passphrase')]

before(async () => {
  ensurePgbackrest()
  site = await startBackupSite({ fsync: false })
  database = await createDatabase({ cluster: site.cluster })
  service = await startService({
    databaseUrl: database.url,
    args: ['--role', 'api'],
    env: { ...PATIENT, SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8' },
  })
  ;[acme, other] = (await Promise.all(
    ['acme', 'other'].map((slug) => provisionTenant(database.url, slug)),
  )) as [TestTenant, TestTenant] // as many as there are names
  writeFileSync(file('passphrase'), randomBytes(32).toString('base64'))
  if (site.owner) chownSync(file('passphrase'), site.owner.uid, site.owner.gid)
  await create(acme, 'before the backup')
  await site.run('stanza-create')
  await site.run('--type=full', 'backup')
  await create(acme, 'after the backup')
  const owner = { url: service.url, apiKey: acme.key, host: acme.host }
  await createWebhook(owner, {
    url: 'http://127.0.0.1:18080/',
    headers: { authorization: 'Bearer x' },
  })
  await create(other, 'before the mistake')
  moment = await now()
  await create(acme, 'after the moment')
  await create(other, 'after the moment')
})
after(async () => {
  caller.close()
  await service?.kill()
  await site?.stop()
})

async function ask<T>(tenant: TestTenant, path: string, body?: object): Promise<T> {
  const answer = await caller.call(service.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { host: tenant.host, 'x-api-key': tenant.key },
    ...(body && { body }),
  })
  assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.body}`)
  return JSON.parse(answer.body) as T // of the contract
}

const create = (tenant: TestTenant, title: string) => ask<Task>(tenant, '/api/tasks', { title })

async function listTasks(tenant: TestTenant): Promise<Task[]> {
  const { data } = await ask<TaskPage>(tenant, '/api/tasks?limit=200&sort=created_at')
  return data
}

/** By the clock of the database, between two transactions. */
async function now(): Promise<string> {
  const { rows } = await withAdmin(database.superuserUrl, (admin) =>
    admin.query<{ now: Date }>('select pg_sleep(0.1), clock_timestamp() as now, pg_sleep(0.1)'),
  )
  return rows[0]?.now.toISOString() ?? ''
}

const command = async (...args: string[]) => {
  const outcome = await runCommand([...args, '--json'], env())
  assert.equal(outcome.code, exitCodes.ok.code, outcome.stderr)
  return outcome.json()
}

describe('a tenant of a backup', () => {
  test('is brought back as it was, and the others keep what came later', async () => {
    const kept = await listTasks(other)
    const expected = (await listTasks(acme)).filter(({ title }) => title !== 'after the moment')
    await command('tenant', 'delete', 'acme', '--confirm', 'acme')
    await site.archiveAll()

    const args = ['--to', moment, '--export-tenant', 'acme', '--out', file('acme.export')]
    const drill = await site.drill([...args, ...secretOptions()], env())
    assert.equal(drill.code, exitCodes.ok.code, drill.stderr)
    assert.equal(statSync(file('acme.export')).mode & 0o777, 0o600)

    const imported = await command(
      'tenant',
      'import',
      file('acme.export'),
      '--key-file',
      file('passphrase'),
    )
    assert.deepEqual(imported['secrets'], { restored: 2, webhooks_with_new_secret: [] })
    const { api_key: key } = await command('tenant', 'rotate-key', 'acme', '--overlap', '0')
    await command('tenant', 'suspend', 'acme', '--resume')

    const restored = { ...acme, key: String(key) }
    assert.deepEqual(await listTasks(restored), expected)
    assert.deepEqual(await listTasks(other), kept)
    const { number } = await create(restored, 'the next one')
    assert.equal(number, 3)
  })

  test('is not imported over one that exists', async () => {
    const outcome = await runCommand(
      ['tenant', 'import', file('acme.export'), '--key-file', file('passphrase')],
      env(),
    )
    assert.notEqual(outcome.code, exitCodes.ok.code)
    assert.match(outcome.stderr, /acme/)
  })

  test('that did not exist at the moment is reported', async () => {
    const args = ['--to', moment, '--export-tenant', 'unknown', '--out', file('unknown.export')]
    const { code, stderr } = await site.drill(args, env())
    assert.equal(code, exitCodes.not_found.code)
    assert.match(stderr, /has no tenant .+unknown.+ at that moment/)
  })
})
