// IDs of tenants are unique in the fleet: two cells, a crash at each point between directory and cell, and its repair.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from '../../../server/src/db/sql.ts'
import {
  type Directory,
  withDirectory,
} from '../../../server/src/fleet/directory/open-directory.ts'
import { claimSlug, findPlacement } from '../../../server/src/fleet/directory/placements.ts'
import { uuidv7 } from '../../../server/src/lib/uuid.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { type FleetLab, startFleetLab } from './fleet-lab.ts'

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

let lab: FleetLab
let databases: TestDatabase[]

const edit = <T>(work: (directory: Directory) => Promise<T>) =>
  withDirectory(lab.directoryUrl, work)
const statusOf = async (slug: string) => (await edit((one) => findPlacement(one, slug)))?.status

/** The environment of a cell. */
const cell = (number: 1 | 2, env = {}) => ({
  env: {
    DATABASE_URL: databases[number - 1]?.url ?? '',
    SERVICE_ACP_CELL: `eu-${number}`,
    SERVICE_ACP_MASTER_KEY: MASTER_KEY,
    ...env,
  },
})

type Finding = { slug: string; problem: string; action: string }
async function reconcile(options = '', code = 0): Promise<Finding[]> {
  const { json } = await lab.run(`cell reconcile --json${options}`, { ...cell(1), code })
  return json()['findings'] as Finding[]
}

before(async () => {
  lab = await startFleetLab()
  databases = [await createDatabase(), await createDatabase()]
  await lab.run('cell add eu-1 --backend 10.0.0.1:8001')
  await lab.run('cell add eu-2 --backend 10.0.0.2:8001')
})

after(async () => {
  for (const database of databases) await database.drop()
  await lab.stop()
})

test('an ID is taken in the whole fleet, until the tenant is deleted', async () => {
  await lab.run('tenant create acme', cell(1))
  assert.equal(await statusOf('acme'), 'active')
  const { stderr } = await lab.run('tenant create acme', { ...cell(2), code: 6 })
  assert.match(stderr, /"acme" already exists in cell "eu-1"/)
  assert.deepEqual(await reconcile(), [])
  await lab.run('tenant delete acme --confirm acme', cell(1))
  assert.equal(await statusOf('acme'), undefined)
  await lab.run('tenant create acme', cell(2))
  const { stderr: invalid } = await lab.run('tenant create A_B', { ...cell(1), code: 2 })
  assert.match(invalid, /not a valid tenant ID/)
})

test('a tenant is imported into one cell only, with an ID that is free in the fleet', async () => {
  await lab.run('tenant create carried', cell(1))
  const file = join(lab.folder, 'carried.export')
  await lab.run(`tenant export carried --out ${file}`, cell(1))
  const { stderr } = await lab.run(`tenant import ${file}`, { ...cell(2), code: 6 })
  assert.match(stderr, /"carried" already exists in cell "eu-1"/)
  const copy = await lab.run(`tenant import ${file} --slug copied`, { ...cell(2), code: 6 })
  assert.match(copy.stderr, /already in the fleet, as "carried" in cell "eu-1"/)
  await lab.run('tenant delete carried --confirm carried', cell(1))
  await lab.run(`tenant import ${file}`, cell(2))
  assert.equal((await edit((one) => findPlacement(one, 'carried')))?.cell, 'eu-2')
  assert.equal(await statusOf('carried'), 'active')
})

test('a tenant that cannot be created gives its claim back', async () => {
  const alone = { env: { ...cell(1).env, SERVICE_ACP_DIRECTORY_URL: '' } }
  await lab.run('tenant create present', alone)
  await lab.run('tenant create present', { ...cell(1), code: 6 })
  assert.equal(await statusOf('present'), undefined)
  // The same happens to tenants of an installation that becomes a cell.
  assert.deepEqual(await reconcile(' --dry-run'), [
    { slug: 'present', problem: 'not in the directory', action: 'register' },
  ])
  assert.equal(await statusOf('present'), undefined)
  await reconcile()
  assert.equal(await statusOf('present'), 'active')
})

test('a crash after the claim: the ID is free again after ten minutes', async () => {
  await edit((one) => claimSlug(one, { slug: 'early', tenantId: uuidv7(), cell: 'eu-1' }))
  const { stderr } = await lab.run('tenant create early', { ...cell(2), code: 6 })
  assert.match(stderr, /claimed by cell "eu-1".*cell reconcile/)
  assert.deepEqual(await reconcile(), [])
  await edit((one) =>
    one.rows(sql`
      update directory.tenants set updated_at = now() - interval '11 minutes' where slug = 'early'`),
  )
  assert.equal((await reconcile(' --dry-run'))[0]?.action, 'release')
  assert.equal(await statusOf('early'), 'claimed')
  await reconcile()
  await lab.run('tenant create early', cell(2))
})

test('a crash before the confirmation: the tenant exists and is confirmed', async () => {
  await lab.run('tenant create half', cell(1))
  await edit((one) =>
    one.rows(sql`update directory.tenants set status = 'claimed' where slug = 'half'`),
  )
  assert.equal((await reconcile())[0]?.action, 'confirm')
  assert.equal(await statusOf('half'), 'active')
})

test('a crash before the release: the command releases the ID when it is repeated', async () => {
  await lab.run('tenant create gone', cell(1))
  const alone = { env: { ...cell(1).env, SERVICE_ACP_DIRECTORY_URL: '' } }
  await lab.run('tenant delete gone --confirm gone', alone)
  assert.equal(await statusOf('gone'), 'active')
  await lab.run('tenant delete gone --confirm gone', cell(1))
  assert.equal(await statusOf('gone'), undefined)
  await lab.run('tenant delete gone --confirm gone', { ...cell(1), code: 6 })
})

test('tenants that are missing in the cell are released only on demand', async () => {
  await lab.run('tenant create lost', cell(1))
  const alone = { env: { ...cell(1).env, SERVICE_ACP_DIRECTORY_URL: '' } }
  await lab.run('tenant delete lost --confirm lost', alone)
  assert.equal((await reconcile('', 7))[0]?.action, 'none')
  assert.equal(await statusOf('lost'), 'active')
  await reconcile(' --release-missing')
  assert.equal(await statusOf('lost'), undefined)
})

test('an ID of another cell stays there', async () => {
  const alone = { env: { ...cell(1).env, SERVICE_ACP_DIRECTORY_URL: '' } }
  await lab.run('tenant create twice', cell(2))
  await lab.run('tenant create twice', alone)
  const [found] = await reconcile('', 7)
  assert.deepEqual(found, {
    slug: 'twice',
    problem: 'the slug belongs to cell eu-2',
    action: 'none',
  })
})

test('without the directory no tenant is created, and its cell must have a name', async () => {
  const down = cell(1, { SERVICE_ACP_DIRECTORY_URL: 'postgres://u:p@127.0.0.1:1/directory' })
  await lab.run('tenant create never', { ...down, code: 4 })
  const nameless = cell(1, { SERVICE_ACP_CELL: '' })
  const { stderr } = await lab.run('tenant create never', { ...nameless, code: 3 })
  assert.match(stderr, /SERVICE_ACP_CELL/)
})
