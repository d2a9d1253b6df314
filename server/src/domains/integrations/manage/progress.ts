// What an integration is doing now, and how fast: two figures that people wait with.
import type { Integration, SyncRun } from '@task-service/contract'

type Now = NonNullable<Integration['now']>

const MINUTE_MS = 60_000
/** Before so much was read, a rate says nothing. */
const LEAST_READ = 10

export function describeNow(
  running: SyncRun | null,
  nextTryAt: Date | null,
  now: Date,
): Integration['now'] {
  if (running) return describeRunning(running, now)
  if (!nextTryAt || nextTryAt <= now) return null
  return {
    run_id: null,
    state: 'waiting',
    read: 0,
    total: null,
    rate_per_minute: null,
    eta_seconds: null,
    heartbeat_at: null,
    waiting_until: nextTryAt.toISOString(),
  }
}

function describeRunning(run: SyncRun, now: Date): Now {
  const isStalled = run.state === 'stalled'
  const rate = isStalled ? null : rateOf(run, now)
  const left = run.total === null ? null : Math.max(0, run.total - run.read)
  const eta = rate === null || left === null ? null : Math.ceil((left / rate) * 60)
  return {
    run_id: run.id,
    state: isStalled ? 'stalled' : 'running',
    read: run.read,
    total: run.total,
    rate_per_minute: rate === null ? null : Math.round(rate * 10) / 10,
    eta_seconds: eta,
    heartbeat_at: run.heartbeat_at,
    waiting_until: null,
  }
}

function rateOf(run: SyncRun, now: Date): number | null {
  const lastedMs = now.getTime() - Date.parse(run.started_at)
  return run.read < LEAST_READ || lastedMs <= 0 ? null : (run.read * MINUTE_MS) / lastedMs
}

export function describeLast(last: SyncRun | null): Integration['last_result'] {
  if (!last?.ended_at || last.state === 'running' || last.state === 'stalled') return null
  const { id, state, ended_at: endedAt, read, created, changed, removed, failed, error } = last
  return { run_id: id, state, ended_at: endedAt, read, created, changed, removed, failed, error }
}
