// SQL of the audit log; append-only, so entries are inserted and listed and nothing else.
import type { AuditAction, FieldChange } from '@task-service/contract'
import { type Bounded, cutRows, type PagePlace } from '#db/bounded-page.ts'
import type { WorkContext } from '#db/context.ts'
import { empty, fitsWithin, join, type Sql, sentBytes, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { actorText } from '#lib/actor.ts'
import { firstUuidAt, timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import type { EntryFilter, ScannedRow } from '../walk.ts'

export type AuditRow = {
  id: string
  action: string
  actor: string
  subject_id: string
  request_id: string
  changes: FieldChange[]
  at: Date
}

export async function insertEntries(
  ctx: WorkContext,
  entries: readonly { action: string; subjectId: string; changes?: FieldChange[] }[],
): Promise<void> {
  await ctx.tx.rows(sql`
    insert into audit_entries (tenant_id, id, action, subject_id, actor, request_id, changes, at)
    select ${ctx.tx.tenantId}, id, action, subject_id, ${actorText(ctx.actor)}, ${ctx.requestId},
      changes, ${ctx.now}
    from unnest(
      ${entries.map(() => uuidv7())}::uuid[],
      ${entries.map((entry) => entry.action)}::text[],
      ${entries.map((entry) => entry.subjectId)}::uuid[],
      ${entries.map((entry) => JSON.stringify(entry.changes ?? []))}::json[]
    ) as entry (id, action, subject_id, changes)`)
}

export async function listEntriesOfSubject(
  tx: Tx,
  subjectId: string,
  { before, limit, maxBytes }: PagePlace,
): Promise<Bounded<Omit<AuditRow, 'subject_id'>>> {
  const rows = await tx.rows<Within<Omit<AuditRow, 'subject_id'>>>(sql`
    select e.id, e.action, e.actor, e.request_id, e.at, e.within, case when e.within then e.changes end as changes
    from (
      select e.*, ${fitsWithin(sql`e.bytes`, maxBytes)} as within
      from (
        select chosen.*, ${sentBytes(sql`chosen.changes`)} as bytes
        from (
          select id, action, actor, request_id, changes, at
          from audit_entries
          where ${tx.mine()} and subject_id = ${subjectId} ${before ? sql`and id < ${before}` : empty}
          order by id desc
          limit ${limit}) chosen
        offset 0) e) e`)
  return cutRows(rows)
}

type Within<Row> = Row & { within: boolean }

/** Enough to decide whether another entry is needed. */
const RECENT_MAX = 100

/** Newest first. The id is made a moment after the time that is written; a day between them is slack. */
export function listRecentEntries(
  tx: Tx,
  subjectId: string,
  actions: readonly AuditAction[],
  since: Date,
): Promise<Pick<AuditRow, 'action' | 'changes' | 'at'>[]> {
  return tx.rows(sql`
    select action, changes, at from audit_entries
    where ${tx.mine()} and subject_id = ${subjectId} and id >= ${firstUuidAt(dayAfter(since, -1))}
      and at >= ${since} and action = any(${actions}::text[])
    order by id desc
    limit ${RECENT_MAX}`)
}

const DAY_MS = 86_400_000

function dayAfter(time: Date, days: 1 | -1): Date {
  return new Date(time.getTime() + days * DAY_MS)
}

/**
 * Newest first: entries that match the filter, and the last one of the window whether it matches or not, to show where
 * the walk can continue. The id is generated a moment after the recorded time; the range of ids has a day of slack and
 * prunes partitions.
 */
export async function walkEntries(
  tx: Tx,
  filter: EntryFilter,
  walk: PagePlace & { window: number },
): Promise<Bounded<ScannedRow<AuditRow>>> {
  const { since, until, subjectId } = filter
  const { before } = walk
  const range: Sql[] = [
    tx.mine(),
    ...(subjectId ? [sql`subject_id = ${subjectId}`] : []),
    ...(since ? [sql`at >= ${since} and id >= ${firstUuidAt(dayAfter(since, -1))}`] : []),
    ...(until ? [sql`at < ${until} and id < ${firstUuidAt(dayAfter(until, 1))}`] : []),
    ...(before ? [sql`id < ${before} and at < ${dayAfter(timeOfUuid(before), 1)}`] : []),
  ]
  const found = await tx.rows<Within<AuditRow & { matches: boolean; place: number }>>(
    sql`
    select e.id, e.action, e.actor, e.subject_id, e.request_id, e.at, e.matches, e.place, e.within,
      case when e.within then e.changes end as changes
    from (
      select e.*, ${fitsWithin(sql`e.bytes`, walk.maxBytes)} as within
      from (
        select chosen.*, case when chosen.matches then ${sentBytes(sql`chosen.changes`)} else 0 end as bytes
        from (
          select walk.*
          from (
            select id, action, actor, subject_id, request_id, changes, at, ${matchesOf(filter)} as matches,
              row_number() over (order by id desc)::int as place
            from audit_entries
            where ${join(range, ' and ')}
            order by id desc
            limit ${walk.window}) as walk
          where walk.matches or walk.place = ${walk.window}
          order by walk.id desc
          limit ${walk.limit}) chosen
        offset 0) e) e`,
    { usesCustomPlan: true, isExpensive: true },
  )
  const { rows, isCut } = cutRows(found)
  return {
    rows: rows.map(({ matches, place, ...row }) => ({ row, matches, place })),
    isCut,
  }
}

function matchesOf({ actorKind, actorId, actions, effectsOf }: EntryFilter): Sql {
  const conditions: Sql[] = [
    ...(actorKind ? [sql`split_part(actor, ':', 1) = ${actorKind}`] : []),
    ...(actorId ? [sql`substr(actor, strpos(actor, ':') + 1) = ${actorId}`] : []),
    ...(actions ? [sql`action = any(${actions}::text[])`] : []),
    ...(effectsOf ? [isAboutEffectsOf(effectsOf)] : []),
  ]
  return conditions.length === 0 ? sql`true` : join(conditions, ' and ')
}

/** Only the changes of approvals are parsed: they name the agent. */
function isAboutEffectsOf(agent: string): Sql {
  return sql`case when starts_with(action, 'approval.') then exists (
    select from json_array_elements(without_nul(changes)) change
    where change ->> 'field' = 'agent' and change ->> 'to' = ${agent}) else false end`
}
