// The sweep: what is left over is deleted, with its storage, and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiClient } from '../../../../../tests/harness/api-client.ts'
import { attach } from '../../../../../tests/harness/files/new-attachment.ts'
import { inspect, newTenant, testApi } from '../../../../../tests/harness/test-api.ts'
import { sweepFiles } from './purge-files.ts'

const HOUR_MS = 3_600_000

async function sweep(abandonedMs?: number): Promise<number> {
  const { db } = await testApi()
  return sweepFiles({
    retention: db.retention,
    bucket: null,
    inTenant: (tenantId) => (work) => db.tenantTx(tenantId, (tx) => work({ tx })),
    onError: (error) => assert.fail(String(error)),
    ...(abandonedMs !== undefined && { abandonedMs }),
  })
}

/** Names of the files that are stored, their chunks, and what the tenant uses. */
async function storedOf({ tenant }: ApiClient) {
  const [row] = await inspect<{ names: string[] | null; chunks: number; used: number }>(
    `select (select array_agg(name order by name) from attachments where tenant_id = $1) as names,
       (select count(*)::int from attachment_chunks where tenant_id = $1) as chunks,
       (select bytes::int from attachment_usage where tenant_id = $1) as used`,
    [tenant.id],
  )
  return row
}

async function withFiles(...names: string[]) {
  const client = await newTenant()
  const { id: task } = await client.create()
  for (const name of names) await attach(client, task, { name, file: 'x'.repeat(300_000) })
  return { client, task }
}

const pretend = (client: ApiClient, name: string, age: string) =>
  inspect(
    `update attachments set state = 'uploading', touched_at = now() - $3::interval where tenant_id = $1 and name = $2`,
    [client.tenant.id, name, age],
  )

test('an upload without progress is deleted, and a younger one is not', async () => {
  const { client } = await withFiles('kept', 'old', 'young')
  await pretend(client, 'old', '11 minutes')
  await pretend(client, 'young', '9 minutes')
  assert.ok((await sweep()) >= 1)
  assert.deepEqual(await storedOf(client), { names: ['kept', 'young'], chunks: 4, used: 600_000 })
  assert.equal(await sweep(HOUR_MS), 0)
})

test('the files of a deleted task are deleted, and those of other tasks are not', async () => {
  const { client, task } = await withFiles('a', 'b')
  const { id: other } = await client.create()
  await attach(client, other, { name: 'kept' })
  await client.call('tasks.remove', { params: { task } })
  assert.equal((await storedOf(client))?.names?.length, 3)
  await sweep()
  assert.deepEqual(await storedOf(client), { names: ['kept'], chunks: 1, used: 5 })
})
