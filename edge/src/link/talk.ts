// The protocol of enrollment and sessions; every response is validated against its schema.
import { createHash } from 'node:crypto'
import {
  Announced,
  Challenge,
  type ConnectorFacts,
  type EdgeLane,
  Enrolled,
  enrollText,
  frameHeader,
  frameText,
  KeyRotated,
  rotateText,
  Session,
  sessionText,
} from '@task-service/contract'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { Identity } from './identity.ts'
import { type EdgeKey, signText } from './keys.ts'
import type { ServiceClock } from './service-clock.ts'
import { type Answer, LinkDown, type Uplink } from './uplink.ts'

/** Authentication failed: of the token, the key, the session or this frame. The service does not say which. */
export class EdgeUnauthorized extends Error {
  override readonly name = 'EdgeUnauthorized'
}
/** The service rejected the content of the frame. */
export class FrameRejected extends Error {
  override readonly name = 'FrameRejected'
}
/** Rate limited or overloaded. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  readonly afterMs: number
  constructor(afterMs: number) {
    super('the service is busy')
    this.afterMs = afterMs
  }
}

const ANSWER_MS = 30_000

function read<S extends TSchema>(answer: Answer, schema: S): Static<S> {
  const { status, body, retryAfterMs } = answer
  if (status === 401) throw new EdgeUnauthorized('authentication failed')
  if (status === 429 || status === 503) throw new RetryLater(retryAfterMs ?? 1_000)
  // After a move, until the proxy knows the new cell. Nothing is wrong with the frame.
  if (status === 421) throw new LinkDown('this cell does not serve the tenant')
  if (status >= 400 && status < 500 && status !== 404 && status !== 407 && status !== 408) {
    throw new FrameRejected(`the service returned ${status}`)
  }
  if (status !== 200 || !Check(schema, body))
    throw new LinkDown(`HTTP ${status}, which is not a response of Task Service`)
  return body
}

export async function enroll(
  uplink: Uplink,
  token: string,
  key: EdgeKey,
  facts: ConnectorFacts,
): Promise<Enrolled> {
  const body = {
    token,
    public_key: key.publicKey,
    signature: signText(key, enrollText(token, key.publicKey)),
    facts,
  }
  return read(await ask(uplink, '/edge/enrol', body), Enrolled)
}

const ask = (uplink: Uplink, path: string, body: unknown): Promise<Answer> =>
  uplink.ask({ method: 'POST', path, body: JSON.stringify(body), timeoutMs: ANSWER_MS })

export async function openSession(
  uplink: Uplink,
  { connector, ratchet }: Pick<Identity, 'connector' | 'ratchet'>,
  key: EdgeKey,
  facts: ConnectorFacts,
): Promise<Session> {
  const { challenge } = read(await ask(uplink, '/edge/challenge', { connector }), Challenge)
  const signature = signText(key, sessionText(connector, challenge, ratchet))
  return read(
    await ask(uplink, '/edge/session', { connector, challenge, ratchet, signature, facts }),
    Session,
  )
}

export type FrameOptions = { timeoutMs?: number; signal?: AbortSignal; after?: () => void }

/** One session: frames in two lanes, each with its own sequence numbers, sent one after the other within a lane. */
export class Frames {
  readonly #uplink: Uplink
  readonly #session: string
  readonly #clock: ServiceClock
  #key: EdgeKey
  readonly #sequences: Record<EdgeLane, number> = { poll: 0, send: 0 }
  readonly #lanes: Record<EdgeLane, Promise<unknown>> = {
    poll: Promise.resolve(),
    send: Promise.resolve(),
  }

  constructor(uplink: Uplink, session: string, key: EdgeKey, clock: ServiceClock) {
    this.#uplink = uplink
    this.#session = session
    this.#key = key
    this.#clock = clock
  }

  async send<S extends TSchema>(
    lane: EdgeLane,
    path: string,
    body: unknown,
    schema: S,
    options: FrameOptions = {},
  ): Promise<Static<S>> {
    return await this.#inTurn(lane, async () => {
      const sent = this.#clock.mark()
      const answer = read(
        await this.#ask(lane, 'POST', path, JSON.stringify(body), options),
        schema,
      )
      const { server_time: time } = answer as { server_time?: string } // most answers have one
      if (time !== undefined) this.#clock.update(time, sent)
      options.after?.()
      return answer
    })
  }

  /** A chunk of a result; the response has no body. */
  async sendChunk(path: string, body: Buffer): Promise<void> {
    await this.#inTurn('send', async () => {
      const answer = await this.#ask('send', 'PUT', path, body)
      if (answer.status !== 204) read(answer, Announced)
    })
  }

  /** Subsequent frames are signed with the new key. */
  async rotate(connector: string, next: EdgeKey): Promise<void> {
    const text = rotateText(connector, this.#session, next.publicKey)
    const body = { public_key: next.publicKey, signature: signText(next, text) }
    await this.send('send', '/edge/rotate', body, KeyRotated, {
      // Before the next frame of the lane, which must be signed with the new key.
      after: () => {
        this.#key = next
      },
    })
  }

  #inTurn<T>(lane: EdgeLane, work: () => Promise<T>): Promise<T> {
    const turn = this.#lanes[lane].then(work, work)
    this.#lanes[lane] = turn.catch(() => {})
    return turn
  }

  /** Each attempt has its own sequence number: the service counts one whose response was lost. */
  #ask(
    lane: EdgeLane,
    method: 'POST' | 'PUT',
    path: string,
    body: string | Buffer,
    { timeoutMs = ANSWER_MS, signal }: FrameOptions = {},
  ): Promise<Answer> {
    const session = this.#session
    const sequence = ++this.#sequences[lane]
    const digest = createHash('sha256').update(body).digest('hex')
    const text = frameText({ session, lane, sequence, method, path, digest })
    const authorization = frameHeader({ session, lane, sequence }, signText(this.#key, text))
    const given = { method, path, body, authorization, timeoutMs }
    return this.#uplink.ask(signal === undefined ? given : { ...given, signal })
  }
}
