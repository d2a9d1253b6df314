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
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { pollIntervalMs } from '../poll-interval.ts'
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
  /** The same wish under the same key is the same job, whoever asks and how often. */
  requestKey?: string
  /** Who asks, where that is an integration; as the database has it. */
  integrationId?: string
  /** How long to wait for its end. */
  timeoutMs: number
  /** How long it may wait to be begun. */
  expiresMs: number
  /** Whether the act is told in the audit log: people's are, those of integrations stand in their runs. */
  isAudited?: boolean
  /** How much of the result is wanted; the rest is cut off. */
  most: Most
}

export type StatementRun = {
  /** Without an end where the time was up: `waiting` if nobody took it, `running` if somebody did. */
  job: EdgeJob
  /** Of the connector, when the wait was over: `silent` tells why nobody took the job. */
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

/** Of these nothing remains over there, or nothing was heard: to wish for them again is to ask for them again. */
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
  // Of the attempt before; what is asked for anew begins with none.
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
      Math.min(pollIntervalMs(waitedMs), timeoutMs - waitedMs),
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
