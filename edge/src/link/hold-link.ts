// Holds the link: opens sessions, polls for jobs, sends results, replaces its key; and reconnects when the connection was down.
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
import { ComeBackLater, EdgeRefused, Frames, openSession } from './talk.ts'
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
  /** What may be asked for, as the file is now. */
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
/** Beside the time of the poll itself, for the round trip. */
const ANSWER_MS = 15_000
const HEARTBEAT_MS = 10_000

/** Runs until the signal ends it. */
export async function holdLink(options: LinkOptions, signal: AbortSignal): Promise<void> {
  const { log, backoff = createBackoff() } = options
  let wasRefused = false
  let isDown = false
  while (!signal.aborted) {
    try {
      const frames = await open(options)
      if (wasRefused || isDown) log('the link to the service is up')
      wasRefused = false
      isDown = false
      backoff.succeed()
      await converse(frames, options, backoff, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof EdgeRefused) {
        // A session that is over is simply opened anew; the second time in a row it is more than that.
        if (wasRefused) {
          log(
            'the service refuses this connector: it was revoked or frozen, or its key is not known there. Look at it in the dashboard; if need be make a new enrolment token and run: task-edge enrol',
          )
        }
        if (wasRefused) await backoff.wait(signal, 5_000)
        wasRefused = true
      } else {
        if (!isDown) log(`the link to the service is down: ${describe(error)}; trying again`)
        isDown = true
        await backoff.wait(signal, error instanceof ComeBackLater ? error.afterMs : 0)
      }
    }
  }
}

const describe = (error: unknown): string =>
  error instanceof LinkDown || error instanceof ComeBackLater ? error.message : String(error)

/** With its key, with one that was offered and whose answer never came, or with the one before: a restored service knows that. */
async function open(options: LinkOptions): Promise<Frames> {
  const { uplink, identities, facts, clock } = options
  const identity = identities.find()
  if (identity === undefined) throw new Error('not enrolled')
  const keys = [identity.key, identity.pending_key, identity.previous_key].filter(
    (pem) => pem !== undefined,
  )
  let refusal: unknown
  for (const pem of keys) {
    const key = readKey(pem)
    try {
      const asked = clock.mark()
      const session = await openSession(uplink, identity, key, facts)
      clock.hear(session.server_time, asked)
      const { pending_key: _, ...rest } = identity
      // Kept before anything is said: without it the next session would look like that of a copied key.
      const used = usedKey(identity, pem, session.server_time)
      identities.save({ ...rest, ...used, ratchet: session.ratchet })
      return new Frames(uplink, session.session, key, clock)
    } catch (error) {
      if (!(error instanceof EdgeRefused)) throw error
      refusal = error
    }
  }
  throw refusal
}

function usedKey(identity: Identity, pem: string, now: string): Partial<Identity> {
  if (pem === identity.key) return {}
  if (pem === identity.pending_key)
    return { key: pem, key_made_at: now, previous_key: identity.key }
  // It had been replaced once already: now again.
  return { key: pem, key_made_at: new Date(0).toISOString() }
}

/** Both lanes at once, until one of them fails for good; a connection that is down for a moment does not end the session. */
async function converse(
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

/** True when it may be tried again in the same session. */
async function mayRetry(
  error: unknown,
  { log, debug }: LinkOptions,
  backoff: Backoff,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted || !(error instanceof LinkDown || error instanceof ComeBackLater)) return false
  ;(error instanceof LinkDown ? debug : log)(`the connection is down: ${error.message}`)
  await backoff.wait(signal, error instanceof ComeBackLater ? error.afterMs : 0)
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
      await keepKeyYoung(frames, options, false)
      await pollOnce(frames, options, state, signal)
      backoff.succeed()
      state.waitMs = Math.min(MAX_POLL_MS, state.waitMs + 1_000)
    } catch (error) {
      // Something in between ends requests that wait: wait less.
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
    const said = { policy_digest: digest, facts: options.facts, statements }
    await frames.send('send', '/edge/announce', said, Announced)
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
  if (polled.wishes.rotate) await keepKeyYoung(frames, options, true)
  if (polled.wishes.drain !== state.isDraining) {
    state.isDraining = polled.wishes.drain
    options.log(state.isDraining ? 'paused: no new jobs come' : 'jobs come again')
  }
  // Without room nothing is asked for, only said that we are there.
  if (room === 0) await options.rooms.wait(HEARTBEAT_MS, signal)
}

/** The new key is kept before it is offered: whatever happens in between, one of both is right. */
async function keepKeyYoung(frames: Frames, options: LinkOptions, isAsked: boolean): Promise<void> {
  const { identities, log, wallMs = Date.now } = options
  const identity = identities.find() as Identity // without it there would be no session
  const ageMs = wallMs() - Date.parse(identity.key_made_at)
  if (!isAsked && ageMs < ROTATE_AFTER_MS) return
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
  log('a new key is in use')
}
