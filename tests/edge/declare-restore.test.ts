// `task-service declare-restore`: begins an epoch at the time that was named, and rejects times that cannot be right.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exitCodes } from '../../server/src/commands/exit-codes.ts'
import { withAdmin } from '../harness/admin-client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { runCommand } from '../operate/run-command.ts'

let database: TestDatabase
before(async () => {
  database = await createDatabase()
})
after(() => database.drop())

const declare = (...args: string[]) =>
  runCommand(['declare-restore', ...args], { DATABASE_URL: database.url })

async function findEpoch(): Promise<{ epoch: number; began: Date }> {
  const { rows } = await withAdmin(database.superuserUrl, (admin) =>
    admin.query<{ epoch: number; began: Date }>(
      'select epoch::int, epoch_began_at as began from instance',
    ),
  )
  assert.ok(rows[0])
  return rows[0]
}

test('begins the next epoch, at the time that was named', async () => {
  const at = '2026-01-31T12:00:00.000Z'
  const { epoch } = await findEpoch()
  const { code, json, stderr } = await declare('--at', at, '--json')
  assert.equal(code, 0, stderr)
  assert.deepEqual(json(), { epoch: epoch + 1, restored_at: at })
  assert.deepEqual(await findEpoch(), { epoch: epoch + 1, began: new Date(at) })
})

test('rejects what is no time, and a time that is yet to come', async () => {
  const known = await findEpoch()
  for (const at of ['yesterday', '2999-01-01T00:00:00Z']) {
    const { code, stderr } = await declare('--at', at)
    assert.equal(code, exitCodes.usage.code)
    assert.match(stderr, new RegExp(`--at ${at}: must be a time in the past`))
  }
  assert.deepEqual(await findEpoch(), known)
})
