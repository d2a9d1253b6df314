// Secrets of one tenant through the vault, on a real table: kept, read back, moved, damaged, and after a lost key.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import {
  findSealed,
  keepSecret,
  placeOf,
  readSecret,
} from '../../../../../tests/harness/vault/secret-drawer.ts'
import {
  openVaultDatabase,
  type VaultDatabase,
} from '../../../../../tests/harness/vault/vault-database.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import { Secret } from '../../../crypto/secret.ts'
import type { Tx } from '../../../db/tenant-tx.ts'
import {
  abandonKeys,
  admitMasterKey,
  listSecretStates,
  MasterKeyMissing,
  openSecret,
  SecretDamaged,
  sealSecret,
} from '../index.ts'

let vault: VaultDatabase
const [first, second] = [randomBytes(32), randomBytes(32)]

before(async () => {
  vault = await openVaultDatabase()
  await admitMasterKey(vault.db.owner, ring(first))
})

after(() => vault.drop())

function ring(master: Buffer): Keyring {
  return vault.ring(master)
}

type VaultContext = { tx: Tx; keyring: Keyring }

function inTenant<T>(
  tenantId: string,
  work: (ctx: VaultContext) => Promise<T>,
  keyring = ring(first),
): Promise<T> {
  return vault.db.tenantTx(tenantId, (tx) => work({ tx, keyring }))
}

function keep(tenantId: string, id: string, text: string): Promise<void> {
  return inTenant(tenantId, (ctx) => keepSecret(ctx, id, text))
}

function read(tenantId: string, id: string, keyring = ring(first)): Promise<string> {
  return inTenant(tenantId, (ctx) => readSecret(ctx, id), keyring)
}

async function dataKeysOf(tenantId: string): Promise<{ id: string; is_current: boolean }[]> {
  const { rows } = await vault.admin.query<{ id: string; is_current: boolean }>(
    'select id, is_current from data_keys where tenant_id = $1 order by id',
    [tenantId],
  )
  return rows
}

describe('a secret', () => {
  test('is kept sealed and comes back, also in a transaction that only reads', async () => {
    const tenant = randomUUID()
    await keep(tenant, 'a', 'whsec_canary')
    await keep(tenant, 'b', 'другой секрет')
    assert.equal(await read(tenant, 'a'), 'whsec_canary')
    const keyring = ring(first)
    const b = await vault.db.tenantRead(tenant, (tx) => readSecret({ tx, keyring }, 'b'))
    assert.equal(b, 'другой секрет')
    const { rows } = await vault.admin.query<{ text: string }>(
      'select drawer::text as text from drawer',
    )
    const hex = Buffer.from('whsec_canary').toString('hex')
    assert.ok(rows.every(({ text }) => !text.includes('whsec') && !text.includes(hex)))
    assert.equal((await dataKeysOf(tenant)).length, 1, 'one data key for all of a tenant')
  })

  test('opens a second time without a look at the data key', async () => {
    const tenant = randomUUID()
    await keep(tenant, 'a', 'secret')
    const keyring = ring(first)
    assert.equal(await read(tenant, 'a', keyring), 'secret')
    await vault.admin.query('update data_keys set wrapped = $2 where tenant_id = $1', [
      tenant,
      Buffer.alloc(60),
    ])
    assert.equal(await read(tenant, 'a', keyring), 'secret')
    await assert.rejects(read(tenant, 'a'), SecretDamaged, 'a process that did not know it')
    // What is sealed must be readable tomorrow, so sealing looks every time.
    await assert.rejects(
      inTenant(tenant, (ctx) => keepSecret(ctx, 'b', 'x'), keyring),
      /was changed/,
    )
  })

  test('whose transaction fails leaves nothing behind, and the next one is readable', async () => {
    const tenant = randomUUID()
    const keyring = ring(first)
    const failed = inTenant(
      tenant,
      async (ctx) => {
        await keepSecret(ctx, 'a', 'lost')
        throw new Error('gave up')
      },
      keyring,
    )
    await assert.rejects(failed, /gave up/)
    assert.deepEqual(await dataKeysOf(tenant), [])
    await inTenant(tenant, (ctx) => keepSecret(ctx, 'a', 'kept'), keyring)
    assert.equal(await read(tenant, 'a'), 'kept')
  })

  test('that comes first from several at once gets one data key', async () => {
    const tenant = randomUUID()
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(names.map((name) => keep(tenant, name, name)))
    assert.equal((await dataKeysOf(tenant)).length, 1)
    for (const name of names) assert.equal(await read(tenant, name), name)
  })
})

describe('refused is', () => {
  test('a sealed secret copied to another row or to another tenant', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    await keep(one, 'a', 'secret of a')
    await keep(one, 'b', 'secret of b')
    await keep(other, 'a', 'secret of another')
    const copy =
      'update drawer set secret = (select secret from drawer where tenant_id = $3 and id = $4) where tenant_id = $1 and id = $2'
    await vault.admin.query(copy, [one, 'b', one, 'a'])
    await assert.rejects(read(one, 'b'), SecretDamaged)
    await vault.admin.query(copy, [other, 'a', one, 'a'])
    await assert.rejects(read(other, 'a'), /its data key does not exist/)
    // With its data key copied along it is refused still.
    await vault.admin.query(
      `insert into data_keys (tenant_id, id, master_key_id, wrapped, is_current)
       select $2, id, master_key_id, wrapped, false from data_keys where tenant_id = $1`,
      [one, other],
    )
    await assert.rejects(read(other, 'a'), /data key was changed or belongs elsewhere/)
    assert.equal(await read(one, 'a'), 'secret of a')
  })

  test('one that was changed, cut, or is no sealed secret', async () => {
    const tenant = randomUUID()
    await keep(tenant, 'a', 'secret')
    const sealed = await inTenant(tenant, (ctx) => findSealed(ctx.tx, 'a'))
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(30) ^ 1, 30)
    for (const value of [changed, sealed.subarray(0, -1), Buffer.alloc(45), Buffer.alloc(0)]) {
      const open = inTenant(
        tenant,
        (ctx) => openSecret(ctx, placeOf('a'), value as typeof sealed), // what a damaged table would hand over
      )
      await assert.rejects(open, SecretDamaged)
    }
  })

  test('a column that holds no sealed secret', async () => {
    const insert = `insert into drawer values (gen_random_uuid(), 'a', $1)`
    await assert.rejects(vault.admin.query(insert, [Buffer.alloc(44)]), /sealed_secret_check/)
    await assert.rejects(vault.admin.query(insert, [Buffer.alloc(65_582)]), /sealed_secret_check/)
  })

  test('work on secrets without a master key', async () => {
    const open = vault.db.tenantTx(randomUUID(), (tx) =>
      sealSecret({ tx }, placeOf('a'), Secret.from('x')),
    )
    await assert.rejects(open, /no master key was loaded/)
  })
})

describe('after the master key was given up for lost', () => {
  test('its secrets need to be entered again, and new ones work', async () => {
    const [hurt, fresh] = [randomUUID(), randomUUID()]
    await keep(hurt, 'a', 'unreadable')
    await assert.rejects(read(hurt, 'a', ring(second)), MasterKeyMissing)
    await abandonKeys(vault.db.owner, ring(second), ring(first).currentId)

    assert.equal(await read(hurt, 'a', ring(second)), 'needs_reentry')
    await inTenant(fresh, (ctx) => keepSecret(ctx, 'a', 'new tenant'), ring(second))
    // Two at once: both make room for the same new data key.
    await Promise.all(
      ['b', 'c'].map((name) => inTenant(hurt, (ctx) => keepSecret(ctx, name, name), ring(second))),
    )
    assert.equal(await read(hurt, 'b', ring(second)), 'b')
    assert.equal(await read(hurt, 'c', ring(second)), 'c')
    assert.equal(await read(fresh, 'a', ring(second)), 'new tenant')
    const flags = (await dataKeysOf(hurt)).map((key) => key.is_current)
    assert.deepEqual(flags, [false, true])

    const states = await inTenant(
      hurt,
      async (ctx) => {
        const sealed = [await findSealed(ctx.tx, 'a'), await findSealed(ctx.tx, 'b')]
        return listSecretStates(ctx, sealed)
      },
      ring(second),
    )
    assert.deepEqual(states, ['needs_reentry', 'readable'])
    await inTenant(hurt, (ctx) => keepSecret(ctx, 'a', 'entered again'), ring(second))
    assert.equal(await read(hurt, 'a', ring(second)), 'entered again')
  })

  test('a process that still holds only the lost key makes no new data keys', async () => {
    await assert.rejects(keep(randomUUID(), 'a', 'x'), MasterKeyMissing)
  })
})
