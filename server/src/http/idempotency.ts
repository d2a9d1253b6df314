// Idempotency-Key: the first answer is kept with the work it belongs to and given again, never the work done twice.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Claim, StoredAnswer } from '#db/idempotency.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { Problem } from '#lib/problem.ts'

export type Answer = {
  status: number
  headers: Record<string, string>
  body: string
  /** Stored in place of `body` when that holds what must not be stored. */
  keptBody?: string
}

export type IdempotencyStore = {
  claim(tx: Tx, key: string): Promise<Claim>
  /** False when another request stored its answer under this key first. */
  store(tx: Tx, key: string, answer: StoredAnswer): Promise<boolean>
  retentionMs: number
}

/** Bodies are compared by value: the order of names and white space do not make another request. */
export function hashOf(request: FastifyRequest): Buffer {
  const text = `${request.method} ${request.url}\n${canonical(request.body)}`
  return createHash('sha256').update(text).digest()
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

export async function answerOnce(
  store: IdempotencyStore,
  tx: Tx,
  key: string,
  request: FastifyRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const requestHash = hashOf(request)
  const claim = await store.claim(tx, key)
  if (claim === 'in_flight') throw inFlight()
  if (claim !== 'new') return replay(claim, requestHash)
  const answer = await work()
  const { status, headers, body, keptBody = body } = answer
  const stored = { requestHash, status, headers, body: keptBody }
  if (!(await store.store(tx, key, stored))) throw inFlight()
  return answer
}

function inFlight(): Problem {
  return new Problem('idempotency_in_flight', undefined, { headers: { 'retry-after': '1' } })
}

function replay(stored: StoredAnswer, requestHash: Buffer): Answer {
  if (!stored.requestHash.equals(requestHash)) throw new Problem('idempotency_key_reused')
  return {
    status: stored.status,
    headers: { ...stored.headers, 'idempotency-replayed': 'true' },
    body: stored.body,
  }
}
