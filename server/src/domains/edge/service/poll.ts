// A poll: the connector says how it fares and takes jobs, at once or when some come.
import type { EdgeJobOrder, Poll, Polled } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { encodeId } from '#lib/ids.ts'
import { edgeRefused } from '../errors.ts'
import { type ConnectorFlags, type Sign, saveHealth } from '../store/health.ts'
import { expireWaiting, type HandedOut, takeJobs } from '../store/jobs.ts'
import { deleteChunksFrom } from '../store/results.ts'
import type { Admitted, EdgeSteps } from './steps.ts'
import type { Watch } from './watch.ts'

/** Longer than a poll and the run of most statements; the connector recognizes a job that it gets twice. */
const LEASE_MS = 60_000
/** A request to the connector is sent soon, but not in a tight loop if the connector cannot fulfill it. */
const WISH_MS = 250

type Taken = { flags: ConnectorFlags; jobs: HandedOut[] }

export type PollParts = { watch: Watch; signal: AbortSignal }

export async function poll(
  steps: EdgeSteps,
  admitted: Admitted,
  said: Poll,
  { watch, signal }: PollParts,
): Promise<Polled> {
  const until = performance.now() + said.wait_ms
  for (let before: ConnectorFlags | undefined; ; ) {
    const taken = await steps.write((ctx) => takeSome(ctx, admitted, said))
    if (!taken) throw edgeRefused('poll: its session is over')
    const { flags, jobs } = taken
    const leftMs = until - performance.now()
    const waitMs = isWanted(flags, said) ? Math.min(WISH_MS, leftMs) : leftMs
    const isNew = before !== undefined && !isSame(before, flags)
    if (jobs.length > 0 || waitMs <= 0 || isNew) return toAnswer(taken, said)
    before = flags
    let isWoken = false
    await watch.wait(steps, admitted, {
      ms: waitMs,
      signal,
      isOver: (sign) => {
        isWoken ||= sign?.session_id !== admitted.sessionId || hasNews(sign, flags, said)
        return isWoken
      },
    })
    // A client that disconnected gets no jobs: they would be held until their lease ends.
    if (!isWoken || signal.aborted) return toAnswer(taken, said)
  }
}

function isWanted({ rotate, policy_digest: digest }: ConnectorFlags, said: Poll): boolean {
  return rotate || digest !== said.policy_digest
}

function isSame(
  a: Pick<ConnectorFlags, 'paused' | 'rotate'>,
  b: Pick<ConnectorFlags, 'paused' | 'rotate'>,
) {
  return a.paused === b.paused && a.rotate === b.rotate
}

function hasNews(sign: Sign, flags: ConnectorFlags, { room }: Poll): boolean {
  return !isSame(sign, flags) || (sign.has_work && !sign.paused && room > 0)
}

/** Nothing when the session is over. */
async function takeSome(
  ctx: WorkContext,
  admitted: Admitted,
  said: Poll,
): Promise<Taken | undefined> {
  const flags = await saveHealth(ctx.tx, admitted, said)
  if (!flags) return undefined
  const { connectorId } = admitted
  const expired = await expireWaiting(ctx.tx, connectorId, ctx.now)
  for (const id of expired) await deleteChunksFrom(ctx.tx, id, 0)
  if (flags.paused || said.room === 0) return { flags, jobs: [] }
  const take = { connectorId, room: said.room, now: ctx.now, leaseMs: LEASE_MS }
  const jobs = await takeJobs(ctx.tx, take)
  return { flags, jobs: jobs.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}

function toAnswer({ flags, jobs }: Taken, said: Poll): Polled {
  return {
    jobs: jobs.map(toOrder),
    server_time: new Date().toISOString(),
    wishes: {
      rotate: flags.rotate,
      announce: flags.policy_digest !== said.policy_digest,
      drain: flags.paused,
    },
  }
}

function toOrder(job: HandedOut): EdgeJobOrder & { statement: string; sql?: never } {
  return {
    job: encodeId('edge_job', job.id),
    attempt: job.attempts,
    database: job.database,
    statement: job.statement,
    params: job.params,
    expires_at: job.expires_at.toISOString(),
  }
}
