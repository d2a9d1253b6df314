// The identity of a fleet: a key of one cell is valid in another that joined, and nothing else takes an identity.
import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openAdminPool } from '../../harness/admin-client.ts'
import {
  createDatabase,
  type EmptyDatabase,
  emptyDatabase,
  type TestDatabase,
} from '../../harness/database.ts'
import { LEVEL } from '../../harness/migration/next-migration.ts'
import { askHost } from '../../harness/network/ask-host.ts'
import { MASTER_KEY, startService } from '../../harness/service.ts'
import { type FleetLab, startFleetLab } from './fleet-lab.ts'

const OTHER_KEY = Buffer.alloc(32, 9).toString('base64')

let lab: FleetLab
let first: TestDatabase
let second: EmptyDatabase
let file: string

const firstCell = () => ({ DATABASE_URL: first.url, SERVICE_ACP_MASTER_KEY: MASTER_KEY })
const secondCell = () => ({
  DATABASE_URL: second.url,
  SERVICE_ACP_DB_ROLE_PREFIX: second.rolePrefix,
  SERVICE_ACP_MASTER_KEY: MASTER_KEY,
})

before(async () => {
  lab = await startFleetLab()
  first = await createDatabase()
  second = await emptyDatabase()
  file = join(lab.folder, 'identity.json')
})

after(async () => {
  await first.drop()
  await second.drop()
  await lab.stop()
})

test('the file is private, does not contain the pepper, and is never overwritten', async () => {
  await lab.run(`identity export --out ${file}`, { env: firstCell() })
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const admin = openAdminPool(first.superuserUrl)
  const { rows } = await admin.query<{ pepper: Buffer }>('select pepper from instance')
  await admin.end()
  const text = readFileSync(file, 'utf8')
  for (const form of ['hex', 'base64', 'base64url'] as const) {
    assert.equal(text.includes(rows[0]?.pepper.toString(form) ?? 'missing'), false)
  }
  const { stderr } = await lab.run(`identity export --out ${file}`, { env: firstCell(), code: 2 })
  assert.match(stderr, /exists already/)
})

test('another master key, a changed file and another file are refused, and nothing is migrated', async () => {
  const wrongKey = { ...secondCell(), SERVICE_ACP_MASTER_KEY: OTHER_KEY }
  const { stderr } = await lab.run(`migrate --join ${file}`, { env: wrongKey, code: 3 })
  assert.match(stderr, /another master key/)
  const changed = join(lab.folder, 'changed.json')
  writeFileSync(changed, readFileSync(file, 'utf8').replace(/"pepper": "(.)/, '"pepper": "_'))
  await lab.run(`migrate --join ${changed}`, { env: secondCell(), code: 3 })
  writeFileSync(changed, '{}')
  await lab.run(`migrate --join ${changed}`, { env: secondCell(), code: 2 })
  await lab.run('migrate --join /nowhere', { env: secondCell(), code: 2 })
  const { json } = await lab.run('migrate --plan --json', { env: secondCell() })
  assert.notDeepEqual(json()['pending'], [])
})

test('a cell that joined accepts an API key of the other cell, and reports to the directory', async () => {
  await lab.run('cell add eu-1 --backend 10.0.0.1:8001')
  await lab.run('cell add eu-2 --backend 10.0.0.2:8001')
  // With a master key of its own.
  const own = { SERVICE_ACP_MASTER_KEY: OTHER_KEY, SERVICE_ACP_MASTER_KEY_PREVIOUS: MASTER_KEY }
  const env = { ...secondCell(), ...own, SERVICE_ACP_CELL: 'eu-2' }
  await lab.run(`migrate --join ${file}`, { env })
  await lab.run(`migrate --join ${file}`, { env })
  const alone = { ...firstCell(), SERVICE_ACP_DIRECTORY_URL: '' }
  const created = (await lab.run('tenant create acme --json', { env: alone })).json()
  const [source, target] = [openAdminPool(first.superuserUrl), openAdminPool(second.superuserUrl)]
  for (const table of ['tenants', 'api_keys']) {
    const { rows } = await source.query<{ row: string }>(
      `select to_json(one)::text as row from ${table} one
       where tenant_id = (select tenant_id from tenants where slug = 'acme')`,
    )
    for (const { row } of rows) {
      await target.query(
        `insert into ${table} select * from json_populate_record(null::${table}, $1)`,
        [row],
      )
    }
  }
  await Promise.all([source.end(), target.end()])
  const service = await startService({
    databaseUrl: second.url,
    env: { SERVICE_ACP_HOST: 'tasks.example.com', SERVICE_ACP_DB_ROLE_PREFIX: second.rolePrefix },
    args: ['--role', 'api'],
  })
  try {
    const port = Number(new URL(service.url).port)
    const ask = (key: string) =>
      askHost(port, 'acme.tasks.example.com', { path: '/api/ping', headers: { 'x-api-key': key } })
    assert.equal((await ask(String(created['api_key']))).status, 200)
    assert.equal((await ask(`${String(created['api_key'])}x`)).status, 401)
  } finally {
    await service.stop()
  }
  const cells = (await lab.run('fleet status --json')).json()['cells'] as Record<string, unknown>[]
  assert.equal(cells.find(({ name }) => name === 'eu-2')?.['schema_level'], LEVEL)
})

/** Databases of tests are clones and have the same identity. */
async function createOther(): Promise<TestDatabase> {
  const database = await createDatabase()
  const admin = openAdminPool(database.superuserUrl)
  await admin.query('update instance set id = gen_random_uuid()')
  await admin.end()
  return database
}

test('a database that is in use keeps its identity', async () => {
  const other = join(lab.folder, 'other.json')
  const third = await createOther()
  try {
    const env = { DATABASE_URL: third.url, SERVICE_ACP_MASTER_KEY: MASTER_KEY }
    await lab.run(`identity export --out ${other}`, { env })
    const alone = { ...firstCell(), SERVICE_ACP_DIRECTORY_URL: '' }
    await lab.run('tenant create used', { env: alone })
    const { stderr } = await lab.run(`migrate --join ${other}`, { env: alone, code: 5 })
    assert.match(stderr, /is in use \(it has .*tenants\)/)
  } finally {
    await third.drop()
  }
})

test('a cell with another identity is no part of the fleet, and the error says so', async () => {
  await lab.run('cell add us-1 --backend 10.0.0.3:8001')
  const env = { ...firstCell(), SERVICE_ACP_CELL: 'us-1' }
  assert.doesNotMatch((await lab.run('migrate', { env })).stderr, /not updated/)
  const third = await createOther()
  try {
    const alien = { DATABASE_URL: third.url, SERVICE_ACP_CELL: 'us-1' }
    assert.match((await lab.run('migrate', { env: alien })).stderr, /another identity/)
  } finally {
    await third.drop()
  }
})
