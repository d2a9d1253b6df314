// The look of quiet streams finds exactly the tenants with events that a read would return.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#db/sql.ts'
import { newTenant, testApi } from '../../../tests/harness/test-api.ts'
import { readEnd } from './log.ts'
import { orderOf, type Position } from './position.ts'
import { createQuietLook } from './quiet-look.ts'

const end = async (tenantId: string): Promise<Position> => {
  const { db } = await testApi()
  return db.tenantRead(tenantId, (tx) => readEnd(tx, new Date()))
}

async function countLooks() {
  const { db } = await testApi()
  let looks = 0
  const look = createQuietLook(
    {
      look: {
        rows: (statement) => {
          looks++
          return db.feed.look.rows(statement)
        },
      },
    },
    20,
  )
  return { look, looks: () => looks }
}

test('tenants with new events are found in one look, and the others learn the new end', async () => {
  const [busy, quiet, other] = [await newTenant(), await newTenant(), await newTenant()]
  const { look, looks } = await countLooks()
  const tenants = [busy, quiet, other].map(({ tenant }) => tenant.id)
  const positions = await Promise.all(tenants.map(end))
  await busy.create()
  const ends = await Promise.all(
    tenants.map((id, at) => look(id, positions[at] as Position)), // as many as tenants
  )
  assert.equal(looks(), 1)
  assert.equal(ends[0], undefined)
  for (const at of [1, 2]) {
    assert.ok(orderOf(ends[at] as Position) >= orderOf(positions[at] as Position)) // both are set
  }
})

test('an event is news only for who is before it', async () => {
  const client = await newTenant()
  const { look } = await countLooks()
  const before = await end(client.tenant.id)
  await client.create()
  assert.equal(await look(client.tenant.id, before), undefined)
  const after = await end(client.tenant.id)
  assert.ok(await look(client.tenant.id, after))
})

test('an event of a transaction that may still be overtaken is no news yet', async () => {
  const { db } = await testApi()
  const client = await newTenant()
  const { look } = await countLooks()
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
  assert.ok(await look(client.tenant.id, before))
  release()
  await older
  assert.equal(await look(client.tenant.id, before), undefined)
})

test('a failure reaches every stream that asked', async () => {
  const look = createQuietLook({ look: { rows: () => Promise.reject(new Error('down')) } }, 1)
  const position = await end((await newTenant()).tenant.id)
  const asked = ['a', 'b'].map((id) => look(id, position))
  for (const one of await Promise.allSettled(asked)) assert.equal(one.status, 'rejected')
})
