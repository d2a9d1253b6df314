// Secrets are bound to integration, name and hosts: one that moves opens no more.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { provisionTenant } from '../../../../../tests/harness/service.ts'
import {
  openVaultDatabase,
  type VaultDatabase,
} from '../../../../../tests/harness/vault/vault-database.ts'
import { admitMasterKey, SecretDamaged } from '../../vault/index.ts'
import { makeSecret, openFor, sealFor } from './secrets.ts'

let vault: VaultDatabase
let tenantId: string

before(async () => {
  vault = await openVaultDatabase()
  tenantId = (await provisionTenant(vault.database.url, 'connected')).id
})
after(() => vault.drop())

const place = {
  integrationId: '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6',
  name: 'token',
  hosts: ['a.example', 'b.example:8443'],
}

test('what we make ourselves needs no escaping anywhere', () => {
  assert.match(makeSecret().reveal(), /^[A-Za-z0-9_-]{43}$/)
  assert.notEqual(makeSecret().reveal(), makeSecret().reveal())
})

test('opens for its own place, in whatever order the hosts stand, and for no other', async () => {
  const keyring = vault.ring(randomBytes(32))
  await admitMasterKey(vault.db.owner, keyring)
  await vault.db.tenantTx(tenantId, async (tx) => {
    const ctx = { tx, keyring }
    const secret = makeSecret()
    const sealed = await sealFor(ctx, place, secret)
    const again = await openFor(ctx, { ...place, hosts: place.hosts.toReversed() }, sealed)
    assert.ok(again !== 'needs_reentry')
    assert.equal(again.reveal(), secret.reveal())
    const others = [
      { ...place, hosts: ['a.example'] },
      { ...place, hosts: [...place.hosts, 'evil.example'] },
      { ...place, name: 'webhook' },
      { ...place, integrationId: '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f7' },
    ]
    for (const other of others) await assert.rejects(openFor(ctx, other, sealed), SecretDamaged)
  })
})
