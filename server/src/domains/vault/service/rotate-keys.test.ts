// Replacing the master key: beside writers, other rotators and after a crash, until nothing depends on the old one.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { keepSecret, readSecret } from '../../../../../tests/harness/vault/secret-drawer.ts'
import {
  openVaultDatabase,
  type VaultDatabase,
} from '../../../../../tests/harness/vault/vault-database.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import type { Tx } from '../../../db/tenant-tx.ts'
import {
  abandonKeys,
  admitMasterKey,
  type KeyContext,
  MasterKeyRefused,
  NothingToAbandon,
  readKeyStatus,
  rotateKeys,
} from '../index.ts'

const [a, b, c] = [randomBytes(32), randomBytes(32), randomBytes(32)]

let vault: VaultDatabase | undefined
let { db, admin, ring }: Pick<VaultDatabase, 'db' | 'admin' | 'ring'> = {} as VaultDatabase // set before each test
let tenants: string[]

beforeEach(async () => {
  await vault?.drop()
  vault = await openVaultDatabase()
  ;({ db, admin, ring } = vault)
  await admitMasterKey(db.owner, ring(a))
  tenants = await addTenants(12)
  await Promise.all(tenants.map((tenant) => keep(tenant, `secret of ${tenant}`)))
})

after(() => vault?.drop())

/** Of every status: what is going away still depends on its key. */
async function addTenants(count: number): Promise<string[]> {
  const { rows } = await admin.query<{ id: string }>(
    `insert into tenants (tenant_id, slug, name, status)
     select gen_random_uuid(), 'tenant-' || n, 'T', (array['active', 'suspended', 'deleting'])[n % 3 + 1]
     from generate_series(1, $1) n returning tenant_id as id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

function keep(tenantId: string, text: string, keyring = ring(a)): Promise<void> {
  return db.tenantTx(tenantId, (tx) => keepSecret({ tx, keyring }, 'one', text))
}

function read(tenantId: string, keyring: Keyring): Promise<string> {
  return db.tenantRead(tenantId, (tx) => readSecret({ tx, keyring }, 'one'))
}

async function readAll(keyring: () => Keyring): Promise<void> {
  for (const tenant of tenants) assert.equal(await read(tenant, keyring()), `secret of ${tenant}`)
}

function contextOf(keyring: Keyring): KeyContext {
  return { ...db, keyring }
}

function rotate(keyring = ring(b, a), changes: Partial<KeyContext> = {}) {
  return rotateKeys({ ...contextOf(keyring), ...changes }, () => undefined)
}

async function masterKeys(): Promise<string[]> {
  const { rows } = await admin.query<{ id: string }>(
    'select id from master_keys order by generation',
  )
  return rows.map(({ id }) => id)
}

test('moves everything to the new key; then the old one is refused and not needed', async () => {
  const seen: number[] = []
  const { currentId } = ring(a)
  const result = await rotateKeys(contextOf(ring(b, a)), ({ tenants: looked }) => seen.push(looked))
  assert.equal(result.rewrapped, tenants.length)
  assert.deepEqual(result.released, [currentId])
  assert.deepEqual(seen, [tenants.length + 1], 'the default tenant was looked at too')
  assert.deepEqual(await masterKeys(), [ring(b).currentId])
  await readAll(() => ring(b))
  await admitMasterKey(db.owner, ring(b))
  await assert.rejects(admitMasterKey(db.owner, ring(a)), MasterKeyRefused)
  const again = await rotate()
  assert.deepEqual([again.rewrapped, again.released], [0, []])
})

test('a new key beside the old one changes nothing until it is rotated', async () => {
  await admitMasterKey(db.owner, ring(b, a))
  const tenant = await addLateTenant()
  await keep(tenant, 'written by a process that has both', ring(b, a))
  assert.equal(await read(tenant, ring(a)), 'written by a process that has both')
  assert.deepEqual(await masterKeys(), [ring(a).currentId])
})

async function addLateTenant(): Promise<string> {
  const id = randomUUID()
  await admin.query(`insert into tenants values ($1, $2, 'T')`, [id, `late-${id}`])
  return id
}

test('an interrupted rotation is finished by the next one; both keys work in the meantime', async () => {
  for (const allowed of [0, 1, 5]) {
    let done = 0
    const tenantTx: KeyContext['tenantTx'] = (tenantId, work) => {
      if (++done > allowed) return Promise.reject(new Error('killed'))
      return db.tenantTx(tenantId, work)
    }
    await assert.rejects(rotate(ring(b, a), { tenantTx }), /killed/)
    await readAll(() => ring(b, a))
    const refused = admitMasterKey(db.owner, ring(b))
    await assert.rejects(refused, /SERVICE_ACP_MASTER_KEY_PREVIOUS must be/)
  }
  const status = await readKeyStatus(contextOf(ring(b, a)))
  assert.deepEqual(
    status.master_keys.map(({ state, variable }) => [state, variable]),
    [
      ['active', 'SERVICE_ACP_MASTER_KEY'],
      ['retiring', 'SERVICE_ACP_MASTER_KEY_PREVIOUS'],
    ],
  )
  const left = status.master_keys[1]?.data_keys ?? 0
  assert.ok(left > 0 && left < tenants.length, `${left} left`)
  assert.equal((await rotate()).rewrapped, left)
  await readAll(() => ring(b))
})

test('several at once share the work', async () => {
  const results = await Promise.all([1, 2, 3].map(() => rotate()))
  assert.equal(
    results.reduce((sum, { rewrapped }) => sum + rewrapped, 0),
    tenants.length,
  )
  await readAll(() => ring(b))
})

test('of two that bring different new keys one is refused', async () => {
  const results = await Promise.allSettled([rotate(ring(b, a)), rotate(ring(c, a))])
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const lost = results.find((result) => result.status === 'rejected')
  assert.ok(lost?.reason instanceof MasterKeyRefused, String(lost?.reason))
  const winner = results[0].status === 'fulfilled' ? b : c
  await readAll(() => ring(winner))
})

test('waits for a transaction that has written under the old key', async () => {
  const tenant = await addLateTenant()
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const writing = db.tenantTx(tenant, async (tx) => {
    await keepSecret({ tx, keyring: ring(b, a) }, 'one', 'in flight')
    isWritten()
    await mayEnd
  })
  await written
  const rotating = rotate()
  await waitForLock()
  end()
  await writing
  assert.equal((await rotating).rewrapped, tenants.length + 1)
  assert.equal(await read(tenant, ring(b)), 'in flight')
})

async function waitForLock(): Promise<void> {
  for (;;) {
    const { rowCount } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rowCount) return
    await new Promise((resume) => setTimeout(resume, 10))
  }
}

test('a writer that looked before the rotation and writes after it takes the new key', async () => {
  const tenant = await addLateTenant()
  let looked = false
  await db.tenantTx(tenant, async (tx) => {
    const slow: Tx = {
      ...tx,
      async rows<Row>(statement: Parameters<Tx['rows']>[0]): Promise<Row[]> {
        const rows = await tx.rows<Row>(statement)
        if (!looked && statement.text.includes('from master_keys')) {
          looked = true
          await rotate()
        }
        return rows
      },
    }
    await keepSecret({ tx: slow, keyring: ring(b, a) }, 'one', 'late')
  })
  assert.ok(looked)
  assert.deepEqual(await masterKeys(), [ring(b).currentId])
  assert.equal(await read(tenant, ring(b)), 'late')
})

test('a data key that was changed is named, and the old key is kept for it', async () => {
  const damage = 'update data_keys set wrapped = $2 where tenant_id = $1 returning id, wrapped'
  await admin.query(damage, [tenants[3], Buffer.alloc(60)])
  const { damaged, released, rewrapped } = await rotate()
  assert.deepEqual(
    damaged.map(({ tenantId }) => tenantId),
    [tenants[3]],
  )
  assert.deepEqual([released, rewrapped], [[], tenants.length - 1])
  assert.equal((await masterKeys()).length, 2)
})

test('back again: the old key can take over in the middle', async () => {
  const killed = Promise.reject(new Error('killed'))
  killed.catch(() => undefined)
  await assert.rejects(rotate(ring(b, a), { tenantTx: () => killed }), /killed/)
  await keep(await addLateTenant(), 'under the new key', ring(b, a))
  await rotate(ring(a, b))
  assert.deepEqual(await masterKeys(), [ring(a).currentId])
  await readAll(() => ring(a))
})

test('a key given up for lost and found again brings its secrets back', async () => {
  await abandonKeys(db.owner, ring(b), ring(a).currentId)
  const [tenant = ''] = tenants
  assert.equal(await read(tenant, ring(b)), 'needs_reentry')
  const status = await readKeyStatus(contextOf(ring(b)))
  assert.equal(status.needs_reentry.length, tenants.length)
  assert.deepEqual(status.needs_reentry[0]?.where, 'drawer.secret')
  assert.equal(status.master_keys.find(({ state }) => state === 'lost')?.data_keys, tenants.length)
  const { rewrapped, released } = await rotate(ring(b, a))
  assert.deepEqual([rewrapped, released], [tenants.length, [ring(a).currentId]])
  await readAll(() => ring(b))
  assert.deepEqual((await readKeyStatus(contextOf(ring(b)))).needs_reentry, [])
})

test('only a key that is missing can be given up, and only by its name', async () => {
  await assert.rejects(abandonKeys(db.owner, ring(a), ring(a).currentId), NothingToAbandon)
  await assert.rejects(abandonKeys(db.owner, ring(b, a), ring(a).currentId), NothingToAbandon)
  await assert.rejects(abandonKeys(db.owner, ring(b), ''), (error) => {
    return error instanceof NothingToAbandon && error.message.includes(ring(a).currentId)
  })
  assert.deepEqual(await masterKeys(), [ring(a).currentId])
})

test('of many first starts with different keys one is admitted', async () => {
  await admin.query('truncate data_keys, drawer, master_keys')
  const keys = [a, b, c, a, b, c]
  const starts = await Promise.allSettled(keys.map((key) => admitMasterKey(db.owner, ring(key))))
  const [winner] = await masterKeys()
  assert.equal((await masterKeys()).length, 1)
  for (const [index, start] of starts.entries()) {
    const isWinner = ring(keys[index] ?? a).currentId === winner
    assert.equal(start.status, isWinner ? 'fulfilled' : 'rejected')
    if (start.status === 'rejected') assert.ok(start.reason instanceof MasterKeyRefused)
  }
})
