// A connector that speaks the real protocol with a real key, with results chosen by a test. It has no database, so that
// screens can be shown in states that a real one reaches only by accident.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  type Announce,
  type ConnectorFacts,
  type EdgeJobOrder,
  type EdgeLane,
  type EdgeResult,
  type Enrolled,
  enrollText,
  frameHeader,
  frameText,
  type Poll,
  type Polled,
  type Session,
  type StatementFace,
  sessionText,
} from '@task-service/contract'

/** What a test says of a job; the rest is counted. */
export type Answer = Partial<
  Pick<EdgeResult, 'outcome' | 'problem' | 'changed_count' | 'truncated'>
> & {
  columns?: string[]
  rows?: unknown[][]
  duration_ms?: number
}

export type Play = {
  facts: ConnectorFacts
  statements: StatementFace[]
  databases: Poll['databases']
  /** Undefined: it keeps the job and never answers. */
  answer?: (job: EdgeJobOrder) => Answer | undefined
}

export type PlayedConnector = {
  id: string
  /** Asks for jobs until it is stopped. */
  start(): void
  stop(): Promise<void>
  /** Once, without waiting: a sign of life, and what there is to do is done. */
  poll(): Promise<void>
  /** As a copy of its key would. */
  openSessionWith(ratchet: string): Promise<number>
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const DIGEST = sha256('the file of the customer')

export async function playConnector(
  url: string,
  token: string,
  play: Play,
): Promise<PlayedConnector> {
  const link = await enroll(url, token, play.facts)
  await link.openSession()
  const announce: Announce = {
    policy_digest: DIGEST,
    facts: play.facts,
    statements: play.statements,
  }
  await link.send('send', 'POST', '/edge/announce', announce)
  const work = async (waitMs: number, signal?: AbortSignal): Promise<void> => {
    const asked: Poll = {
      wait_ms: waitMs,
      room: 8,
      policy_digest: DIGEST,
      waiting: 0,
      lag_ms: 0,
      databases: play.databases,
    }
    const { jobs } = await link.send<Polled>('poll', 'POST', '/edge/poll', asked, signal)
    for (const job of jobs) {
      const answer = play.answer?.(job)
      if (answer)
        await link.send('send', 'POST', `/edge/jobs/${job.job}/result`, resultOf(job, answer))
    }
  }
  let stopped = new AbortController()
  let working: Promise<void> = Promise.resolve()
  return {
    id: link.id,
    start() {
      stopped = new AbortController()
      working = workOn(work, stopped.signal)
    },
    async stop() {
      stopped.abort()
      await working
    },
    poll: () => work(0),
    openSessionWith: link.openSessionWith,
  }
}

async function workOn(
  work: (waitMs: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  try {
    while (!signal.aborted) await work(5_000, signal)
  } catch (error) {
    // Revoked, replaced, or the service has ended: the screens show it, and that is what is looked at.
    if (!signal.aborted && !String(error).includes('401') && !isGone(error)) throw error
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'fetch failed'

function resultOf(job: EdgeJobOrder, answer: Answer): EdgeResult {
  const { rows = [], columns = [], outcome = 'done', truncated = false, duration_ms = 12 } = answer
  const text = JSON.stringify(rows)
  return {
    attempt: job.attempt,
    outcome,
    ...(answer.problem && { problem: answer.problem }),
    columns,
    row_count: rows.length,
    ...(answer.changed_count !== undefined && { changed_count: answer.changed_count }),
    truncated,
    byte_count: Buffer.byteLength(text),
    sha256: sha256(text),
    chunk_count: 0,
    rows,
    duration_ms,
  }
}

async function enroll(url: string, token: string, facts: ConnectorFacts) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const open = publicKey.export({ format: 'jwk' }).x ?? ''
  const { connector, ratchet } = await post<Enrolled>(url, '/edge/enrol', {
    token,
    public_key: open,
    signature: signed(privateKey, enrollText(token, open)),
    facts,
  })
  let [next, session] = [ratchet, '']
  const sequences: Record<EdgeLane, number> = { poll: 0, send: 0 }
  const askSession = async (shown: string): Promise<Response> => {
    const { challenge } = await post<{ challenge: string }>(url, '/edge/challenge', { connector })
    const signature = signed(privateKey, sessionText(connector, challenge, shown))
    return ask(url, 'POST', '/edge/session', {
      connector,
      challenge,
      ratchet: shown,
      signature,
      facts,
    })
  }
  return {
    id: connector,
    openSessionWith: async (shown: string) => (await askSession(shown)).status,
    async openSession() {
      const opened = await read<Session>(await askSession(next))
      ;[next, session] = [opened.ratchet, opened.session]
      Object.assign(sequences, { poll: 0, send: 0 })
    },
    async send<T>(
      lane: EdgeLane,
      method: string,
      path: string,
      body: unknown,
      signal?: AbortSignal,
    ) {
      const sequence = ++sequences[lane]
      const digest = sha256(JSON.stringify(body))
      const text = frameText({ session, lane, sequence, method, path, digest })
      const authorization = frameHeader({ session, lane, sequence }, signed(privateKey, text))
      return read<T>(await ask(url, method, path, body, { authorization }, signal))
    },
  }
}

const signed = (key: KeyObject, text: string): string =>
  sign(null, Buffer.from(text), key).toString('base64url')

const ask = (
  url: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })

const post = async <T>(url: string, path: string, body: unknown): Promise<T> =>
  read<T>(await ask(url, 'POST', path, body))

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  return JSON.parse(text) as T // what the contract says of this path
}
