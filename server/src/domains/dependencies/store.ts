// SQL of dependencies: one statement per function, each inside the transaction it is given.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

/** `task_id` cannot be claimed until `blocker_id` is completed, canceled or deleted. */
export type Dependency = { taskId: string; blockerId: string }

export type Blocker = { id: string; isOpen: boolean }

/**
 * The tasks that exist, locked in the order of their IDs: one that is open stays open until the dependency is committed, so
 * that completing it afterwards finds the dependency.
 */
export function lockBlockers(tx: Tx, taskIds: readonly string[]): Promise<Blocker[]> {
  return tx.rows<Blocker>(sql`
    select t.id, t.status not in ('completed', 'canceled') as "isOpen" from tasks t
    where ${tx.mine('t')} and t.id = any(${taskIds}::uuid[])
    order by t.id for share`)
}

export async function insertDependencies(tx: Tx, rows: readonly Dependency[]): Promise<void> {
  if (rows.length === 0) return
  await tx.rows(sql`
    insert into task_dependencies (tenant_id, task_id, blocker_id)
    select ${tx.tenantId}, task_id, blocker_id
    from unnest(${rows.map(({ taskId }) => taskId)}::uuid[], ${rows.map(({ blockerId }) => blockerId)}::uuid[])
      as wanted (task_id, blocker_id)`)
}

export async function deleteDependencies(tx: Tx, taskId: string): Promise<void> {
  await tx.rows(sql`delete from task_dependencies where ${tx.mine()} and task_id = ${taskId}`)
}

/** For tasks that were completed, canceled or deleted in this transaction; sent only if there are any. */
export async function resolveDependents(tx: Tx, blockerIds: readonly string[]): Promise<void> {
  if (blockerIds.length === 0) return
  await tx.rows(sql`
    update task_dependencies d set is_resolved = true
    where ${tx.mine('d')} and d.blocker_id = any(${blockerIds}::uuid[]) and not d.is_resolved`)
}

/** Blocks the task, or makes it due again. */
export async function updateReadyTime(tx: Tx, taskId: string, isBlocked: boolean): Promise<void> {
  await tx.rows(sql`
    update tasks t set ready_at = case when ${isBlocked} then 'infinity' else coalesce(t.not_before, '-infinity') end
    where ${tx.mine('t')} and t.id = ${taskId}`)
}

/**
 * One change of parents or dependencies at a time in a tenant: two changes that each look harmless can make a cycle together.
 * Held until the transaction ends, and taken after the tasks are locked. No Idempotency-Key has a space, so its locks are
 * others.
 */
export async function lockRelations(tx: Tx): Promise<void> {
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId} parents`}, 0))`)
}

/** Everything that must be done before these tasks, including themselves; at most `limit`. */
export async function listBlocking(
  tx: Tx,
  taskIds: readonly string[],
  limit: number,
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    with recursive up (id) as (
      select unnest(${taskIds}::uuid[])
      union
      select d.blocker_id from up
      join task_dependencies d on ${tx.mine('d')} and d.task_id = up.id and not d.is_resolved
    )
    select id from up limit ${limit}`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Tasks that lost a blocker, locked. A task that is being changed is left out: it is found again. The order is that of the
 * index.
 */
export async function lockUnblocked(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select t.id from tasks t
    where ${tx.mine('t')} and t.id = any(array(
      select distinct d.task_id from task_dependencies d
      where ${tx.mine('d')} and d.is_resolved order by d.task_id limit ${limit}))
    order by t.id for no key update skip locked`)
  return rows.map(({ id }) => id)
}

export async function deleteResolved(tx: Tx, taskIds: readonly string[]): Promise<void> {
  await tx.rows(sql`
    delete from task_dependencies d
    where ${tx.mine('d')} and d.task_id = any(${taskIds}::uuid[]) and d.is_resolved`)
}

/** Makes those due that no task blocks; the IDs of those that have no entry in a queue and no run. */
export async function releaseTasks(tx: Tx, taskIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string; isIdle: boolean }>(sql`
    update tasks t set ready_at = coalesce(t.not_before, '-infinity')
    where ${tx.mine('t')} and t.id = any(${taskIds}::uuid[]) and t.ready_at = 'infinity'
      and not exists (select from task_dependencies d where ${tx.mine('d')} and d.task_id = t.id)
    returning t.id, t.turn is null and not exists (
      select from runs w where ${tx.mine('w')} and w.task_id = t.id and w.ended_at is null) as "isIdle"`)
  return rows.flatMap(({ id, isIdle }) => (isIdle ? [id] : []))
}
