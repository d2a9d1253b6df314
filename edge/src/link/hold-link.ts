// The link to the service: opens sessions, polls for jobs, sends results, rotates the key, and reconnects after failures.
import {
  Announced,
  type ConnectorFacts,
  type DatabaseHealth,
  type EdgeJobOrder,
  MAX_POLL_MS,
  Polled,
  type StatementFace,
} from '@task-service/contract'
import type { Journal } from '#edge/journal/journal.ts'
import { type Backoff, createBackoff } from './backoff.ts'
import type { Identity, IdentityStore } from './identity.ts'
import { makeKey, readKey } from './keys.ts'
import type { ResultSender } from './send-results.ts'
import type { ServiceClock } from './service-clock.ts'
import { EdgeUnauthorized, Frames, openSession, RetryLater } from './talk.ts'
import { LinkDown, type Uplink } from './uplink.ts'
import type { Wakeup } from './wakeup.ts'

export type Announcement = { digest: string; statements: StatementFace[] }

export type LinkOptions = {
  uplink: Uplink
  identities: IdentityStore
  facts: ConnectorFacts
  journal: Journal
  sender: ResultSender
  clock: ServiceClock
  /** The statements of the current policy. */
  announcement: () => Announcement
  databases: () => DatabaseHealth[]
  room: () => number
  take: (orders: readonly EdgeJobOrder[]) => void
  /** Notified when a result waits. */
  results: Wakeup
  /** Notified when there may be room again. */
  rooms: Wakeup
  log: (line: string) => void
  debug: (line: string) => void
  backoff?: Backoff
  wallMs?: () => number
}

const ROTATE_AFTER_MS = 30 * 86_400_000
const SHORTEST_POLL_MS = 5_000
/** Added to the duration of a poll, for the round trip. */
const ANSWER_MS = 15_000
const HEARTBEAT_MS = 10_000

/** Runs until the signal aborts. */
export async function holdLink(options: LinkOptions, signal: AbortSignal): Promise<void> {
  const { log, backoff = createBackoff() } = options
  let wasRejected = false
  let isDown = false
  while (!signal.aborted) {
    try {
      const frames = await open(options)
      if (wasRejected || isDown) log('connected to the service')
      wasRejected = false
      isDown = false
      backoff.succeed()
      await runLanes(frames, options, backoff, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof EdgeUnauthorized) {
        // An expired session is reopened; only a second failure in a row is reported.
        if (wasRejected) {
          log(
            'authentication failed: this connector was revoked or locked, or its key is unknown. Check it in the dashboard; to re-enroll, create an enrollment token and run: task-edge enroll',
          )
        }
        if (wasRejected) await backoff.wait(signal, 5_000)
        wasRejected = true
      } else {
        if (!isDown) log(`disconnected from the service: ${describe(error)}; retrying`)
        isDown = true
        await backoff.wait(signal, error instanceof RetryLater ? error.afterMs : 0)
      }
    }
  }
}

const describe = (error: unknown): string =>
  error instanceof LinkDown || error instanceof RetryLater ? error.message : String(error)

/** Tries the current key, a new one whose rotation was not confirmed, and the previous one, which a restored service knows. */
async function open(options: LinkOptions): Promise<Frames> {
  const { uplink, identities, facts, clock } = options
  const identity = identities.find()
  if (identity === undefined) throw new Error('not enrolled')
  const keys = [identity.key, identity.pending_key, identity.previous_key].filter(
    (pem) => pem !== undefined,
  )
  let rejection: unknown
  for (const pem of keys) {
    const key = readKey(pem)
    try {
      const sent = clock.mark()
      const session = await openSession(uplink, identity, key, facts)
      clock.update(session.server_time, sent)
      const { pending_key: _, ...rest } = identity
      // Stored before the first frame: without it the next session would look like that of a copied key.
      const used = usedKey(identity, pem, session.server_time)
      identities.save({ ...rest, ...used, ratchet: session.ratchet })
      return new Frames(uplink, session.session, key, clock)
    } catch (error) {
      if (!(error instanceof EdgeUnauthorized)) throw error
      rejection = error
    }
  }
  throw rejection
}

function usedKey(identity: Identity, pem: string, now: string): Partial<Identity> {
  if (pem === identity.key) return {}
  if (pem === identity.pending_key)
    return { key: pem, key_made_at: now, previous_key: identity.key }
  // The service was restored and lost the rotation: rotate again.
  return { key: pem, key_made_at: new Date(0).toISOString() }
}

/** Runs both lanes until one fails permanently; a short interruption does not end the session. */
async function runLanes(
  frames: Frames,
  options: LinkOptions,
  backoff: Backoff,
  signal: AbortSignal,
): Promise<void> {
  const own = new AbortController()
  const both = AbortSignal.any([signal, own.signal])
  const lanes = [pollLane(frames, options, backoff, both), sendLane(frames, options, backoff, both)]
  try {
    await Promise.race(lanes)
  } finally {
    own.abort()
    await Promise.allSettled(lanes)
  }
}

/** True when it can be retried in the same session. */
async function mayRetry(
  error: unknown,
  { log, debug }: LinkOptions,
  backoff: Backoff,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted || !(error instanceof LinkDown || error instanceof RetryLater)) return false
  ;(error instanceof LinkDown ? debug : log)(`request failed: ${error.message}; retrying`)
  await backoff.wait(signal, error instanceof RetryLater ? error.afterMs : 0)
  return true
}

async function sendLane(
  frames: Frames,
  options: LinkOptions,
  backoff: Backoff,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await options.sender.sendAll(frames)
      await options.results.wait(HEARTBEAT_MS, signal)
    } catch (error) {
      if (!(await mayRetry(error, options, backoff, signal))) throw error
    }
  }
}

async function pollLane(
  frames: Frames,
  options: LinkOptions,
  backoff: Backoff,
  signal: AbortSignal,
): Promise<void> {
  const state = { announced: '', waitMs: MAX_POLL_MS, isDraining: false }
  while (!signal.aborted) {
    const startedMs = performance.now()
    try {
      await rotateIfDue(frames, options, false)
      await pollOnce(frames, options, state, signal)
      backoff.succeed()
      state.waitMs = Math.min(MAX_POLL_MS, state.waitMs + 1_000)
    } catch (error) {
      // A proxy may end long requests: poll for a shorter time.
      if (error instanceof LinkDown && performance.now() - startedMs > SHORTEST_POLL_MS) {
        state.waitMs = Math.max(SHORTEST_POLL_MS, state.waitMs / 2)
      }
      if (!(await mayRetry(error, options, backoff, signal))) throw error
    }
  }
}

type PollState = { announced: string; waitMs: number; isDraining: boolean }

async function pollOnce(
  frames: Frames,
  options: LinkOptions,
  state: PollState,
  signal: AbortSignal,
): Promise<void> {
  const { digest, statements } = options.announcement()
  if (state.announced !== digest) {
    const body = { policy_digest: digest, facts: options.facts, statements }
    await frames.send('send', '/edge/announce', body, Announced)
    state.announced = digest
  }
  const room = options.room()
  const { waiting, oldestMs } = options.journal.counts()
  const waitMs = room > 0 ? Math.floor(state.waitMs) : 0
  const body = {
    wait_ms: waitMs,
    room,
    policy_digest: digest,
    waiting,
    lag_ms: Math.min(2 ** 31 - 1, Math.round(oldestMs)),
    databases: options.databases(),
  }
  const polled = await frames.send('poll', '/edge/poll', body, Polled, {
    timeoutMs: waitMs + ANSWER_MS,
    signal,
  })
  if (polled.jobs.length > 0) options.take(polled.jobs)
  if (polled.wishes.announce) state.announced = ''
  if (polled.wishes.rotate) await rotateIfDue(frames, options, true)
  if (polled.wishes.drain !== state.isDraining) {
    state.isDraining = polled.wishes.drain
    options.log(state.isDraining ? 'paused: not receiving jobs' : 'resumed: receiving jobs')
  }
  // Without room the poll is only a heartbeat.
  if (room === 0) await options.rooms.wait(HEARTBEAT_MS, signal)
}

/** The new key is stored before it is sent: if the rotation is interrupted, one of both keys is valid. */
async function rotateIfDue(
  frames: Frames,
  options: LinkOptions,
  isRequested: boolean,
): Promise<void> {
  const { identities, log, wallMs = Date.now } = options
  const identity = identities.find() as Identity // without it there would be no session
  const ageMs = wallMs() - Date.parse(identity.key_made_at)
  if (!isRequested && ageMs < ROTATE_AFTER_MS) return
  const next = identity.pending_key === undefined ? makeKey() : readKey(identity.pending_key)
  identities.save({ ...identity, pending_key: next.pem })
  await frames.rotate(identity.connector, next)
  const { pending_key: _, ...rest } = identity
  identities.save({
    ...rest,
    key: next.pem,
    key_made_at: new Date(wallMs()).toISOString(),
    previous_key: identity.key,
  })
  log('rotated the key')
}
