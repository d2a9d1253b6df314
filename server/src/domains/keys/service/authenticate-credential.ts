// Whose credential is this? Answered from memory, yet a revoked one is rejected in all processes within a second. API keys
// and agent tokens differ only in where they are looked up.
import { hash } from 'node:crypto'
import { sameDigest } from '#crypto/key-digest.ts'
import type { Reader } from '#db/reader.ts'
import { createGroup } from '#lib/group.ts'
import type { AccessVersion, CredentialRow } from '../store.ts'
import { FRESH_MS } from './access-watch.ts'
import { createOwnerMemory, type Known } from './owner-memory.ts'
import { refuseMoved } from './refuse-moved.ts'

/** A row for each digest, in any order; `tenant_id` is null where no credential has it. */
export type Found<Row extends CredentialRow> = AccessVersion & { place: number } & (
    | (Row & { ms_left: number | null })
    | { tenant_id: null; ms_left: null }
  )

/**
 * The owner, or nothing: a missing, wrong, expired and foreign credential are not told apart. With `seenBefore` only those
 * that worked lately are looked up, the others cost the database nothing.
 */
export type Authenticate<Owner> = (
  slug: string,
  credential: string,
  options?: { seenBefore?: boolean },
) => Promise<Owner | undefined>

/** How long answers are believed, and who learns of uses; the same for every kind of credential. */
export type AuthenticatorOptions = {
  auth: Reader
  pepper: Buffer
  /** Called for every authenticated request; must not take long. */
  onUse?: (tenantId: string, digest: Buffer, id: string) => void
  /** How long an answer from the database is believed; a longer one breaks the promise above. */
  freshMs?: number
  now?: () => number
}

type CredentialKind<Row extends CredentialRow> = {
  digest: (pepper: Buffer, credential: string) => Buffer
  find: (auth: Reader, digests: readonly Buffer[]) => Promise<Found<Row>[]>
  idOf: (row: Row) => string
  /** Known without a lookup among the stored ones. */
  findOther?: (digest: Buffer) => Promise<Known<Row>> | undefined
}

const MAX_ENTRIES = 50_000
const MAX_LOOKUPS_AT_ONCE = 256
const MAX_LOOKUPS_WAITING = 10_000
/** Behind a lookup that got no connection, another wait would be too long for the request. */
const FAILS_TOGETHER_AFTER_MS = 500

export function createCredentialAuthenticator<Row extends CredentialRow>(
  options: AuthenticatorOptions,
  kind: CredentialKind<Row>,
): Authenticate<Row> {
  // Not the wall clock: set back by an hour, it would keep a revoked key alive for that hour.
  const now = options.now ?? (() => performance.now())
  const freshMs = options.freshMs ?? FRESH_MS
  const digestOf = rememberDigests((credential) => kind.digest(options.pepper, credential))
  const lookUpTogether = groupLookups((digests) => kind.find(options.auth, digests))
  const lookUp = async (digest: Buffer): Promise<Known<Row>> =>
    (await kind.findOther?.(digest)) ?? (await lookUpTogether(digest)) ?? noOwner
  const memory = createOwnerMemory({ auth: options.auth, lookUp, freshMs, now })

  return async (slug, credential, { seenBefore = false } = {}) => {
    const digest = digestOf(credential)
    if (seenBefore && !(await memory.wasSeen(digest))) return undefined
    const owner = await memory.find(digest)
    if (!owner || !sameDigest(owner.digest, digest) || owner.slug !== slug) return undefined
    if (owner.status === 'deleting') return undefined
    await refuseMoved(options.auth, owner)
    options.onUse?.(owner.tenant_id, digest, kind.idOf(owner))
    return owner
  }
}

/** The keyed hash is most of what a known credential costs, so it is made once; a plain one is enough to find it again. */
function rememberDigests(digestOf: (credential: string) => Buffer): (credential: string) => Buffer {
  const digests = new Map<string, Buffer>()
  return (credential) => {
    const name = hash('sha256', credential, 'base64')
    const known = digests.get(name)
    if (known) return known
    const digest = digestOf(credential)
    if (digests.size >= MAX_ENTRIES) digests.clear()
    digests.set(name, digest)
    return digest
  }
}

/** After a change of access most requests meet an answer that is too old: those that come together ask together. */
function groupLookups<Row extends CredentialRow>(
  find: (digests: readonly Buffer[]) => Promise<Found<Row>[]>,
): (digest: Buffer) => Promise<Known<Row> | undefined> {
  const group = createGroup<Buffer, Known<Row>>({
    send: async (digests) => {
      const byPlace = new Map((await find(digests)).map((row) => [row.place, row]))
      return digests.map((_, place) => toKnown(byPlace.get(place)))
    },
    mayGoAlone: () => false,
    failsTogetherAfterMs: FAILS_TOGETHER_AFTER_MS,
    maxItems: MAX_LOOKUPS_AT_ONCE,
    maxWaiting: MAX_LOOKUPS_WAITING,
  })
  return group.submit
}

/** Matches no version, so it is looked up again. */
export const noOwner: Known<never> = { owner: undefined, version: Number.NaN, msLeft: null }

function toKnown<Row extends CredentialRow>(row: Found<Row> | undefined): Known<Row> {
  if (!row) return noOwner
  const { version, ms_left: msLeft } = row
  return { owner: row.tenant_id === null ? undefined : row, version, msLeft }
}
