// When a person gets their digest. No event: it changes nothing for anyone else.
import type { Digest, DigestChange } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { getSettings, timeZoneUnknown } from '#domains/tenants/index.ts'
import { decodeId } from '#lib/ids.ts'
import { isTimeZone } from '#lib/time/local-time.ts'
import { digestUnavailable } from '../errors.ts'
import { nextDigest } from '../next-digest.ts'
import { type DigestRow, findDigest, insertDigest, lockDigest, updateDigest } from '../store.ts'

export type Mailing = { hasMail: boolean }

const HOUR = 8
/** In a row; then the address is no longer used. */
export const REFUSALS_MAX = 3

/** Only users reach these operations. */
export function personOf({ actor }: Pick<Context, 'actor'>): string {
  const id = actor.kind === 'user' ? decodeId('user', actor.id) : undefined
  if (id === undefined) throw new Error(`${actor.kind} ${actor.id} has no inbox`)
  return id
}

export async function getDigest(ctx: Context, { hasMail }: Mailing): Promise<Digest> {
  const row = await findDigest(ctx.tx, personOf(ctx))
  if (row) return showDigest(row, hasMail)
  return { ...nothing, ...(await defaultsOf(ctx)), available: hasMail }
}

const nothing = {
  address: null,
  unconfirmed_address: null,
  code_expires_at: null,
  address_rejected: false,
  next_at: null,
  last_sent_at: null,
}

async function defaultsOf(ctx: Context) {
  const { time_zone, language } = await getSettings(ctx)
  return { frequency: 'off', hour: HOUR, time_zone, language } as const
}

export function showDigest(row: DigestRow, hasMail: boolean): Digest {
  return {
    available: hasMail,
    frequency: row.frequency,
    hour: row.hour,
    time_zone: row.time_zone,
    language: row.language,
    address: row.address,
    unconfirmed_address: row.wanted_address,
    code_expires_at: row.code_expires_at?.toISOString() ?? null,
    address_rejected: row.address === null && row.refusals >= REFUSALS_MAX,
    next_at: row.period_at?.toISOString() ?? null,
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
  }
}

/** The person's row, created when it is needed, and locked. */
export async function lockOwn(ctx: Context): Promise<DigestRow> {
  const person = personOf(ctx)
  const known = await lockDigest(ctx.tx, person)
  if (known) return known
  await insertDigest(ctx.tx, person, await defaultsOf(ctx))
  const row = await lockDigest(ctx.tx, person)
  if (!row) throw new Error(`the digest of ${person} went away while it was changed`)
  return row
}

/** With the time of the next digest, calculated again: a changed hour or address applies from now on. */
export function scheduled(row: DigestRow, now: Date): DigestRow {
  const next = row.address === null ? null : nextDigest(row, now)
  return { ...row, period_at: next, next_at: next, attempts: 0 }
}

export async function changeDigest(
  ctx: Context,
  { hasMail }: Mailing,
  change: DigestChange,
): Promise<Digest> {
  if (!hasMail) throw digestUnavailable()
  const { time_zone: zone } = change
  if (zone !== undefined && !isTimeZone(zone)) throw timeZoneUnknown(zone)
  const before = await lockOwn(ctx)
  const changed = { ...before, ...change }
  const keys = ['frequency', 'hour', 'time_zone'] as const
  const isMoved = keys.some((key) => changed[key] !== before[key])
  const after = isMoved ? scheduled(changed, ctx.now) : changed
  await updateDigest(ctx.tx, after)
  return showDigest(after, hasMail)
}
