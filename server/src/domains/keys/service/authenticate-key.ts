// Whose key is this? Answered from memory for at most half a second, so that a revoked key is refused everywhere
// within one.
import { hash } from 'node:crypto'
import type { Actor } from '@task-service/contract'
import { digestKey, sameDigest } from '#crypto/key-digest.ts'
import type { Reader } from '#db/reader.ts'
import { createGroup } from '#lib/group.ts'
import { encodeId } from '#lib/ids.ts'
import { findOwners, findTenantBySlug, type OwnerRow } from '../store.ts'

export type KeyOwner = {
  tenant: { id: string; slug: string }
  suspended: boolean
  actor: Actor
}

/**
 * The owner, or nothing: a missing, wrong, expired and foreign key are not told apart. With `seenBefore` only keys that
 * worked lately are looked up, the others cost the database nothing.
 */
export type KeyAuthenticator = (
  slug: string,
  key: string,
  options?: { seenBefore?: boolean },
) => Promise<KeyOwner | undefined>

export const DEFAULT_TENANT = 'default'
const ENVIRONMENT = 'environment'
const FRESH_MS = 500
const MAX_ENTRIES = 50_000
const MAX_LOOKUPS_AT_ONCE = 256
const MAX_LOOKUPS_WAITING = 10_000

type Entry = { owner: Promise<OwnerRow | undefined>; readAt: number }

export function createKeyAuthenticator(options: {
  auth: Reader
  pepper: Buffer
  /** Keys of the default tenant that stand in the environment, never in the database. */
  environmentKeys: readonly string[]
  /** How long an answer from the database is believed; a longer one breaks the promise above. */
  freshMs?: number
  now?: () => number
}): KeyAuthenticator {
  // Not the wall clock: set back by an hour, it would keep a revoked key alive for that hour.
  const now = options.now ?? (() => performance.now())
  const freshMs = options.freshMs ?? FRESH_MS
  const fromEnvironment = options.environmentKeys.map((key) => digestKey(options.pepper, key))
  const cache = new Map<string, Entry>()
  const digestOf = rememberDigests(options.pepper)
  const lookUpTogether = groupLookups(options.auth)

  function lookUp(digest: Buffer): Promise<OwnerRow | undefined> {
    return fromEnvironment.some((known) => sameDigest(known, digest))
      ? findEnvironmentOwner(options.auth, digest)
      : lookUpTogether(digest)
  }

  function cached(digest: Buffer): Promise<OwnerRow | undefined> {
    const id = digest.toString('base64')
    const known = cache.get(id)
    if (known && now() - known.readAt < freshMs) return known.owner
    // The age counts from before the question: an answer may be as old as its question.
    const entry: Entry = { owner: lookUp(digest), readAt: now() }
    entry.owner.catch(() => cache.delete(id))
    if (cache.size >= MAX_ENTRIES) cache.clear()
    cache.set(id, entry)
    return entry.owner
  }

  async function wasSeen(digest: Buffer): Promise<boolean> {
    const known = cache.get(digest.toString('base64'))
    return known !== undefined && (await known.owner) !== undefined
  }

  return async (slug, key, { seenBefore = false } = {}) => {
    const digest = digestOf(key)
    if (seenBefore && !(await wasSeen(digest))) return undefined
    const owner = await cached(digest)
    if (!owner || !sameDigest(owner.digest, digest) || owner.slug !== slug) return undefined
    if (owner.status === 'deleting') return undefined
    return {
      tenant: { id: owner.tenant_id, slug: owner.slug },
      suspended: owner.status === 'suspended',
      actor: {
        kind: 'key',
        id: owner.key_id === ENVIRONMENT ? ENVIRONMENT : encodeId('key', owner.key_id),
      },
    }
  }
}

/** The keyed hash is most of what a known key costs, so it is made once; a plain one is enough to find it again. */
function rememberDigests(pepper: Buffer): (key: string) => Buffer {
  const digests = new Map<string, Buffer>()
  return (key) => {
    const name = hash('sha256', key, 'base64')
    const known = digests.get(name)
    if (known) return known
    const digest = digestKey(pepper, key)
    if (digests.size >= MAX_ENTRIES) digests.clear()
    digests.set(name, digest)
    return digest
  }
}

/** Where many tenants are busy, most requests meet an answer that is too old: those that come together ask together. */
function groupLookups(auth: Reader): (digest: Buffer) => Promise<OwnerRow | undefined> {
  const group = createGroup<Buffer, OwnerRow>({
    send: async (digests) => {
      const owners = await findOwners(auth, digests)
      const byDigest = new Map(owners.map((owner) => [owner.digest.toString('base64'), owner]))
      return digests.map((digest) => byDigest.get(digest.toString('base64')))
    },
    mayGoAlone: () => false,
    maxItems: MAX_LOOKUPS_AT_ONCE,
    maxWaiting: MAX_LOOKUPS_WAITING,
  })
  return group.submit
}

async function findEnvironmentOwner(auth: Reader, digest: Buffer): Promise<OwnerRow | undefined> {
  const tenant = await findTenantBySlug(auth, DEFAULT_TENANT)
  return tenant && { ...tenant, key_id: ENVIRONMENT, digest }
}
