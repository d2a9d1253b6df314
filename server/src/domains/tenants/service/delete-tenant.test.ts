import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../tests/harness/database.ts'
import { provisionTenant } from '../../../../../tests/harness/service.ts'
import type { Context } from '../../../db/context.ts'
import type { Database } from '../../../db/database.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { type DeletionProgress, deleteTenant } from './delete-tenant.ts'
import { setTenantStatus } from './tenant-life.ts'

const STEP = 20

let database: TestDatabase
let db: Database
let admin: Client

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url)
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
})

after(async () => {
  await Promise.all([db.close(), admin.end()])
  await database.drop()
})

type Tenant = { id: string; slug: string }

function inTenant<T>(tenant: Tenant, work: (ctx: Context) => Promise<T>): Promise<T> {
  return db.tenantTx(tenant.id, (tx) =>
    work({
      tx,
      tenant,
      actor: { kind: 'system', id: 'test' },
      requestId: uuidv7(),
      now: new Date(),
      cursorSecret: Buffer.alloc(32),
      freshnessSecret: Buffer.alloc(32),
    }),
  )
}

/** Task n gets the n-th id in order; `parentOf` gives the number of its parent, or null. */
async function plantTree(slug: string, size: number, parentOf: (n: number) => number | null) {
  const { id } = await provisionTenant(database.url, slug)
  const ids = Array.from({ length: size }, () => uuidv7()).toSorted()
  await admin.query(
    `insert into tasks (tenant_id, id, number, status, priority, queue, updated_at, search, doc)
     select $1, id, n, 'ready', 2, 'default', now(), '', '{}'
     from unnest($2::uuid[]) with ordinality as made (id, n)`,
    [id, ids],
  )
  const parents = ids.map((_, n) => {
    const parent = parentOf(n)
    return parent === null ? null : ids[parent]
  })
  await admin.query(
    `update tasks t set parent_id = made.parent
     from unnest($2::uuid[], $3::uuid[]) as made (id, parent)
     where t.tenant_id = $1 and t.id = made.id and made.parent is not null`,
    [id, ids, parents],
  )
  return { id, slug }
}

async function markDeleting(tenant: Tenant): Promise<void> {
  await inTenant(tenant, (ctx) => setTenantStatus(ctx, 'deleting'))
}

/** Contents of files in the bucket that were deleted. */
const removed: string[] = []

function openDeletion({ id }: Tenant): AsyncGenerator<DeletionProgress> {
  return deleteTenant({
    tenantId: id,
    inTenant: (work) => db.tenantTx(id, work),
    owner: db.owner,
    removeFile: async (file) => void removed.push(file),
    stepSize: STEP,
  })
}

/** Runs to the end, or for so many steps. */
async function deleteSteps(tenant: Tenant, most = 400): Promise<DeletionProgress[]> {
  const seen: DeletionProgress[] = []
  for await (const step of openDeletion(tenant)) {
    seen.push(step)
    if (seen.length === most) break
  }
  return seen
}

async function countLeft({ id }: Tenant): Promise<number> {
  const { rows } = await admin.query<{ left: number }>(
    `select (select count(*) from tasks where tenant_id = $1)
       + (select count(*) from audit_entries where tenant_id = $1)
       + (select count(*) from tenants where tenant_id = $1) as left`,
    [id],
  )
  return Number(rows[0]?.left)
}

const SIZE = 105
/** Same every time: a step that is coprime with the size visits every task once. */
const shuffled = (n: number) => (n * 44) % SIZE

const trees: Record<string, (n: number) => number | null> = {
  'a chain whose children came after their parents': (n) => (n === 0 ? null : n - 1),
  'a chain whose children came before their parents': (n) => (n === SIZE - 1 ? null : n + 1),
  'one parent of all, made first': (n) => (n === 0 ? null : 0),
  'one parent of all, made last': (n) => (n === SIZE - 1 ? null : SIZE - 1),
  'one parent of all, in the middle': (n) => (n === 50 ? null : 50),
  'a chain in random order': (n) => {
    const place = Array.from({ length: SIZE }, (_, at) => shuffled(at)).indexOf(n)
    return place === 0 ? null : shuffled(place - 1)
  },
  'a tree with random parents': (n) => (n === 0 ? null : shuffled(n) % n),
}

for (const [index, [name, parentOf]] of Object.entries(trees).entries()) {
  test(`a tenant is deleted in small steps: ${name}`, async () => {
    const tenant = await plantTree(`tree-${index}`, SIZE, parentOf)
    await markDeleting(tenant)
    const steps = await deleteSteps(tenant)
    assert.ok(steps.length < 400, 'the deletion does not come to an end')
    assert.equal(await countLeft(tenant), 0)
    const tasks = steps.filter(({ table }) => table === 'tasks')
    assert.deepEqual(tasks.at(-1), { table: 'tasks', deleted: SIZE, estimate: SIZE, total: SIZE })
  })
}

test('a deletion that ends anywhere is finished by the next run', async () => {
  for (const steps of [1, 4, 8, 11]) {
    const tenant = await plantTree(`cut-${steps}`, SIZE, (n) => (n === 50 ? null : shuffled(n)))
    await markDeleting(tenant)
    await deleteSteps(tenant, steps)
    await deleteSteps(tenant)
    assert.equal(await countLeft(tenant), 0, `after ${steps} steps`)
  }
})

test('a row that arrives in a table that was done goes too', async () => {
  const tenant = await plantTree('late', 5, () => null)
  await markDeleting(tenant)
  for await (const { table } of openDeletion(tenant)) {
    if (table !== 'history') continue
    await admin.query(
      `insert into task_counters (tenant_id, last_number) values ($1, 1) on conflict do nothing`,
      [tenant.id],
    )
  }
  const { rows } = await admin.query('select from task_counters where tenant_id = $1', [tenant.id])
  assert.equal(rows.length, 0)
})

test('the content of files in the bucket goes before their rows', async () => {
  const tenant = await plantTree('files', 3, () => null)
  await admin.query(
    `insert into attachments (tenant_id, id, state, name, media_type, bytes, in_bucket, created_by, created_at, touched_at)
     select $1, gen_random_uuid(), 'stored', 'a', 'text/plain', 1, n > 20, 'system:test', now(), now()
     from generate_series(1, 80) n`,
    [tenant.id],
  )
  const { rows } = await admin.query<{ id: string }>(
    'select id from attachments where tenant_id = $1 and in_bucket order by id',
    [tenant.id],
  )
  removed.length = 0
  await markDeleting(tenant)
  await deleteSteps(tenant)
  assert.deepEqual(
    removed.toSorted(),
    rows.map(({ id }) => id),
  )
  assert.equal(await countLeft(tenant), 0)
})
