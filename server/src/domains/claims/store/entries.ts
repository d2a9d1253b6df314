// SQL of queue entries: one statement per function, each inside the transaction it is given.
import { type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { Lane } from '../assign.ts'
import { stampTurns } from '../turn.ts'

export type RemovedEntry = { task_id: string; attempt: number; failures: number; waited_ms: number }

/**
 * Removes the entries of these tasks, as the tasks are stored, and returns those that had one. Waits for a claim
 * that holds an entry, so that the run of that claim is visible to the next statement.
 */
export function removeEntries(tx: Tx, taskIds: readonly string[]): Promise<RemovedEntry[]> {
  return tx.rows<RemovedEntry>(sql`
    delete from queue_entries e
    using tasks t
    where ${tx.mine('t')} and ${tx.mine('e')} and t.id = any(${taskIds}::uuid[]) and t.turn is not null
      and e.queue = t.queue and e.delegate = coalesce(t.delegate, '') and e.turn = t.turn and e.task_id = t.id
    returning e.task_id, e.attempt, e.failures,
      greatest(0, extract(epoch from clock_timestamp() - e.queued_at) * 1000)::bigint as waited_ms`)
}

/** A task that was queued. */
export type Queued = { queue: string; delegate: string; turn: number }

/** A task that is tried again does not join the end of the line of its key: it has been at the front already. */
const keyOfFirst = (tx: Tx): Sql => sql`case when not exists (
  select from runs r where ${tx.mine('r')} and r.task_id = t.id) then t.fairness_key end`

/** Queues those of the tasks that are ready, due and not blocked, at the end of the turns of now. */
export function addEntries(tx: Tx, taskIds: readonly string[]): Promise<Queued[]> {
  return tx.rows<Queued>(sql`
    with task as materialized (
      select t.tenant_id, t.id, t.status, t.priority, t.queue, t.delegate, ${keyOfFirst(tx)} as fairness_key, null::timestamptz as not_before,
        false as is_blocked, clock_timestamp() as updated_at, row_number() over (order by t.id) as place
      from tasks t
      where ${tx.mine('t')} and t.id = any(${taskIds}::uuid[]) and t.status = 'ready' and t.ready_at <= clock_timestamp()
    ), ${stampTurns(sql`task`, true)}, marked as (
      update tasks t set turn = stamped.turn from stamped where ${tx.mine('t')} and t.id = stamped.id
    )
    insert into queue_entries (tenant_id, queue, delegate, turn, task_id, queued_at, attempt, failures)
    select tenant_id, queue, coalesce(delegate, ''), turn, id, updated_at, coalesce(last.attempt, 0),
      coalesce(last.failures, 0)
    from stamped left join lateral (
      select r.attempt, r.failures from runs r where ${tx.mine('r')} and r.task_id = stamped.id
      order by r.attempt desc limit 1) last on true
    returning queue, delegate, turn`)
}

/** A task whose run ended while it was `ready`: it is queued again as soon as it is due. */
export async function requeue(tx: Tx, taskIds: readonly string[]): Promise<void> {
  await tx.rows(sql`
    update tasks t set turn = null where ${tx.mine('t')} and t.id = any(${taskIds}::uuid[]) and t.status = 'ready'`)
  await addEntries(tx, taskIds)
}

/** Before the task is queued: it is not due before this time is over. */
export async function delayTask(tx: Tx, taskId: string, seconds: number): Promise<void> {
  await tx.rows(sql`
    update tasks t set ready_at = greatest(t.ready_at, clock_timestamp() + ${seconds}::integer * interval '1 second')
    where ${tx.mine('t')} and t.id = ${taskId}`)
}

/** Entries that do not agree with the runs of their tasks, which no code of ours leaves behind: a claim could never take them. */
export async function repairEntries(
  tx: Tx,
  { queue, delegate }: Omit<Lane, 'tenantId'>,
): Promise<void> {
  const ofLane = sql`${tx.mine('e')} and e.queue = ${queue} and e.delegate = ${delegate}`
  await tx.rows(sql`
    delete from queue_entries e
    where ${ofLane} and exists (
      select from runs r where ${tx.mine('r')} and r.task_id = e.task_id and r.ended_at is null)`)
  const outdated = await tx.rows<{ task_id: string }>(sql`
    delete from queue_entries e
    where ${ofLane} and exists (
      select from runs r where ${tx.mine('r')} and r.task_id = e.task_id and r.attempt > e.attempt)
    returning e.task_id`)
  if (outdated.length > 0) {
    await requeue(
      tx,
      outdated.map(({ task_id: id }) => id),
    )
  }
}
