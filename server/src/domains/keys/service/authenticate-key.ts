// Whose key is this? Answered from memory, yet a revoked key is refused everywhere within a second.
import { hash } from 'node:crypto'
import type { Actor } from '@task-service/contract'
import { digestKey, sameDigest } from '#crypto/key-digest.ts'
import type { Reader } from '#db/reader.ts'
import { createGroup } from '#lib/group.ts'
import { encodeId } from '#lib/ids.ts'
import { type FoundOwner, findOwners, findTenantBySlug } from '../store.ts'
import { FRESH_MS } from './access-watch.ts'
import { createOwnerMemory, type Known } from './owner-memory.ts'

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
const MAX_ENTRIES = 50_000
const MAX_LOOKUPS_AT_ONCE = 256
const MAX_LOOKUPS_WAITING = 10_000

export function createKeyAuthenticator(options: {
  auth: Reader
  pepper: Buffer
  /** Keys of the default tenant that stand in the environment, never in the database. */
  environmentKeys: readonly string[]
  /** Called for every authenticated request; must not take long. */
  onUse?: (tenantId: string, digest: Buffer) => void
  /** How long an answer from the database is believed; a longer one breaks the promise above. */
  freshMs?: number
  now?: () => number
}): KeyAuthenticator {
  // Not the wall clock: set back by an hour, it would keep a revoked key alive for that hour.
  const now = options.now ?? (() => performance.now())
  const freshMs = options.freshMs ?? FRESH_MS
  const fromEnvironment = options.environmentKeys.map((key) => digestKey(options.pepper, key))
  const digestOf = rememberDigests(options.pepper)
  const lookUpTogether = groupLookups(options.auth)

  async function lookUp(digest: Buffer): Promise<Known> {
    if (fromEnvironment.some((known) => sameDigest(known, digest))) {
      return findEnvironmentOwner(options.auth, digest)
    }
    return (await lookUpTogether(digest)) ?? noOwner
  }

  const memory = createOwnerMemory({ auth: options.auth, lookUp, freshMs, now })

  return async (slug, key, { seenBefore = false } = {}) => {
    const digest = digestOf(key)
    if (seenBefore && !(await memory.wasSeen(digest))) return undefined
    const owner = await memory.find(digest)
    if (!owner || !sameDigest(owner.digest, digest) || owner.slug !== slug) return undefined
    if (owner.status === 'deleting') return undefined
    options.onUse?.(owner.tenant_id, digest)
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

/** After a change of access most requests meet an answer that is too old: those that come together ask together. */
function groupLookups(auth: Reader): (digest: Buffer) => Promise<Known | undefined> {
  const group = createGroup<Buffer, Known>({
    send: async (digests) => {
      const found = await findOwners(auth, digests)
      const byPlace = new Map(found.map((row) => [row.place, row]))
      return digests.map((_, place) => toKnown(byPlace.get(place)))
    },
    mayGoAlone: () => false,
    maxItems: MAX_LOOKUPS_AT_ONCE,
    maxWaiting: MAX_LOOKUPS_WAITING,
  })
  return group.submit
}

/** Matches no version, so it is looked up again. */
const noOwner: Known = { owner: undefined, version: Number.NaN, msLeft: null }

function toKnown(row: FoundOwner | undefined): Known {
  if (!row) return noOwner
  const { version, ms_left: msLeft } = row
  return { owner: row.tenant_id === null ? undefined : row, version, msLeft }
}

async function findEnvironmentOwner(auth: Reader, digest: Buffer): Promise<Known> {
  const tenant = await findTenantBySlug(auth, DEFAULT_TENANT)
  if (!tenant) return noOwner
  const { version, ...row } = tenant
  return { owner: { ...row, key_id: ENVIRONMENT, digest }, version, msLeft: null }
}
