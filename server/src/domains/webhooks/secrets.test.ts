import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { provisionTenant } from '../../../../tests/harness/service.ts'
import {
  openVaultDatabase,
  type VaultDatabase,
} from '../../../../tests/harness/vault/vault-database.ts'
import { admitMasterKey, SecretDamaged } from '../vault/index.ts'
import { makeSecret, openWebhookSecrets, sealHeaders, sealWebhookSecret } from './secrets.ts'

let vault: VaultDatabase
let tenantId: string

before(async () => {
  vault = await openVaultDatabase()
  tenantId = (await provisionTenant(vault.database.url, 'hooked')).id
})
after(() => vault.drop())

const ID = '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6'
const headers = { authorization: 'Bearer hidden' }

async function withSecrets() {
  const keyring = vault.ring(randomBytes(32))
  await vault.admin.query('delete from data_keys')
  await vault.admin.query('delete from master_keys')
  await admitMasterKey(vault.db.owner, keyring)
  const now = new Date()
  return <T>(work: (ctx: Parameters<typeof openWebhookSecrets>[0]) => Promise<T>) =>
    vault.db.tenantTx(tenantId, (tx) => work({ tx, keyring, now }))
}

test('a secret is 32 random bytes in the form of Standard Webhooks, and prints as nothing', () => {
  const secret = makeSecret()
  assert.match(secret.reveal(), /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(secret.reveal(), makeSecret().reveal())
  assert.equal(String(secret), '[redacted]')
})

test('opens what was sealed, the earlier secret only until its time is over', async () => {
  const within = await withSecrets()
  const [current, previous] = [makeSecret(), makeSecret()]
  await within(async (ctx) => {
    const row = {
      id: ID,
      secret: await sealWebhookSecret(ctx, ID, 'secret', current),
      previous_secret: await sealWebhookSecret(ctx, ID, 'previous_secret', previous),
      previous_secret_until: new Date(ctx.now.getTime() + 1_000),
      headers: await sealHeaders(ctx, ID, headers),
    }
    const opened = await openWebhookSecrets(ctx, row)
    assert.ok(opened !== 'needs_reentry')
    assert.equal(opened.current.reveal(), current.reveal())
    assert.equal(opened.previous?.reveal(), previous.reveal())
    assert.deepEqual(opened.headers, headers)
    const later = await openWebhookSecrets(ctx, { ...row, previous_secret_until: ctx.now })
    assert.ok(later !== 'needs_reentry' && later.previous === undefined)
    assert.equal(await sealHeaders(ctx, ID, {}), null)
  })
})

test('a secret moved to another field or another webhook is refused', async () => {
  const within = await withSecrets()
  await within(async (ctx) => {
    const secret = await sealWebhookSecret(ctx, ID, 'secret', makeSecret())
    const row = {
      id: ID,
      secret,
      previous_secret: null,
      previous_secret_until: null,
      headers: null,
    }
    const foreign = '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f7'
    await assert.rejects(openWebhookSecrets(ctx, { ...row, id: foreign }), SecretDamaged)
    await assert.rejects(openWebhookSecrets(ctx, { ...row, headers: secret }), SecretDamaged)
    assert.notEqual(await openWebhookSecrets(ctx, row), 'needs_reentry')
  })
})
