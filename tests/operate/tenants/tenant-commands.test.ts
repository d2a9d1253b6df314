// `task-service tenant …` beside a running service: provisioning, rotation, suspension, and a deletion that leaves nothing.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { exitCodes } from '../../../server/src/commands/exit-codes.ts'
import { openAdminPool } from '../../harness/admin-client.ts'
import { keepDashboardRows } from '../../harness/dashboard/dashboard-rows.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { keepEdgeRows } from '../../harness/edge/edge-rows.ts'
import { keepIntegrationRows } from '../../harness/integrations/integration-rows.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  provisionTenant,
} from '../../harness/service.ts'
import { keepTaskRows } from '../../harness/tasks/task-rows.ts'
import { makeDataKey } from '../../harness/vault/secret-drawer.ts'
import { keepWebhookRows } from '../../harness/webhooks/webhook-rows.ts'
import { keepWorkRows } from '../../harness/work/work-rows.ts'
import { type Outcome, runCommand } from '../run-command.ts'
import { until } from '../until.ts'

let database: TestDatabase
let admin: Pool
let api: LocalApi

before(async () => {
  database = await createDatabase()
  admin = openAdminPool(database.superuserUrl)
  api = await buildLocalApi({ databaseUrl: database.url, env: { SERVICE_ACP_HOST: HOST_SUFFIX } })
})

after(async () => {
  await api.stop()
  await admin.end()
  await database.drop()
})

function tenant(...args: string[]): Promise<Outcome> {
  return runCommand(['tenant', ...args], { DATABASE_URL: database.url })
}

async function done(...args: string[]): Promise<Record<string, unknown>> {
  const outcome = await tenant(...args, '--json')
  assert.equal(outcome.code, 0, outcome.stderr)
  return outcome.json()
}

async function statusWith(slug: string, key: unknown): Promise<number> {
  const headers = { host: `${slug}.${HOST_SUFFIX}`, 'x-api-key': String(key) }
  return (await api.app.inject({ url: '/api/ping', headers })).statusCode
}

function create(slug: string, key: string, body: object, path = '/api/tasks') {
  const headers = { host: `${slug}.${HOST_SUFFIX}`, 'x-api-key': key }
  return api.app.inject({ method: 'POST', url: path, headers, payload: body })
}

/** Every table with rows of tenants, partitions included. */
async function listTenantTables(): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** A tenant with a fence is being moved, and is not deleted. */
const FENCES = 'tenant_fences'

async function countRows(tenantId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await listTenantTables()) {
    if (table === FENCES) continue
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from ${table} where tenant_id = $1`,
      [tenantId],
    )
    const kind = table.replace(/_(\d{8}|default)$/, '')
    counts[kind] = (counts[kind] ?? 0) + (rows[0]?.count ?? 0)
  }
  return counts
}

/** All rows of all tables as text, the way a dump would show them. */
async function dumpRows(): Promise<string> {
  const { rows } = await admin.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const texts: string[] = []
  for (const { name } of rows) {
    const found = await admin.query<{ text: string }>(`select t::text as text from ${name} t`)
    texts.push(...found.rows.map(({ text }) => text))
  }
  return texts.join('\n')
}

describe('tenant create and list', () => {
  test('print the key once, and the database never holds it', async () => {
    const words = await tenant('create', 'words', '--name', 'Words Ltd')
    assert.equal(words.code, 0)
    const [, wordsKey] = words.stdout.match(/^API key \(shown only once\): (tskey_\w{38})$/m) ?? []
    const { slug, id, api_key: key } = await done('create', 'data')
    assert.equal(slug, 'data')
    assert.match(String(id), /^ten_[0-9a-f]{32}$/)
    assert.equal(await statusWith('words', wordsKey), 200)
    assert.equal(await statusWith('data', key), 200)

    const [table, { tenants }] = await Promise.all([tenant('list'), done('list')])
    assert.match(table.stdout, /^ID +NAME +STATUS +CREATED +KEYS$/m)
    assert.match(table.stdout, /^words +Words Ltd +active +\S+ +1$/m)
    const listed = (tenants as Record<string, unknown>[]).map((entry) => entry['slug'])
    assert.deepEqual(listed, ['data', 'default', 'words'])

    const dump = await dumpRows()
    for (const secret of [String(wordsKey), String(key)]) {
      for (const form of ['utf8', 'hex', 'base64'] as const) {
        const bytes = Buffer.from(secret).toString(form)
        assert.ok(!dump.includes(bytes), `${form} of the key`)
      }
      assert.ok(!JSON.stringify(tenants).includes(secret))
      assert.ok(!table.stdout.includes(secret))
    }
    assert.ok(dump.includes('Words Ltd'), 'control: what is stored is found')
  })

  test('reject a name that is taken, not a host name, or unknown', async () => {
    const [taken, invalid, unknown] = await Promise.all([
      tenant('create', 'default', '--json'),
      tenant('create', 'Not_A_Host'),
      tenant('rotate-key', 'unknown'),
    ])
    assert.equal(taken.code, exitCodes.not_found.code)
    assert.match(taken.stderr, /already exists/)
    assert.equal(invalid.code, exitCodes.usage.code)
    assert.match(invalid.stderr, /lowercase letters, digits and hyphens/)
    assert.equal(unknown.code, exitCodes.not_found.code)
    assert.match(unknown.stderr, /tenant list/)
  })
})

describe('tenant rotate-key', () => {
  test('keeps the old key for the overlap, the third ends the first, no overlap ends all', async () => {
    const { key: first } = await provisionTenant(database.url, 'turning')
    const second = await done('rotate-key', 'turning')
    assert.deepEqual([second['overlapping'], second['revoked']], [1, 0])
    const third = await done('rotate-key', 'turning', '--overlap', '0.5')
    assert.deepEqual([third['overlapping'], third['revoked']], [1, 1])
    await until('the first is refused', async () => (await statusWith('turning', first)) === 401)
    assert.equal(await statusWith('turning', second['api_key']), 200)
    assert.equal(await statusWith('turning', third['api_key']), 200)
    const last = await tenant('rotate-key', 'turning', '--overlap', '0')
    assert.match(last.stdout, /All previous keys of this tenant are revoked/)
    const [key] = last.stdout.match(/tskey_\w{38}/) ?? []
    await until('the others are refused', async () => {
      const statuses = [second, third].map((made) => statusWith('turning', made['api_key']))
      return (await Promise.all(statuses)).every((status) => status === 401)
    })
    assert.equal(await statusWith('turning', key), 200)
  })

  test('takes no overlap that is not a number of hours, least of all an empty one', async () => {
    const { key } = await provisionTenant(database.url, 'careful')
    const outcomes = await Promise.all(
      ['', 'soon', '-1'].map((overlap) => tenant('rotate-key', 'careful', `--overlap=${overlap}`)),
    )
    for (const { code } of outcomes) assert.equal(code, exitCodes.usage.code)
    assert.equal(await statusWith('careful', key), 200)
  })
})

test('tenant suspend refuses the tenant and --resume takes it back', async () => {
  const { key } = await provisionTenant(database.url, 'pausing')
  assert.equal(await statusWith('pausing', key), 200)
  assert.deepEqual(await done('suspend', 'pausing'), { slug: 'pausing', status: 'suspended' })
  await until('it is refused', async () => (await statusWith('pausing', key)) === 403)
  const words = await tenant('suspend', 'pausing', '--resume')
  assert.equal(words.stdout, 'Tenant pausing is active.\n')
  await until('it is served', async () => (await statusWith('pausing', key)) === 200)
})

/** Tasks with everything that hangs on a task, and a way to look at them. */
async function fill(slug: string, key: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const made = await create(slug, key, { title: `task ${n}`, labels: ['a', 'b'] })
    assert.equal(made.statusCode, 201)
    await create(slug, key, { body: 'a comment' }, `${String(made.headers.location)}/comments`)
  }
  await create(slug, key, { name: 'a view' }, '/api/views')
  const headers = {
    host: `${slug}.${HOST_SUFFIX}`,
    'x-api-key': key,
    'idempotency-key': 'a-key-01',
  }
  const payload = { title: 'kept' }
  await api.app.inject({ method: 'POST', url: '/api/tasks', headers, payload })
}

describe('tenant delete', () => {
  test('asks for the name twice', async () => {
    await provisionTenant(database.url, 'kept')
    const [without, wrong] = await Promise.all([
      tenant('delete', 'kept'),
      tenant('delete', 'kept', '--confirm', 'other'),
    ])
    for (const { code, stderr } of [without, wrong]) {
      assert.equal(code, exitCodes.usage.code)
      assert.match(stderr, /--confirm kept/)
    }
  })

  test('deletes every row of every table, also those written during the run, and nothing of others', async () => {
    const going = await provisionTenant(database.url, 'going')
    const staying = await provisionTenant(database.url, 'staying')
    await fill('going', going.key, 3)
    await fill('staying', staying.key, 2)
    for (const { id } of [going, staying]) {
      await makeDataKey(api, id)
      await keepWebhookRows(database.superuserUrl, id)
      await keepDashboardRows(database.superuserUrl, id)
      await keepIntegrationRows(database.superuserUrl, id)
      await keepEdgeRows(database.superuserUrl, id)
      await keepWorkRows(database.superuserUrl, id)
      await keepTaskRows(database.superuserUrl, id)
    }
    const untouched = await countRows(staying.id)
    const full = await countRows(going.id)
    for (const [table, count] of Object.entries(full)) assert.ok(count > 0, `${table} has no row`)

    const stop = new AbortController()
    let refused = 0
    // Clients that know nothing of the deletion and do not stop; now and then, so that between two of them nothing is
    // left and the deletion could believe that it is over.
    const writers = [1, 2, 3].map(async () => {
      while (!stop.signal.aborted) {
        await sleep(100 * Math.random())
        const { statusCode } = await create('going', going.key, { title: 'too late' })
        if (statusCode === 401) refused++
        else assert.equal(statusCode, 201)
      }
    })
    const outcome = await tenant('delete', 'going', '--confirm', 'going')
    await until('the writers are refused', () => refused > 3)
    stop.abort()
    await Promise.all(writers)
    assert.equal(outcome.code, 0, outcome.stderr)
    assert.match(outcome.stdout, /^Deleted tenant going \(\d+ rows\)\.\n$/)
    const progress = outcome.stderr.split('\n').filter((line) => line.includes(': deleted '))
    assert.ok(progress.length > 0, outcome.stderr)
    assert.deepEqual(progress, [...new Set(progress)], 'a line of progress is printed once')

    const left = await countRows(going.id)
    assert.deepEqual(left, Object.fromEntries(Object.keys(left).map((table) => [table, 0])))
    assert.deepEqual(await countRows(staying.id), untouched)
    assert.equal(await statusWith('staying', staying.key), 200)
    assert.equal((await tenant('suspend', 'going')).code, exitCodes.not_found.code)
  })

  test('that was interrupted cannot be turned back, only finished', async () => {
    const { id, key } = await provisionTenant(database.url, 'half-gone')
    await admin.query(`update tenants set status = 'deleting' where tenant_id = $1`, [id])
    await until('its key is refused', async () => (await statusWith('half-gone', key)) === 401)
    const resumed = await tenant('suspend', 'half-gone', '--resume')
    assert.equal(resumed.code, exitCodes.not_found.code)
    assert.match(resumed.stderr, /is being deleted/)
    const finished = await done('delete', 'half-gone', '--confirm', 'half-gone')
    assert.equal(finished['slug'], 'half-gone')
  })
})
