// A connector as tests and proofs play it: it keeps a key and a ratchet and sends frames, also such as no connector would.
import { createHash, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto'
import {
  type Challenge,
  type EdgeJobOrder,
  type EdgeLane,
  type EdgeResult,
  type Enrolled,
  enrollText,
  frameHeader,
  frameText,
  type Poll,
  type Polled,
  rotateText,
  type Session,
  sessionText,
} from '@task-service/contract'

export type EdgeAnswer = { status: number; text: string }
export type EdgeFrame = {
  method: 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body: string
}
export type EdgeTransport = (frame: EdgeFrame, signal?: AbortSignal) => Promise<EdgeAnswer>

export const FACTS = {
  version: '0.1.0',
  os: 'linux',
  host: 'db-1',
  proxy: false,
  custom_ca: false,
} as const
export const DIGEST = 'a'.repeat(64)
export const IDLE: Poll = {
  wait_ms: 0,
  room: 10,
  policy_digest: DIGEST,
  waiting: 0,
  lag_ms: 0,
  databases: [{ name: 'warehouse', engine: 'postgres', ok: true }],
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export class TestEdge {
  readonly send: EdgeTransport
  key: KeyPair = makeKey()
  connector = ''
  ratchet = ''
  session = ''
  sequences: Record<EdgeLane, number> = { poll: 0, send: 0 }

  constructor(send: EdgeTransport) {
    this.send = send
  }

  /** The whole of it, as from a stolen disk. */
  copy(send = this.send): TestEdge {
    const copy = new TestEdge(send)
    const { key, connector, ratchet, session } = this
    return Object.assign(copy, {
      key,
      connector,
      ratchet,
      session,
      sequences: { ...this.sequences },
    })
  }

  enrollFrame(token: string, key = this.key): EdgeFrame {
    return post('/edge/enrol', {
      token,
      public_key: key.publicKey,
      signature: sign(key, enrollText(token, key.publicKey)),
      facts: FACTS,
    })
  }

  async enroll(token: string): Promise<EdgeAnswer> {
    const answer = await this.send(this.enrollFrame(token))
    if (answer.status === 200) {
      const { connector, ratchet } = JSON.parse(answer.text) as Enrolled
      Object.assign(this, { connector, ratchet })
    }
    return answer
  }

  async challenge(): Promise<string> {
    const answer = await this.send(post('/edge/challenge', { connector: this.connector }))
    return (JSON.parse(answer.text) as Challenge).challenge
  }

  async sessionFrame(challenge?: string): Promise<EdgeFrame> {
    const asked = challenge ?? (await this.challenge())
    const { connector, ratchet, key } = this
    const signature = sign(key, sessionText(connector, asked, ratchet))
    return post('/edge/session', { connector, challenge: asked, ratchet, signature, facts: FACTS })
  }

  async open(): Promise<EdgeAnswer> {
    return this.takeSession(await this.send(await this.sessionFrame()))
  }

  takeSession(answer: EdgeAnswer): EdgeAnswer {
    if (answer.status === 200) {
      const { session, ratchet } = JSON.parse(answer.text) as Session
      Object.assign(this, { session, ratchet, sequences: { poll: 0, send: 0 } })
    }
    return answer
  }

  /** Signed under the next number of its lane. */
  frame(method: 'POST' | 'PUT', path: string, body: unknown, lane: EdgeLane = 'send'): EdgeFrame {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const sequence = ++this.sequences[lane]
    const names = { session: this.session, lane, sequence, method, path, digest: sha256(text) }
    const authorization = frameHeader(names, sign(this.key, frameText(names)))
    return { method, path, body: text, headers: { ...JSON_HEADERS, authorization } }
  }

  announceFrame(statements: unknown[] = [], digest = DIGEST): EdgeFrame {
    return this.frame('POST', '/edge/announce', { policy_digest: digest, facts: FACTS, statements })
  }

  pollFrame(poll: Partial<Poll> = {}): EdgeFrame {
    return this.frame('POST', '/edge/poll', { ...IDLE, ...poll }, 'poll')
  }

  poll(poll: Partial<Poll> = {}, signal?: AbortSignal): Promise<EdgeAnswer> {
    return this.send(this.pollFrame(poll), signal)
  }

  /** The jobs of a poll that is to be answered. */
  async jobs(poll: Partial<Poll> = {}): Promise<EdgeJobOrder[]> {
    const { status, text } = await this.poll(poll)
    if (status !== 200) throw new Error(`${status} ${text}`)
    return (JSON.parse(text) as Polled).jobs
  }

  chunkFrame(job: string, number: number, body: string): EdgeFrame {
    return this.frame('PUT', `/edge/jobs/${job}/chunks/${number}`, body)
  }

  resultFrame(job: string, result: EdgeResult): EdgeFrame {
    return this.frame('POST', `/edge/jobs/${job}/result`, result)
  }

  resultsFrame(results: Readonly<Record<string, EdgeResult>>): EdgeFrame {
    const listed = Object.entries(results).map(([job, result]) => ({ job, ...result }))
    return this.frame('POST', '/edge/results', { results: listed })
  }

  result(job: string, result: EdgeResult): Promise<EdgeAnswer> {
    return this.send(this.resultFrame(job, result))
  }

  rotateFrame(next: KeyPair): EdgeFrame {
    const text = rotateText(this.connector, this.session, next.publicKey)
    return this.frame('POST', '/edge/rotate', {
      public_key: next.publicKey,
      signature: sign(next, text),
    })
  }
}

const JSON_HEADERS = { 'content-type': 'application/json' }

function post(path: string, body: unknown): EdgeFrame {
  return { method: 'POST', path, body: JSON.stringify(body), headers: JSON_HEADERS }
}

export type KeyPair = { privateKey: KeyObject; publicKey: string }

export function makeKey(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, publicKey: String(publicKey.export({ format: 'jwk' }).x) }
}

function sign({ privateKey }: KeyPair, text: string): string {
  return signBytes(null, Buffer.from(text), privateKey).toString('base64url')
}

/** What a connector says of rows it read. */
export function resultOf(rows: unknown[][], more: Partial<EdgeResult> = {}): EdgeResult {
  const text = JSON.stringify(rows)
  return {
    attempt: 1,
    outcome: 'done',
    columns: ['id'],
    row_count: rows.length,
    truncated: false,
    byte_count: Buffer.byteLength(text),
    sha256: sha256(text),
    chunk_count: 0,
    rows,
    duration_ms: 3,
    ...more,
  }
}

/** Without the rows, which come in pieces. */
export function chunkedResult(
  rows: unknown[][],
  size: number,
): { result: EdgeResult; chunks: string[] } {
  const text = JSON.stringify(rows)
  const chunks: string[] = []
  for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size))
  const { rows: _rows, ...result } = resultOf(rows, { chunk_count: chunks.length })
  return { result, chunks }
}
