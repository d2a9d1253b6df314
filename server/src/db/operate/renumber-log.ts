// After a restore into another server the events carry the transaction numbers of the previous one. Where those are higher
// than the new server's own, new events would sort before old ones, and the old ones would look as if they were not
// committed yet: no reader would see them. They get the lowest possible numbers instead.
import type { Client } from 'pg'
import { roleNames } from '../roles.ts'

const BATCH = 5_000

/** Dispatched and not yet dispatched. Real transactions begin at 3. */
const DONE = '1'
const TO_DO = '2'
/** In which the first is visible and the second is not. */
const SEEN = `${TO_DO}:${TO_DO}:`

/**
 * Whether there are numbers that this server has not reached. The owner cannot see the rows; the role of the dispatcher can.
 * A database of an earlier release has no dispatcher.
 */
export async function isNumberedElsewhere(client: Client, rolePrefix: string): Promise<boolean> {
  const { rows: tables } = await client.query<{ progress: string | null }>(
    `select to_regclass('dispatch_progress')::text as progress`,
  )
  if (tables[0]?.progress == null) return false
  await client.query('begin')
  try {
    await client.query(`set local role ${roleNames(rolePrefix).feed}`)
    const { rows } = await client.query<{ elsewhere: boolean | null }>(`
      select (select e.xid from events e order by e.xid desc limit 1) >= next.xid
        or (select pg_snapshot_xmax(coalesce(p.target, p.done)) from dispatch_progress p) > next.xid as elsewhere
      from (select pg_snapshot_xmax(pg_current_snapshot()) as xid) next`)
    return rows[0]?.elsewhere === true
  } finally {
    await client.query('rollback')
  }
}

/**
 * In steps that each commit. The dispatcher's progress is replaced with the last step, so an interrupted run can be
 * continued: renumbered rows are left alone, the rest is still compared with the old progress. Positions that readers hold
 * are rejected after a restore anyway.
 */
export async function renumberLog(client: Client, batch = BATCH): Promise<number> {
  for (let renumbered = 0; ; ) {
    const { events, isLast } = await renumberStep(client, batch)
    renumbered += events
    if (isLast) return renumbered
  }
}

async function renumberStep(client: Client, batch: number) {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '5s'`)
    // Row-level security binds the owner too, except inside this transaction, which no other session can see into.
    for (const table of TABLES)
      await client.query(`alter table ${table} no force row level security`)
    const deliveries = await client.query(deliveriesStep, [batch])
    const events = await client.query(eventsStep, [batch])
    const isLast = Math.max(deliveries.rowCount ?? 0, events.rowCount ?? 0) < batch
    if (isLast) {
      await client.query(`update dispatch_progress set done = '${SEEN}', target = null`)
      await client.query('delete from dispatch_ranges')
    }
    for (const table of TABLES) await client.query(`alter table ${table} force row level security`)
    await client.query('commit')
    return { events: events.rowCount ?? 0, isLast }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const TABLES = ['events', 'deliveries', 'dispatch_ranges']

/** Events that were set aside are still to be dispatched. */
const newNumber = (tenant: string, xid: string, id: string) =>
  `(case when (pg_visible_in_snapshot(${xid}, p.done)
      or (pg_visible_in_snapshot(${xid}, p.target) and (${xid}, ${id}) <= (p.xid, p.id)))
      and not exists (select from dispatch_ranges r
        where r.tenant_id = ${tenant} and (${xid}, ${id}) > (r.xid, r.id) and (${xid}, ${id}) <= (r.until_xid, r.until_id))
    then '${DONE}' else '${TO_DO}' end)::xid8`

const eventsStep = `
  update events e set xid = ${newNumber('e.tenant_id', 'e.xid', 'e.id')}
  from dispatch_progress p
  where (e.tenant_id, e.xid, e.id, e.occurred_at) in (
    select o.tenant_id, o.xid, o.id, o.occurred_at from events o
    where o.xid > '${TO_DO}' order by o.xid, o.id limit $1)`

const deliveriesStep = `
  update deliveries d set event_xid = ${newNumber('d.tenant_id', 'd.event_xid', 'd.event_id')}
  from dispatch_progress p
  where (d.tenant_id, d.id, d.created_at) in (
    select o.tenant_id, o.id, o.created_at from deliveries o where o.event_xid > '${TO_DO}' limit $1)`
