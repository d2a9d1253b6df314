// Compares what clients and receivers saw with what the cell of the tenant has at the end.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { encodeId } from '../../server/src/lib/ids.ts'
import type { Receiver } from '../../tests/harness/receiver/receiver.ts'
import type { Load } from './load.ts'

export type Judgment = {
  tasks: number
  lostTasks: number
  doubledTasks: number
  doubledNumbers: number
  lostEvents: number
  lostDeliveries: number
  doubledDeliveries: number
  delivered: number
}

type Row = { title: string; number: number }

const DELIVERY_TIMEOUT_MS = 60_000

/** Of the tenant, whose tasks from this load were all created with a webhook. */
export async function judge(options: {
  admin: Client
  slug: string
  load: Load
  receiver: Receiver
}): Promise<Judgment> {
  const { admin, slug, load, receiver } = options
  const { rows: tenants } = await admin.query<{ id: string }>(
    'select tenant_id as id from tenants where slug = $1',
    [slug],
  )
  const tenantId = tenants[0]?.id
  const { rows } = await admin.query<Row>(
    `select doc ->> 'title' as title, number::float8 as number from tasks where tenant_id = $1`,
    [tenantId],
  )
  const created = rows.filter(({ title }) => title.startsWith(`${slug} `))
  const titles = countEach(created.map(({ title }) => title))
  const numbers = countEach(rows.map(({ number }) => number))
  const acknowledgedNumbers = countEach(load.acknowledged.map(({ number }) => number))
  const byTitle = new Map(created.map((row) => [row.title, row]))
  const lost = load.acknowledged.filter(
    ({ title, number }) => byTitle.get(title)?.number !== number,
  )
  const { rows: events } = await admin.query<{ id: string }>(
    `select e.id from events e join tasks t on t.tenant_id = e.tenant_id and t.id = e.subject_id
     where e.tenant_id = $1 and e.type = 'task.created' and t.doc ->> 'title' like $2`,
    [tenantId, `${slug} %`],
  )
  const expected = events.map(({ id }) => encodeId('event', id))
  const acknowledgements = await waitForDeliveries(receiver, slug, expected)
  return {
    tasks: rows.length,
    lostTasks: lost.length,
    doubledTasks: countRepeated(titles),
    doubledNumbers: countRepeated(numbers) + countRepeated(acknowledgedNumbers),
    lostEvents: Math.max(0, created.length - events.length),
    lostDeliveries: expected.filter((id) => !acknowledgements.has(id)).length,
    doubledDeliveries: countRepeated(acknowledgements),
    delivered: expected.filter((id) => acknowledgements.has(id)).length,
  }
}

async function waitForDeliveries(
  receiver: Receiver,
  place: string,
  expected: readonly string[],
): Promise<Map<string, number>> {
  const until = performance.now() + DELIVERY_TIMEOUT_MS
  for (;;) {
    const found = await receiver.acknowledgements(place)
    if (expected.every((id) => found.has(id)) || performance.now() > until) {
      // A second delivery of the last ones would come within this time.
      await sleep(2_000)
      return receiver.acknowledgements(place)
    }
    await sleep(250)
  }
}

function countEach<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const countRepeated = (counts: ReadonlyMap<unknown, number>): number =>
  [...counts.values()].filter((count) => count > 1).length
