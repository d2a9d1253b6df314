// SQL of approvals: one statement per function, each inside the transaction it is given.
import type { ApprovalState, Effect, Receipt } from '@task-service/contract'
import { type Bounded, type PagePlace, readBounded } from '#db/bounded-page.ts'
import { empty, fitsWithin, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type ApprovalRow = {
  id: string
  task_id: string
  run_id: string | null
  link_id: string | null
  agent: string
  state: ApprovalState
  effects: Effect[]
  hash: string
  result: unknown
  /** A result may be null. */
  has_result: boolean
  previous: { hash: string; effects: Effect[] } | null
  spent_links: string[]
  reason: string | null
  decided_by: string | null
  decided_at: Date | null
  acknowledged_at: Date | null
  receipts: Receipt[]
  created_at: Date
  updated_at: Date
}

const columns = sql`a.id, a.task_id, a.run_id, a.link_id, a.agent, a.state, a.effects, a.hash, a.result,
  a.result is not null as has_result, a.previous, a.spent_links, a.reason, a.decided_by, a.decided_at, a.acknowledged_at,
  a.receipts, a.created_at, a.updated_at`

export type NewApproval = Pick<
  ApprovalRow,
  'id' | 'task_id' | 'run_id' | 'link_id' | 'agent' | 'effects' | 'hash' | 'previous'
> & { result?: { value: unknown } | undefined }

const jsonOf = (value: unknown) => JSON.stringify(value ?? null)

export async function insertApproval(tx: Tx, approval: NewApproval): Promise<ApprovalRow> {
  const row = await tx.row<ApprovalRow>(sql`
    insert into approvals as a (tenant_id, id, task_id, run_id, link_id, agent, state, effects, hash, result, previous,
      created_at, updated_at)
    values (${tx.tenantId}, ${approval.id}, ${approval.task_id}, ${approval.run_id}, ${approval.link_id}, ${approval.agent},
      'open', ${jsonOf(approval.effects)}::json, ${approval.hash},
      ${approval.result ? jsonOf(approval.result.value) : null}::json,
      ${approval.previous && jsonOf(approval.previous)}::json, clock_timestamp(), clock_timestamp())
    returning ${columns}`)
  if (!row) throw new Error('the inserted approval was not returned')
  return row
}

export function findApproval(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<ApprovalRow | undefined> {
  return tx.row<ApprovalRow>(sql`
    select ${columns} from approvals a where ${tx.mine('a')} and a.id = ${id} ${options.lock ? sql`for update` : empty}`)
}

/** Enough to find the last decision: earlier ones were replaced by it. */
const RECENT = 20

/** Of a task, as far as they cover this link; newest first. The task is locked by this transaction. */
export function listOfLink(tx: Tx, taskId: string, linkId: string): Promise<ApprovalRow[]> {
  return tx.rows<ApprovalRow>(sql`
    select ${columns} from approvals a
    where ${tx.mine('a')} and a.task_id = ${taskId} and (a.link_id is null or a.link_id = ${linkId})
    order by a.id desc limit ${RECENT} for update`)
}

export type ApprovalFilter = {
  states: readonly ApprovalState[]
  taskId: string | undefined
  agent: string | undefined
}

/** Newest first: of each state as many as are shown at most, by its index, and of those the newest. */
export function listApprovals(
  tx: Tx,
  { states, taskId, agent }: ApprovalFilter,
  { before, limit, maxBytes }: PagePlace,
): Promise<Bounded<ApprovalRow>> {
  const matching = sql`${tx.mine('a')} ${taskId ? sql`and a.task_id = ${taskId}` : empty}
    ${agent ? sql`and a.agent = ${agent}` : empty} ${before ? sql`and a.id < ${before}` : empty}`
  const page = sql`
    select found.* from unnest(${states}::text[]) as wanted (state)
    cross join lateral (
      select ${columns} from approvals a
      where ${matching} and a.state = wanted.state
      order by a.id desc
      limit ${limit}) found
    order by found.id desc
    limit ${limit}`
  const largeColumns = [
    sql`page.effects`,
    sql`page.result`,
    sql`page.previous`,
    sql`page.reason`,
    sql`page.receipts`,
  ]
  return readBounded(tx, { page, largeColumns, maxBytes, usesCustomPlan: true })
}

/** Opens it again with other effects; a decision about the earlier ones does not hold for them. */
export async function updateEffects(
  tx: Tx,
  { id, effects, hash, previous }: Pick<ApprovalRow, 'id' | 'effects' | 'hash' | 'previous'>,
): Promise<ApprovalRow> {
  const row = await tx.row<ApprovalRow>(sql`
    update approvals a set state = 'open', effects = ${jsonOf(effects)}::json, hash = ${hash},
      previous = ${previous && jsonOf(previous)}::json, decided_by = null, decided_at = null, ended_at = null,
      updated_at = clock_timestamp()
    where ${tx.mine('a')} and a.id = ${id}
    returning ${columns}`)
  if (!row) throw new Error('a locked approval went missing')
  return row
}

export async function updateResult(tx: Tx, id: string, result: unknown): Promise<void> {
  await tx.rows(sql`
    update approvals a set result = ${jsonOf(result)}::json where ${tx.mine('a')} and a.id = ${id} and a.state = 'open'`)
}

/** Nothing if it is not open. */
export function updateDecided(
  tx: Tx,
  id: string,
  decision: { state: 'approved' | 'rejected'; by: string; reason: string | null },
): Promise<ApprovalRow | undefined> {
  const endedAt = decision.state === 'rejected' ? sql`clock_timestamp()` : sql`null`
  return tx.row<ApprovalRow>(sql`
    update approvals a set state = ${decision.state}, decided_by = ${decision.by}, reason = ${decision.reason},
      decided_at = clock_timestamp(), updated_at = clock_timestamp(), ended_at = ${endedAt}
    where ${tx.mine('a')} and a.id = ${id} and a.state = 'open'
    returning ${columns}`)
}

/** Once for each link, also if several try: nothing for the second one. `isLast`: no other link has effects left. */
export function spendLink(
  tx: Tx,
  id: string,
  linkId: string,
  isLast: boolean,
): Promise<ApprovalRow | undefined> {
  return tx.row<ApprovalRow>(sql`
    update approvals a set spent_links = a.spent_links || ${linkId}::uuid, updated_at = clock_timestamp(),
      state = case when ${isLast}::boolean then 'spent' else a.state end,
      ended_at = case when ${isLast}::boolean then clock_timestamp() end
    where ${tx.mine('a')} and a.id = ${id} and a.state = 'approved' and ${linkId}::uuid <> all(a.spent_links)
    returning ${columns}`)
}

export function closeApproval(
  tx: Tx,
  id: string,
  state: 'stale' | 'spent',
): Promise<ApprovalRow | undefined> {
  return tx.row<ApprovalRow>(sql`
    update approvals a set state = ${state}, updated_at = clock_timestamp(), ended_at = clock_timestamp()
    where ${tx.mine('a')} and a.id = ${id} and a.state in ('open', 'approved')
    returning ${columns}`)
}

/** `ofRuns`: only those about runs; the others are about comments, which stay. */
export function withdrawOpen(
  tx: Tx,
  taskIds: readonly string[],
  options: { ofRuns: boolean },
): Promise<ApprovalRow[]> {
  return tx.rows<ApprovalRow>(sql`
    update approvals a set state = 'withdrawn', updated_at = clock_timestamp(), ended_at = clock_timestamp()
    where ${tx.mine('a')} and a.task_id = any(${taskIds}::uuid[]) and a.state in ('open', 'approved')
      ${options.ofRuns ? sql`and a.run_id is not null` : empty}
    returning ${columns}`)
}

/** Write-backs that show what waits for these approvals. */
export async function deleteAwaiting(
  tx: Tx,
  approvalIds: readonly string[],
  linkId?: string,
): Promise<void> {
  await tx.rows(sql`
    delete from write_backs w
    where ${tx.mine('w')} and w.approval_id = any(${approvalIds}::uuid[]) and w.state = 'awaiting_approval'
      ${linkId ? sql`and w.link_id = ${linkId}` : empty}`)
}

/** Comments that were rejected count as dealt with; the others may be planned again. */
export async function dismissAwaiting(tx: Tx, approvalId: string): Promise<void> {
  await tx.rows(sql`
    update write_backs w set state = 'superseded', ended_at = clock_timestamp()
    where ${tx.mine('w')} and w.approval_id = ${approvalId} and w.state = 'awaiting_approval' and w.kind = 'comment'`)
  await deleteAwaiting(tx, [approvalId])
}

export async function addReceipt(tx: Tx, id: string, receipt: Receipt): Promise<void> {
  await tx.rows(sql`
    update approvals a set receipts = (a.receipts::jsonb || ${jsonOf([receipt])}::jsonb)::json, updated_at = clock_timestamp()
    where ${tx.mine('a')} and a.id = ${id}`)
}

/** Of one response, in number and bytes; the rest follows when these are acknowledged. */
const REJECTIONS_MAX = 50
const REJECTION_BYTES = 2 ** 18

export function listUnacknowledged(tx: Tx, taskIds: readonly string[]): Promise<ApprovalRow[]> {
  return tx.rows<ApprovalRow>(sql`
    select ${columns} from (
      select *, ${fitsWithin(sql`octet_length(reason)`, REJECTION_BYTES)} as fits from (
        select * from approvals
        where ${tx.mine()} and task_id = any(${taskIds}::uuid[]) and state = 'rejected' and run_id is not null
          and acknowledged_at is null
        order by id
        limit ${REJECTIONS_MAX}) as waiting) as a
    where fits
    order by a.id`)
}

export async function updateAcknowledged(
  tx: Tx,
  taskId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.rows(sql`
    update approvals a set acknowledged_at = clock_timestamp()
    where ${tx.mine('a')} and a.task_id = ${taskId} and a.id = any(${ids}::uuid[]) and a.state = 'rejected'
      and a.acknowledged_at is null`)
}
