// How long a caller waits for a commit that is not confirmed, also when it waited for the connection before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PoolClient } from 'pg'
import { CommitDeadline } from './commit-deadline.ts'

const TIMEOUT_MS = 3_000
const client = {} as PoolClient // only a watched client is used
const never = new Promise<never>(() => undefined)

async function waitFor(waitedMs: number): Promise<number> {
  const deadline = new CommitDeadline({ timeoutMs: TIMEOUT_MS, most: 1, lateTenants: new Map() })
  const fromMs = performance.now()
  await assert.rejects(deadline.confirm(client, never, { waitedMs }), /not confirmed/)
  assert.equal(deadline.unconfirmed, 1)
  return performance.now() - fromMs
}

test('the caller gets an error within 5 s, the wait for the connection included', async () => {
  const waits = [0, 1_000, 2_500, 3_500]
  const spent = await Promise.all(waits.map(waitFor))
  for (const [index, ms] of spent.entries()) {
    const waited = waits[index] ?? assert.fail()
    assert.ok(waited + ms < 4_700, `${waited} + ${ms} ms`)
  }
  // A short wait leaves the commit all of its time.
  for (const ms of spent.slice(0, 2)) assert.ok(ms >= TIMEOUT_MS - 20, `${ms} ms`)
})
