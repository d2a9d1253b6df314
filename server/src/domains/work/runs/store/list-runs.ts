// SQL of lists of runs. Each walks one index, newest first; what no index can filter is filtered within a bounded stretch of
// it, so that a page of a rare state costs no more than any other.
import type { RunState } from '@task-service/contract'
import type { PagePlace } from '#db/bounded-page.ts'
import { empty, fitsWithin, sentBytes, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { type RunRow, runColumns } from '#domains/claims/index.ts'

export type RunFilter = {
  taskId: string | undefined
  agent: string | undefined
  queue: string | undefined
  states: readonly RunState[] | undefined
}

/** Runs that one page reads at most. */
const STRETCH = 2_000

const LIVE: readonly RunState[] = ['working', 'parked']

type FoundRow = RunRow & { is_shown: boolean; is_last: boolean }

export async function listRuns(
  tx: Tx,
  { taskId, agent, queue, states }: RunFilter,
  { before, limit, maxBytes }: PagePlace,
): Promise<{ rows: RunRow[]; nextBefore: string | undefined }> {
  const onlyLive = states?.every((state) => LIVE.includes(state)) ?? false
  const bytes = sql`coalesce(${sentBytes(sql`r.plan`)}, 0) + coalesce(length(r.handoff), 0) + coalesce(length(r.error), 0) + 500`
  const found = await tx.rows<FoundRow>(
    sql`
    with stretch as materialized (
      select r.id, row_number() over (order by r.id desc) as place,
        ${states ? sql`r.state = any(${states}::text[])` : sql`true`} and ${queue ? sql`r.queue = ${queue}` : sql`true`} as matches
      from runs r
      where ${tx.mine('r')} ${taskId ? sql`and r.task_id = ${taskId}` : empty}
        ${agent ? sql`and r.agent = ${agent}` : empty} ${onlyLive ? sql`and r.ended_at is null` : empty}
        ${before ? sql`and r.id < ${before}` : empty}
      order by r.id desc limit ${STRETCH}),
    picked as (
      select s.id from stretch s where s.matches order by s.id desc limit ${limit + 1})
    select ${runColumns}, r.id in (select p.id from picked p) and ${fitsWithin(bytes, maxBytes)} as is_shown,
      (select count(*) from stretch) = ${STRETCH} as is_last
    from runs r
    where ${tx.mine('r')} and r.id in (
      select p.id from picked p
      union select s.id from stretch s where s.place = ${STRETCH})
    order by r.id desc`,
    { usesCustomPlan: true },
  )
  const shown = found.filter((row) => row.is_shown)
  const rows = shown.slice(0, limit)
  const hasMore = shown.length > limit || found.length > shown.length
  // The end of the stretch, if fewer than a page were found in it.
  const nextBefore = hasMore ? (shown.length > limit ? rows.at(-1) : found.at(-1))?.id : undefined
  return { rows, nextBefore }
}
