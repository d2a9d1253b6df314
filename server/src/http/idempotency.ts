// Idempotency-Key: the first response is stored with its work and returned for repeated requests, which do no work.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Keyring } from '#crypto/keyring.ts'
import type { Claim, StoredAnswer } from '#db/idempotency.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { Problem } from '#lib/problem.ts'

export type Answer = {
  status: number
  headers: Record<string, string>
  body: string
  /** Stored instead of `body` if that contains something that must not be stored. */
  keptBody?: string
}

export type IdempotencyStore = {
  claim(tx: Tx, key: string): Promise<Claim>
  /** False when another request stored its response under this key first. */
  store(tx: Tx, key: string, answer: StoredAnswer): Promise<boolean>
  retentionMs: number
}

type Digests = Pick<Keyring, 'digest' | 'matchesDigest'>

/** A request that cannot commit in a group has its digest already, and computing it sorts and prints the whole body. */
const computed = new WeakMap<FastifyRequest, Buffer>()

/** Keyed, because bodies contain secrets and a plain hash would let a holder of the database confirm guesses. */
export function digestOf(
  digests: Pick<Digests, 'digest'>,
  tenantId: string,
  request: FastifyRequest,
): Buffer {
  const known = computed.get(request)
  if (known) return known
  const digest = digests.digest(inTenant(tenantId, textOf(request)))
  computed.set(request, digest)
  return digest
}

/** Bodies are compared by value: the order of names and white space do not matter. */
function textOf(request: FastifyRequest): string {
  return `${request.method} ${request.url}\n${canonical(request.body)}`
}

function inTenant(tenantId: string, text: string): string {
  return `idempotency\0${tenantId}\0${text}`
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

export async function answerOnce(
  { idempotency: store, keyring }: { idempotency: IdempotencyStore; keyring: Digests },
  tx: Tx,
  key: string,
  request: FastifyRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const claim = await store.claim(tx, key)
  if (claim === 'in_flight') throw inFlight()
  if (claim !== 'new') {
    refuseOther(keyring, tx.tenantId, request, claim.requestHash)
    return replay(claim)
  }
  const answer = await work()
  const { status, headers, body, keptBody = body } = answer
  const requestHash = digestOf(keyring, tx.tenantId, request)
  const stored = { requestHash, status, headers, body: keptBody }
  if (!(await store.store(tx, key, stored))) throw inFlight()
  return answer
}

function inFlight(detail?: string): Problem {
  return new Problem('idempotency_in_flight', detail, { headers: { 'retry-after': '1' } })
}

const PLAIN_HASH_BYTES = 32

function refuseOther(
  digests: Digests,
  tenantId: string,
  request: FastifyRequest,
  stored: Buffer,
): void {
  const text = textOf(request)
  const isSame =
    // Records of releases that stored a plain hash; they expire with the same retention.
    stored.length === PLAIN_HASH_BYTES
      ? stored.equals(hash('sha256', text, 'buffer'))
      : digests.matchesDigest(inTenant(tenantId, text), stored)
  if (isSame === undefined) throw inFlight(notHeld)
  if (!isSame) throw new Problem('idempotency_key_reused')
}

/** Another process may have the key: during a rotation, processes are restarted one by one. */
const notHeld =
  'The earlier request with this Idempotency-Key was recorded with a master key that this process does not have, so the two requests cannot be compared. Retry: another process may have it.'

function replay(stored: StoredAnswer): Answer {
  return {
    status: stored.status,
    headers: { ...stored.headers, 'idempotency-replayed': 'true' },
    body: stored.body,
  }
}
