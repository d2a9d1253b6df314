// SQL of questions: one statement per function, each inside the transaction it is given.
import type {
  OnTimeout,
  Question,
  QuestionCreate,
  QuestionKind,
  QuestionState,
} from '@task-service/contract'
import { type Bounded, type PagePlace, readBounded } from '#db/bounded-page.ts'
import { empty, fitsWithin, sentBytes, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type QuestionRow = {
  id: string
  run_id: string
  task_id: string
  agent: string
  kind: QuestionKind
  prompt: string
  context: string
  answer_schema: Record<string, unknown> | null
  options: Question['options']
  state: QuestionState
  expires_at: Date | null
  on_timeout: OnTimeout
  answer: unknown
  note: string | null
  answered_by: string | null
  answered_at: Date | null
  acknowledged_at: Date | null
  created_at: Date
}

const columns = sql`id, run_id, task_id, agent, kind, prompt, context, answer_schema, options, state, expires_at, on_timeout,
  answer, note, answered_by, answered_at, acknowledged_at, created_at`

export type NewQuestion = Pick<
  QuestionRow,
  'id' | 'run_id' | 'task_id' | 'agent' | 'kind' | 'prompt' | 'context' | 'on_timeout'
> & {
  answer_schema: Record<string, unknown> | undefined
  options: QuestionCreate['options']
  expiresInSeconds: number | undefined
}

const jsonOf = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Times are those of the database, which also decides when the question has expired. */
export async function insertQuestion(tx: Tx, question: NewQuestion): Promise<QuestionRow> {
  const { expiresInSeconds = null } = question
  const row = await tx.row<QuestionRow>(sql`
    insert into questions (tenant_id, id, run_id, task_id, agent, kind, prompt, context, answer_schema, options, state,
      expires_at, on_timeout, created_at)
    values (${tx.tenantId}, ${question.id}, ${question.run_id}, ${question.task_id}, ${question.agent}, ${question.kind},
      ${question.prompt}, ${question.context}, ${jsonOf(question.answer_schema)}::json, ${jsonOf(question.options)}::json,
      'open', clock_timestamp() + make_interval(secs => ${expiresInSeconds}::integer), ${jsonOf(question.on_timeout)}::json,
      clock_timestamp())
    returning ${columns}`)
  if (!row) throw new Error('the inserted question was not returned')
  return row
}

export function findQuestion(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<QuestionRow | undefined> {
  return tx.row<QuestionRow>(sql`
    select ${columns} from questions where ${tx.mine()} and id = ${id} ${options.lock ? sql`for update` : empty}`)
}

export type QuestionFilter = {
  states: readonly QuestionState[]
  taskId: string | undefined
  agent: string | undefined
}

/** Newest first: of each state as many as are shown at most, by its index, and of those the newest. */
export function listQuestions(
  tx: Tx,
  { states, taskId, agent }: QuestionFilter,
  { before, limit, maxBytes }: PagePlace,
): Promise<Bounded<QuestionRow>> {
  const matching = sql`${tx.mine()} ${taskId ? sql`and task_id = ${taskId}` : empty}
    ${agent ? sql`and agent = ${agent}` : empty} ${before ? sql`and id < ${before}` : empty}`
  const page = sql`
    select found.* from unnest(${states}::text[]) as wanted (state)
    cross join lateral (
      select ${columns} from questions
      where ${matching} and state = wanted.state
      order by id desc
      limit ${limit}) found
    order by found.id desc
    limit ${limit}`
  const largeColumns = [
    sql`page.prompt`,
    sql`page.context`,
    sql`page.answer_schema`,
    sql`page.options`,
    sql`page.on_timeout`,
    sql`page.answer`,
    sql`page.note`,
  ]
  return readBounded(tx, { page, largeColumns, maxBytes, usesCustomPlan: true })
}

/** `answeredBy` is null if the timeout policy answered. The link, if there is one, no longer works. */
export function updateAnswered(
  tx: Tx,
  id: string,
  given: { answer: unknown; note: string | null; answeredBy: string | null },
): Promise<QuestionRow | undefined> {
  return tx.row<QuestionRow>(sql`
    update questions set state = 'answered', answer = ${JSON.stringify(given.answer)}::json, note = ${given.note},
      answered_by = ${given.answeredBy}, answered_at = clock_timestamp(), ended_at = clock_timestamp(), link_digest = null
    where ${tx.mine()} and id = ${id} and state = 'open'
    returning ${columns}`)
}

export function updateExpired(tx: Tx, id: string): Promise<QuestionRow | undefined> {
  return tx.row<QuestionRow>(sql`
    update questions set state = 'expired', ended_at = clock_timestamp(), link_digest = null
    where ${tx.mine()} and id = ${id} and state = 'open'
    returning ${columns}`)
}

export function withdrawOpen(tx: Tx, taskIds: readonly string[]): Promise<QuestionRow[]> {
  return tx.rows<QuestionRow>(sql`
    update questions set state = 'withdrawn', ended_at = clock_timestamp(), link_digest = null
    where ${tx.mine()} and task_id = any(${taskIds}::uuid[]) and state = 'open'
    returning ${columns}`)
}

/** Of one response, in number and bytes; the rest follows when these are acknowledged. */
const ANSWERS_MAX = 50
const ANSWER_BYTES = 2 ** 20

export function listUnacknowledged(tx: Tx, taskIds: readonly string[]): Promise<QuestionRow[]> {
  const bytes = sql`${sentBytes(sql`answer`)} + coalesce(octet_length(note), 0)`
  return tx.rows<QuestionRow>(sql`
    select ${columns} from (
      select *, ${fitsWithin(bytes, ANSWER_BYTES)} as fits from (
        select * from questions
        where ${tx.mine()} and task_id = any(${taskIds}::uuid[]) and state = 'answered' and acknowledged_at is null
        order by id
        limit ${ANSWERS_MAX}) as waiting) as bounded
    where fits
    order by id`)
}

export async function updateAcknowledged(
  tx: Tx,
  taskId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.rows(sql`
    update questions set acknowledged_at = clock_timestamp()
    where ${tx.mine()} and task_id = ${taskId} and id = any(${ids}::uuid[]) and state = 'answered'
      and acknowledged_at is null`)
}

/** Open questions whose time is over, those that have waited longest first. */
export async function listDue(tx: Tx, limit: number): Promise<{ id: string; task_id: string }[]> {
  return tx.rows<{ id: string; task_id: string }>(sql`
    select id, task_id from questions
    where ${tx.mine()} and state = 'open' and expires_at is not null and expires_at <= clock_timestamp()
    order by expires_at
    limit ${limit}`)
}

/** Replaces the link that the question had. */
export async function replaceLink(
  tx: Tx,
  id: string,
  { digest, hours }: { digest: Buffer; hours: number },
): Promise<Date> {
  const row = await tx.row<{ link_expires_at: Date }>(sql`
    update questions set link_digest = ${digest}, link_expires_at = clock_timestamp() + make_interval(hours => ${hours}::integer)
    where ${tx.mine()} and id = ${id} and state = 'open'
    returning link_expires_at`)
  if (!row) throw new Error('the question was closed while it was locked')
  return row.link_expires_at
}

export function findByLink(tx: Tx, digest: Buffer): Promise<QuestionRow | undefined> {
  return tx.row<QuestionRow>(sql`
    select ${columns} from questions
    where ${tx.mine()} and link_digest = ${digest} and link_expires_at > clock_timestamp() and state = 'open'`)
}
