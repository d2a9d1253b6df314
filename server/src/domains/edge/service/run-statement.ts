// Asking a connector to run a statement, and waiting for what comes of it: a name and parameters, never its text.
import type { ConnectorState, EdgeJob } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import {
  connectorNotEnrolled,
  connectorNotFound,
  hasKey,
  recordConnectorAct,
  stateOf,
} from '#domains/connectors/index.ts'
import { actorText } from '#lib/actor.ts'
import { decodeId } from '#lib/ids.ts'
import { pollBackoffMs } from '#lib/schedule/poll-backoff.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { withResultMemory } from '../result-memory.ts'
import type { Most } from '../rows-text.ts'
import {
  findHolder,
  findJob,
  holdConnector,
  insertJob,
  type JobRow,
  lockJobByKey,
  type NewJob,
  reviveJob,
} from '../store/jobs.ts'
import { deleteChunksFrom } from '../store/results.ts'
import { notify, subscribe } from '../wakeup.ts'
import { readRows, toJob } from './show-job.ts'
import type { EdgeSteps } from './steps.ts'

export type StatementRequest = {
  /** `con_…` */
  connectorId: string
  database: string
  statement: string
  params: Record<string, unknown>
  /** Requests with the same key are the same job, independent of the caller. */
  requestKey?: string
  /** Who asks, where that is an integration; as the database has it. */
  integrationId?: string
  /** How long to wait for its end. */
  timeoutMs: number
  /** How long it may wait to be begun. */
  expiresMs: number
  /** Whether the run is recorded in the audit log: those of users are; those of integrations are in their sync runs. */
  isAudited?: boolean
  /** How much of the result is wanted; the rest is cut off. */
  most: Most
}

export type StatementRun = {
  /** Not ended if the wait timed out: `waiting` if the connector did not take it, `running` if it did. */
  job: EdgeJob
  /** Of the connector, at the end of the wait: `silent` explains why the job was not taken. */
  connectorState: ConnectorState
  columns: string[]
  rows: unknown[][]
  /** There are more rows than were wanted. */
  isCut: boolean
}

export async function runStatement(
  steps: EdgeSteps,
  request: StatementRequest,
  signal: AbortSignal,
): Promise<StatementRun> {
  const { id, connector_id: connectorId } = await steps.write((ctx) => askFor(ctx, request))
  notify(connectorId)
  await untilEnded(steps, id, request.timeoutMs, signal)
  return withResultMemory(steps.tenantId, request.most.bytes, () =>
    steps.read(async (ctx) => {
      const [job, holder] = await Promise.all([
        findJob(ctx.tx, id),
        findHolder(ctx.tx, connectorId),
      ])
      if (!job || !holder) throw connectorNotFound()
      return {
        job: toJob(job, ctx.now),
        connectorState: stateOf(holder, ctx.now),
        columns: job.columns ?? [],
        ...(await readRows(ctx, job, request.most)),
      }
    }),
  )
}

/** The connector has no result of these, or sent none: a repeated request runs the statement again. */
const REPEATED = ['expired', 'refused', 'failed', 'canceled']

async function askFor(ctx: WorkContext, request: StatementRequest): Promise<JobRow> {
  const connectorId = decodeId('connector', request.connectorId)
  const holder = connectorId && (await holdConnector(ctx.tx, connectorId))
  if (!holder) throw connectorNotFound()
  if (!hasKey(holder)) throw connectorNotEnrolled()
  const id = uuidv7(ctx.now.getTime())
  const job: NewJob = {
    id,
    connector_id: holder.id,
    integration_id: request.integrationId ?? null,
    request_key: request.requestKey ?? null,
    database: request.database,
    statement: request.statement,
    params: request.params,
    created_by: actorText(ctx.actor),
    created_at: timeOfUuid(id),
    expires_at: new Date(ctx.now.getTime() + request.expiresMs),
  }
  const made = (await insertJob(ctx.tx, job)) ?? (await askAgain(ctx, job))
  if (request.isAudited) await recordRun(ctx, holder.id, job)
  return made
}

async function askAgain(ctx: WorkContext, job: NewJob): Promise<JobRow> {
  const known = await lockJobByKey(ctx.tx, job.connector_id, job.request_key ?? '')
  if (!known) throw new Error('a job was in the way and is not there')
  const isTooLate = known.state === 'waiting' && known.expires_at <= ctx.now
  if (!isTooLate && !REPEATED.includes(known.state)) return known
  // Chunks of the previous attempt; a repeated job starts without any.
  await deleteChunksFrom(ctx.tx, known.id, 0)
  return (await reviveJob(ctx.tx, known.id, job)) ?? known
}

async function recordRun(ctx: WorkContext, connectorId: string, job: NewJob): Promise<void> {
  const what = `${job.database}.${job.statement}`
  await recordConnectorAct(ctx, connectorId, 'statement_run', [
    { field: 'statement', from: null, to: what },
  ])
}

/** Polls, and is notified at once of what ends in this process. */
async function untilEnded(
  steps: EdgeSteps,
  jobId: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const waitedMs = performance.now() - startedAt
    if (waitedMs >= timeoutMs || signal.aborted) return
    await waitForNotification(
      jobId,
      Math.min(pollBackoffMs(waitedMs), timeoutMs - waitedMs),
      signal,
    )
    const job = await steps.read((ctx) => findJob(ctx.tx, jobId))
    if (!job || !['waiting', 'running'].includes(job.state)) return
    if (job.state === 'waiting' && job.expires_at <= new Date()) return
  }
}

async function waitForNotification(jobId: string, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const unsubscribe = subscribe(jobId, resolve)
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
  unsubscribe()
}
