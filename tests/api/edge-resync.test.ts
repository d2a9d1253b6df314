// After a restore the database may be older than its connectors: those that are ahead re-sync, once, and copies are still noticed.
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { EdgeSteps } from '../../server/src/domains/edge/index.ts'
import { openSession } from '../../server/src/domains/edge-sessions/index.ts'
import { readInstance } from '../../server/src/domains/keys/index.ts'
import { uuidv7 } from '../../server/src/lib/uuid.ts'
import type { ApiClient } from '../harness/api-client.ts'
import { newEdge } from '../harness/edge/new-connector.ts'
import { makeKey, type TestEdge } from '../harness/edge/test-edge.ts'
import { auditOf, eventsOf, uuidOf } from '../harness/history.ts'
import { inspect, newTenant, testApi } from '../harness/test-api.ts'

const COLUMNS = `public_key, ratchet_hash, previous_ratchet_hash, ratchet_position, challenged_at, session_id,
  session_expires_at, poll_sequence, send_sequence, epoch, resync_epoch, resync_hash, resync_asked_at, frozen_at,
  frozen_reason`

let client: ApiClient
let edge: TestEdge

beforeEach(async () => {
  client = await newTenant()
  ;({ edge } = await newEdge(client))
})

/** The row as it is now, to be put back later: what a backup holds of it. */
async function backup(): Promise<() => Promise<void>> {
  const id = uuidOf(edge.connector)
  await inspect('create table if not exists backups (like connectors)')
  await inspect('delete from backups where id = $1', [id])
  await inspect('insert into backups select * from connectors where id = $1', [id])
  return async () => {
    await inspect(
      `update connectors c set (${COLUMNS}) = (select ${COLUMNS} from backups b where b.id = c.id) where c.id = $1`,
      [id],
    )
  }
}

/** The server is another one than the one that the database belongs to. */
const onAnotherServer = () => inspect(`update instance set epoch_history = 'the server of before'`)

const settle = () =>
  inspect(
    `update connectors set resync_asked_at = resync_asked_at - interval '91 s' where id = $1`,
    [uuidOf(edge.connector)],
  )

async function open(who: TestEdge, times = 1): Promise<number> {
  let status = 0
  for (let n = 0; n < times; n++) status = (await who.open()).status
  return status
}

async function show() {
  return (await client.call('connectors.get', { params: { connector: edge.connector } })).body
}

/** The connector opened sessions after the backup that is now restored. */
async function restoreBehind(options: { isNoticed: boolean }): Promise<void> {
  const putBack = await backup()
  assert.equal(await open(edge, 3), 200)
  await putBack()
  if (options.isNoticed) await onAnotherServer()
}

describe('a connector that is ahead of the database', () => {
  test('is taken for a copy if the restore was not noticed', async () => {
    await restoreBehind({ isNoticed: false })
    assert.equal(await open(edge), 401)
    assert.equal((await show()).state, 'frozen')
  })

  test('re-syncs after a restore, gets a response that says so, and continues', async () => {
    await restoreBehind({ isNoticed: true })
    assert.equal(await open(edge), 503)
    assert.equal(await open(edge), 503, 'not before others had time to show')
    await settle()
    assert.equal(await open(edge), 200)
    assert.equal(await open(edge), 200)
    assert.deepEqual(await edge.jobs(), [])
    const { state, resynced_at: at } = await show()
    assert.equal(state, 'online')
    assert.ok(at)
    const entry = (await auditOf(edge.connector)).find(({ action }) => action.endsWith('resynced'))
    assert.deepEqual(
      entry?.changes.map(({ field }) => field),
      ['epoch', 'ratchet_position'],
    )
    const event = (await eventsOf(edge.connector)).at(-1)
    assert.equal(event?.type, 'connector.resynced')
  })

  test('re-syncs after the restore of a backup that is older than positions and epochs', async () => {
    await restoreBehind({ isNoticed: false })
    // What migrating such a backup makes of its rows.
    await inspect(
      'update connectors set ratchet_position = default, epoch = default where id = $1',
      [uuidOf(edge.connector)],
    )
    await inspect('update instance set epoch = default, epoch_history = default')
    assert.equal(await open(edge), 503)
    await settle()
    assert.equal(await open(edge), 200)
    await restoreBehind({ isNoticed: false })
    assert.equal(await open(edge), 401, 'a session closes the first epoch, too')
  })

  test('re-syncs once in an epoch', async () => {
    await restoreBehind({ isNoticed: true })
    await open(edge)
    await settle()
    assert.equal(await open(edge), 200)
    await restoreBehind({ isNoticed: false })
    assert.equal(await open(edge), 401)
    assert.equal((await show()).state, 'frozen')
  })

  test('whose answer was lost is still right', async () => {
    await restoreBehind({ isNoticed: true })
    await open(edge)
    await settle()
    const before = edge.copy()
    assert.equal(await open(edge), 200)
    assert.equal(await open(before), 200, 'nothing was said in the session that it did not hear of')
  })

  test('that is not ahead opens as ever, and cannot re-sync after that', async () => {
    const copy = edge.copy()
    await onAnotherServer()
    assert.equal(await open(edge, 2), 200)
    assert.equal(await open(copy), 401)
    assert.equal((await show()).state, 'frozen')
  })
})

describe('a copy of the key', () => {
  test('from before the backup is noticed at once', async () => {
    const thief = edge.copy()
    await open(edge, 2)
    await restoreBehind({ isNoticed: true })
    assert.equal(await open(thief), 401)
    assert.equal((await show()).state, 'frozen')
  })

  test('from after the backup does not get in while the original is there', async () => {
    const putBack = await backup()
    await open(edge)
    const thief = edge.copy()
    await open(edge, 2)
    await putBack()
    await onAnotherServer()
    assert.equal(await open(thief), 503)
    assert.equal(await open(edge), 401)
    await settle()
    assert.deepEqual([await open(thief), await open(edge)], [401, 401])
    assert.equal((await show()).state, 'frozen')
  })

  test('that comes after the original has asked is noticed, too', async () => {
    const putBack = await backup()
    await open(edge)
    const thief = edge.copy()
    await open(edge, 2)
    await putBack()
    await onAnotherServer()
    assert.equal(await open(edge), 503)
    assert.equal(await open(thief), 401)
    assert.equal((await show()).state, 'frozen')
  })

  test('that has what is stored is noticed while the original asks', async () => {
    const thief = edge.copy()
    await restoreBehind({ isNoticed: true })
    assert.equal(await open(edge), 503)
    assert.equal(await open(thief), 401)
    assert.equal((await show()).state, 'frozen')
  })

  test('that re-synced while the original was away is noticed when it is back', async () => {
    const putBack = await backup()
    await open(edge)
    const thief = edge.copy()
    await open(edge)
    await putBack()
    await onAnotherServer()
    await open(thief)
    await settle()
    assert.equal(await open(thief), 200)
    assert.equal(await open(edge), 401)
    assert.equal((await show()).state, 'frozen')
  })

  test('of a key that was replaced after the backup is announced, and noticed when the original is back', async () => {
    const putBack = await backup()
    await open(edge)
    const thief = edge.copy()
    const retired = edge.key
    const next = makeKey()
    assert.equal((await edge.send(edge.rotateFrame(next))).status, 200)
    edge.key = next
    assert.deepEqual(
      [await open(edge), await open(thief)],
      [200, 401],
      'the replaced key is no key',
    )
    await putBack()
    await onAnotherServer()
    await open(thief)
    await settle()
    assert.equal(await open(thief), 200, 'the restore brought the replaced key back')
    const types = async () => (await eventsOf(edge.connector)).map(({ type }) => type)
    assert.equal((await types()).at(-1), 'connector.resynced')
    // As connectors do when the service does not know their newest key.
    assert.equal(await open(edge), 401)
    edge.key = retired
    assert.equal(await open(edge), 401)
    assert.equal((await types()).at(-1), 'connector.frozen')
    assert.equal((await show()).state, 'frozen')
  })

  test('with a ratchet that was not made here is noticed', async () => {
    await restoreBehind({ isNoticed: true })
    edge.ratchet = Buffer.alloc(32, 7).toString('base64url')
    assert.equal(await open(edge), 401)
    assert.equal((await show()).state, 'frozen')
  })
})

const known = () => ({
  actor: { kind: 'system', id: 'edge' } as const,
  requestId: uuidv7(),
  now: new Date(),
})

test('a failover while a session is being opened does not freeze the connector', async () => {
  await restoreBehind({ isNoticed: false })
  const { db } = await testApi()
  const { pepper } = await readInstance(db.owner)
  const [before] = await inspect<{ history: string }>(
    'select epoch_history as history from instance',
  )
  const stale = `${before?.history} before`
  await inspect('update instance set epoch_history = $1', [stale])
  const tenantId = client.tenant.id
  const steps: EdgeSteps = {
    tenantId,
    // The answer of the server of before; the others are of the new one.
    read: async (step) => {
      const read = await db.tenantRead(tenantId, (tx) => step({ ...known(), tx }))
      const isHistory = typeof read === 'object' && read !== null && 'history' in read
      return isHistory ? { ...read, history: stale } : read
    },
    write: (step) => db.tenantTx(tenantId, (tx) => step({ ...known(), tx })),
  }
  const { body } = await edge.sessionFrame()
  await assert.rejects(openSession(steps, { pepper }, JSON.parse(body)), { code: 'overloaded' })
  assert.notEqual((await show()).state, 'frozen')
  assert.equal(await open(edge), 503, 'asks in the epoch of the new server')
  await settle()
  assert.equal(await open(edge), 200)
})

const declare = (at: string) =>
  inspect(`update instance set epoch = epoch + 1, epoch_began_at = ${at}`)

describe('a restore that an operator declares', () => {
  test('lets one re-sync that was frozen since', async () => {
    await restoreBehind({ isNoticed: false })
    assert.equal(await open(edge), 401)
    await declare(`now() - interval '1 hour'`)
    assert.equal(await open(edge), 503)
    await settle()
    assert.equal(await open(edge), 200)
    assert.equal((await show()).state, 'online')
  })

  test('does not free one that was frozen before', async () => {
    await restoreBehind({ isNoticed: false })
    assert.equal(await open(edge), 401)
    await declare(`now() + interval '1 hour'`)
    assert.equal(await open(edge), 401)
    assert.equal((await show()).state, 'frozen')
  })
})
