// The look of quiet streams finds exactly the tenants with events that a read would return.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '#db/sql.ts'
import { newTenant, testApi } from '../../../tests/harness/test-api.ts'
import { until } from '../../../tests/operate/until.ts'
import { readEnd } from './log.ts'
import { orderOf, type Position } from './position.ts'
import { createQuietLook } from './quiet-look.ts'

const end = async (tenantId: string): Promise<Position> => {
  const { db } = await testApi()
  return db.tenantRead(tenantId, (tx) => readEnd(tx, new Date()))
}

async function openLook() {
  const { db } = await testApi()
  const statements: string[] = []
  const look = createQuietLook(
    {
      look: {
        rows: (statement) => {
          statements.push(statement.text)
          return db.feed.look.rows(statement)
        },
      },
    },
    { gatherMs: 20, everyMs: 20 },
  )
  /** Asks until there is news, and records whether there was, and where the log ended. */
  function ask(tenantId: string, after: Position, signal = new AbortController().signal) {
    const asked = { hasNews: false, end: after, done: Promise.resolve() }
    const onEnd = (moved: Position) => void (asked.end = moved)
    asked.done = look({ tenantId, after, onEnd, signal }).then(
      () => void (asked.hasNews = !signal.aborted),
    )
    return asked
  }
  return { ask, statements }
}

test('tenants with new events are found together, and the others learn the new end', async () => {
  const [busy, quiet, other] = [await newTenant(), await newTenant(), await newTenant()]
  const { ask, statements } = await openLook()
  const stopping = new AbortController()
  const [first, second, third] = await Promise.all(
    [busy, quiet, other].map(async ({ tenant }) => {
      const after = await end(tenant.id)
      return { after, id: tenant.id }
    }),
  )
  await busy.create()
  const asked = [first, second, third].map((one) =>
    ask(one?.id ?? '', one?.after ?? assert.fail(), stopping.signal),
  )
  await asked[0]?.done
  assert.equal(statements.length, 2, 'is there any event, and whose')
  await until('the others know the new end', () =>
    asked.slice(1).every((one) => orderOf(one.end) > orderOf(first?.after ?? assert.fail())),
  )
  assert.deepEqual(
    asked.map(({ hasNews }) => hasNews),
    [true, false, false],
  )
  stopping.abort()
  await Promise.all(asked.map(({ done }) => done))
})

test('without any event, tenants are not looked up', async () => {
  const client = await newTenant()
  const { ask, statements } = await openLook()
  const stopping = new AbortController()
  const asked = ask(client.tenant.id, await end(client.tenant.id), stopping.signal)
  await until('several looks', () => statements.length >= 5)
  // Other tests of this process may write events in the meantime.
  const small = statements.filter((text) => !text.includes('json_to_recordset'))
  assert.ok(small.length >= 3, `${small.length} of ${statements.length}`)
  stopping.abort()
  await asked.done
})

test('an event is news only for who is before it', async () => {
  const client = await newTenant()
  const { ask } = await openLook()
  const before = await end(client.tenant.id)
  await client.create()
  await ask(client.tenant.id, before).done
  const stopping = new AbortController()
  const later = ask(client.tenant.id, await end(client.tenant.id), stopping.signal)
  await sleep(200)
  assert.equal(later.hasNews, false)
  await client.create()
  await later.done
  assert.equal(later.hasNews, true)
})

test('an event of a transaction that may still be overtaken is no news yet', async () => {
  const { db } = await testApi()
  const client = await newTenant()
  const { ask } = await openLook()
  const before = await end(client.tenant.id)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const older = db.tenantTx((await newTenant()).tenant.id, async (tx) => {
    await tx.rows(sql`select pg_current_xact_id()`)
    begin()
    await held
  })
  await begun
  await client.create()
  const asked = ask(client.tenant.id, before)
  await sleep(200)
  assert.equal(asked.hasNews, false)
  release()
  await older
  await asked.done
  assert.equal(asked.hasNews, true)
})

test('a failure reaches every stream that asked, and the next one asks again', async () => {
  const look = createQuietLook(
    { look: { rows: () => Promise.reject(new Error('down')) } },
    { gatherMs: 1, everyMs: 1 },
  )
  const tenantId = (await newTenant()).tenant.id
  const after = await end(tenantId)
  const { signal } = new AbortController()
  for (let round = 0; round < 2; round++) {
    const asked = ['a', 'b'].map(() => look({ tenantId, after, onEnd: () => undefined, signal }))
    for (const one of await Promise.allSettled(asked)) assert.equal(one.status, 'rejected')
  }
})
