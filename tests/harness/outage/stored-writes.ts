// What is stored and delivered in the end of what was acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { EventReceiver } from './event-receiver.ts'
import type { Acknowledged } from './write-load.ts'

export type Stored = { rows: number; lost: number; duplicates: number }

export async function compareStored(
  database: Client,
  acknowledged: readonly Acknowledged[],
): Promise<Stored> {
  const { rows } = await database.query<{ title: string; id: string }>(
    `select doc ->> 'title' as title, doc ->> 'id' as id from tasks`,
  )
  const ids = new Map(rows.map(({ title, id }) => [title, id]))
  return {
    rows: rows.length,
    lost: acknowledged.filter(({ title, id }) => ids.get(title) !== id).length,
    duplicates: rows.length - ids.size,
  }
}

/** Returns when all of them were delivered, or after the limit. */
export async function untilDelivered(
  { deliveries }: EventReceiver,
  acknowledged: readonly Acknowledged[],
  limitMs: number,
): Promise<void> {
  for (const until = Date.now() + limitMs; Date.now() < until; await sleep(500)) {
    if (acknowledged.every(({ id }) => deliveries.has(id))) return
  }
}

/** Tasks whose event was delivered under more than one ID. */
export const countRenamed = ({ deliveries }: EventReceiver): number =>
  [...deliveries.values()].filter(({ size }) => size > 1).length
