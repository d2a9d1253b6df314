import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Secret } from '#crypto/secret.ts'
import { provisionTenant } from '../../../../tests/harness/service.ts'
import {
  openVaultDatabase,
  type VaultDatabase,
} from '../../../../tests/harness/vault/vault-database.ts'
import { admitMasterKey, SecretDamaged, sealSecret } from '../vault/index.ts'
import {
  makeSecret,
  openHeaders,
  openWebhookSecrets,
  sealHeaders,
  sealWebhookSecret,
} from './secrets.ts'

let vault: VaultDatabase
let tenantId: string

before(async () => {
  vault = await openVaultDatabase()
  tenantId = (await provisionTenant(vault.database.url, 'hooked')).id
})
after(() => vault.drop())

const ID = '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6'
const URL_HERE = 'https://receiver.example/hook'
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
      url: URL_HERE,
      secret: await sealWebhookSecret(ctx, ID, 'secret', current),
      previous_secret: await sealWebhookSecret(ctx, ID, 'previous_secret', previous),
      previous_secret_until: new Date(ctx.now.getTime() + 1_000),
      headers: await sealHeaders(ctx, { id: ID, url: URL_HERE }, headers),
    }
    const opened = await openWebhookSecrets(ctx, row)
    assert.ok(opened !== 'needs_reentry')
    assert.equal(opened.current.reveal(), current.reveal())
    assert.equal(opened.previous?.reveal(), previous.reveal())
    assert.deepEqual(opened.headers, headers)
    const later = await openWebhookSecrets(ctx, { ...row, previous_secret_until: ctx.now })
    assert.ok(later !== 'needs_reentry' && later.previous === undefined)
    assert.equal(await sealHeaders(ctx, { id: ID, url: URL_HERE }, {}), null)
  })
})

test('a secret moved to another field or another webhook is refused', async () => {
  const within = await withSecrets()
  await within(async (ctx) => {
    const secret = await sealWebhookSecret(ctx, ID, 'secret', makeSecret())
    const row = {
      id: ID,
      url: URL_HERE,
      secret,
      previous_secret: null,
      previous_secret_until: null,
      headers: null,
    }
    const foreign = '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f7'
    await assert.rejects(openWebhookSecrets(ctx, { ...row, id: foreign }), SecretDamaged)
    assert.equal(await openWebhookSecrets(ctx, { ...row, headers: secret }), 'needs_reentry')
    assert.notEqual(await openWebhookSecrets(ctx, row), 'needs_reentry')
  })
})

test('headers open for the origin they were sealed for and for no other', async () => {
  const within = await withSecrets()
  await within(async (ctx) => {
    const row = {
      id: ID,
      url: URL_HERE,
      headers: await sealHeaders(ctx, { id: ID, url: URL_HERE }, headers),
    }
    for (const url of ['https://receiver.example/other', 'https://RECEIVER.example:443/hook?a=b']) {
      assert.deepEqual(await openHeaders(ctx, { ...row, url }), headers, url)
    }
    const others = [
      'http://receiver.example/hook',
      'https://receiver.example:8443/',
      'https://thief.example/hook',
    ]
    for (const url of others) {
      assert.equal(await openHeaders(ctx, { ...row, url }), 'needs_reentry', url)
    }
  })
})

test('headers that were sealed before the origin was part of the seal open as they did', async () => {
  const within = await withSecrets()
  await within(async (ctx) => {
    const place = { ownerKind: 'webhooks', ownerId: ID, field: 'headers' }
    const sealed = await sealSecret(ctx, place, Secret.from(JSON.stringify(headers)))
    assert.deepEqual(await openHeaders(ctx, { id: ID, url: URL_HERE, headers: sealed }), headers)
  })
})
