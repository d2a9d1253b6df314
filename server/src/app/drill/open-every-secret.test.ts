// A drill counts a secret as opened only if it decrypts where it is stored.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { withAdmin } from '../../../../tests/harness/admin-client.ts'
import { createDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { buildLocalApi, type LocalApi, provisionTenant } from '../../../../tests/harness/service.ts'
import { Secret } from '../../crypto/secret.ts'
import { sealFor } from '../../domains/integrations/credentials/secrets.ts'
import { sealHeaders, sealWebhookSecret } from '../../domains/webhooks/secrets.ts'
import { openEverySecret } from './open-every-secret.ts'

let database: TestDatabase
let api: LocalApi
let tenantId: string

before(async () => {
  database = await createDatabase()
  api = await buildLocalApi({ databaseUrl: database.url })
  tenantId = (await provisionTenant(database.url, 'secrets')).id
})
after(async () => {
  await api.stop()
  await database.drop()
})

const WEBHOOK = '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6'
const INTEGRATION = '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f7'
const url = 'https://receiver.example/'

/** Two webhooks would do for the two domains; rows are written directly, because URLs are not resolved in a test. */
async function store(): Promise<void> {
  const secret = Secret.from(randomBytes(24).toString('base64url'))
  const sealed = await api.db.tenantTx(tenantId, async (tx) => {
    const ctx = { tx, keyring: api.keyring }
    return {
      secret: await sealWebhookSecret(ctx, WEBHOOK, 'secret', secret),
      previous: await sealWebhookSecret(ctx, WEBHOOK, 'previous_secret', secret),
      headers: await sealHeaders(ctx, { id: WEBHOOK, url }, { authorization: 'Bearer x' }),
      token: await sealFor(
        ctx,
        { integrationId: INTEGRATION, name: 'token', hosts: ['a'] },
        secret,
      ),
    }
  })
  await withAdmin(database.superuserUrl, async (admin) => {
    await admin.query(
      `insert into webhooks (tenant_id, id, url, secret, previous_secret, previous_secret_until, headers, header_names,
         event_types, created_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, now(), $6, '{authorization}', '{*}', 'system:test', now(), now())`,
      [tenantId, WEBHOOK, url, sealed.secret, sealed.previous, sealed.headers],
    )
    await admin.query(
      `insert into integrations (tenant_id, id, provider, name, hosts, poll_seconds, created_by, created_at, updated_at)
       values ($1, $2, 'redmine', 'Kept', '{a}', 60, 'system:test', now(), now())`,
      [tenantId, INTEGRATION],
    )
    await admin.query(
      `insert into integration_secrets (tenant_id, integration_id, name, value, hosts, entered_by, entered_at)
       values ($1, $2, 'token', $3, '{a}', 'system:test', now())`,
      [tenantId, INTEGRATION, sealed.token],
    )
  })
}

const openAll = () => openEverySecret({ ...api.db, keyring: api.keyring })
const change = (statement: string) =>
  withAdmin(database.superuserUrl, (admin) => admin.query(statement))

test('every secret of every domain is opened, and one that does not open is missed', async () => {
  assert.deepEqual(await openAll(), { stored: 0, opened: 0 })
  await store()
  assert.deepEqual(await openAll(), { stored: 4, opened: 4 })
  await change(`update integration_secrets set hosts = '{elsewhere}'`)
  assert.deepEqual(await openAll(), { stored: 4, opened: 3 })
  await change(`update webhooks set secret = previous_secret, url = 'https://elsewhere.example/'`)
  assert.deepEqual(await openAll(), { stored: 4, opened: 1 })
})
