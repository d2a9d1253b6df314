// Uploads over a connection: one that breaks leaves nothing, and a refusal arrives before the file was sent.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { inspect, newTenant, testAddress } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'

async function open(client: ApiClient, bytes: number) {
  const { id } = await client.create()
  const { host, key } = client.tenant
  return request(`${await testAddress()}/api/tasks/${id}/attachments?name=a.bin`, {
    method: 'POST',
    headers: { host, 'x-api-key': key, 'content-length': String(bytes) },
  })
}

async function countStored({ tenant }: ApiClient): Promise<{ chunks: number; rows: number }> {
  const [row] = await inspect<{ chunks: number; rows: number }>(
    `select (select count(*)::int from attachment_chunks where tenant_id = $1) as chunks,
       (select count(*)::int from attachments where tenant_id = $1)
         + (select count(*)::int from attachment_usage where tenant_id = $1) as rows`,
    [tenant.id],
  )
  assert.ok(row)
  return row
}

test('an upload whose client disconnects leaves nothing', async () => {
  const client = await newTenant()
  const upload = await open(client, 2_000_000)
  upload.on('error', () => undefined)
  upload.write(randomBytes(600_000))
  await until('chunks are stored', async () => (await countStored(client)).chunks === 2)
  upload.destroy()
  await until('they are gone', async () => (await countStored(client)).rows === 0)
  assert.equal((await countStored(client)).chunks, 0)
})

test('a file that is too large is refused while it is being sent', async () => {
  const client = await newTenant()
  const upload = await open(client, 2 ** 31)
  upload.on('error', () => undefined)
  upload.write(randomBytes(100_000))
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 413)
  assert.match(await text(response), /at least 2,147,483,648 bytes/)
  upload.destroy()
})
