// Credentials whose master key is lost: shown as such, and entered again.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { ApiClient } from '../../../../tests/harness/api-client.ts'
import { newConnection } from '../../../../tests/harness/integrations/new-integration.ts'
import { testVendor, VENDOR_ADDRESS } from '../../../../tests/harness/integrations/vendor.ts'
import { buildLocalApi, HOST_SUFFIX, provisionTenant } from '../../../../tests/harness/service.ts'
import { openVaultDatabase } from '../../../../tests/harness/vault/vault-database.ts'
import { abandonKeys } from '../vault/index.ts'

describe('a lost master key', async () => {
  const vault = await openVaultDatabase()
  after(() => vault.drop())
  const { database, db, ring } = vault
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const open = (key: Buffer) =>
    buildLocalApi({
      databaseUrl: database.url,
      env: {
        SERVICE_ACP_HOST: HOST_SUFFIX,
        SERVICE_ACP_EGRESS_ALLOW: VENDOR_ADDRESS,
        SERVICE_ACP_MASTER_KEY: key.toString('base64'),
      },
    })

  test('integrations show needs_reentry, lists stay 200, and entering it again is enough', async () => {
    await testVendor()
    const tenant = await provisionTenant(database.url, 'lost')
    const before = await open(first)
    const { id: integration } = await newConnection(new ApiClient(before, tenant))
    await before.stop()
    await abandonKeys(db.owner, ring(second), ring(first).currentId)
    const api = await open(second)
    const client = new ApiClient(api, tenant)
    try {
      const list = await client.call('integrations.list')
      assert.equal(list.status, 200)
      const [shown] = list.body.data
      assert.deepEqual(
        [shown?.state, shown?.credential.state, shown?.problem?.fix],
        ['needs_reentry', 'needs_reentry', 'Re-enter the credential.'],
      )
      const params = { integration }
      const check = await client.call('integrations.check', { params })
      assert.equal(check.problem.code, 'credential_required')
      assert.equal((await client.call('tasks.list')).status, 200)
      const entered = await client.call('integrations.set_credential', {
        params,
        body: { secrets: { token: 'tok-good-8d2f' } },
      })
      assert.equal(entered.body.state, 'new')
      const again = await client.call('integrations.check', { params })
      assert.equal(again.body.ok, true)
    } finally {
      await api.stop()
    }
  })
})
