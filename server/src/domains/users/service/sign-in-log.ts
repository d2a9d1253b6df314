// Sign-ins and sign-outs in the audit log. HTTP Basic has no sessions and sends the password with every request, so a
// sign-in is a device seen for the first time in a while. Neither guessing nor changing names floods the log.
import type { FieldChange } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { listRecentEntries, recordAudit } from '#domains/audit/index.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { createLruMap } from '#lib/lru-map.ts'
import type { ClientTrace } from '#lib/network-of.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** A device that stays signed in is recorded again after this time. */
const SIGN_IN_MS = 12 * HOUR_MS
/** The page sends some more requests while it signs out. */
const LEAVING_MS = 10_000
const SIGN_INS_PER_HOUR = 20
const FAILURE_MS = 10 * MINUTE_MS
/** Of one tenant, in one process. */
const FAILURES_PER_HOUR = 30
const MAX_NAMES = 10_000

type Visit = ClientTrace & { requestId: string }
type Options = {
  write: <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  onError: (error: unknown) => void
  now?: () => number
}

export type SignInLog = {
  /** Called with every request; looks into the database once a minute for each device. */
  signedIn: (who: { tenantId: string; userId: string }, visit: Visit) => void
  /** No user: the name is unknown. It is not stored, since it may be a password in the wrong field. */
  failed: (who: { tenantId: string; userId: string | null }, visit: Visit) => void
}

/** No request waits for an entry or is rejected because it was not written. */
export function createSignInLog({ write, onError, now = Date.now }: Options): SignInLog {
  const seen = createLruMap<number>(MAX_NAMES)
  const failures = createFailureCount(now)
  return {
    signedIn({ tenantId, userId }, visit) {
      const device = JSON.stringify([tenantId, userId, visit.network, visit.userAgent])
      const nowMs = now()
      if (nowMs - (seen.get(device) ?? -Infinity) < MINUTE_MS) return
      seen.set(device, nowMs)
      const known = { requestId: visit.requestId, now: new Date(nowMs) }
      write(tenantId, (tx) => recordSignIn({ tx, ...known }, userId, visit)).catch(onError)
    },
    failed({ tenantId, userId }, visit) {
      const attempts = failures.count(tenantId, `${userId} ${visit.network}`)
      if (attempts === 0) return
      const changes = [...describe(visit), { field: 'attempts', from: null, to: attempts }]
      const actor = { kind: 'system' as const, id: 'sign-in' }
      const known = { actor, requestId: visit.requestId, now: new Date(now()) }
      const entry = userId
        ? { action: 'user.sign_in_failed' as const, subjectId: userId, changes }
        : { action: 'tenant.sign_in_failed' as const, subjectId: tenantId, changes }
      write(tenantId, (tx) => recordAudit({ tx, ...known }, [entry])).catch(onError)
    },
  }
}

type EntryContext = Pick<WorkContext, 'tx' | 'requestId' | 'now'>

async function recordSignIn(ctx: EntryContext, userId: string, trace: ClientTrace): Promise<void> {
  const changes = describe(trace)
  const nowMs = ctx.now.getTime()
  const since = new Date(nowMs - SIGN_IN_MS)
  const actions = ['user.signed_in', 'user.signed_out'] as const
  const recent = await listRecentEntries(ctx.tx, userId, actions, since)
  const text = JSON.stringify(changes)
  const last = recent.find((entry) => JSON.stringify(entry.changes) === text)
  if (last?.action === 'user.signed_in') return
  if (last && nowMs - last.at.getTime() < LEAVING_MS) return
  const signIns = recent.filter(
    ({ action, at }) => action === 'user.signed_in' && nowMs - at.getTime() < HOUR_MS,
  )
  if (signIns.length >= SIGN_INS_PER_HOUR) return
  const actor = { kind: 'user' as const, id: encodeId('user', userId) }
  await recordAudit({ ...ctx, actor }, [{ action: 'user.signed_in', subjectId: userId, changes }])
}

export async function recordSignOut(
  ctx: WorkContext,
  trace: ClientTrace | undefined,
): Promise<void> {
  const userId = decodeId('user', ctx.actor.id)
  if (userId === undefined || !trace) throw new Error('only a user who signed in can sign out')
  await recordAudit(ctx, [
    { action: 'user.signed_out', subjectId: userId, changes: describe(trace) },
  ])
}

function describe({ network, userAgent }: ClientTrace): FieldChange[] {
  return [
    { field: 'network', from: null, to: network },
    { field: 'user_agent', from: null, to: userAgent },
  ]
}

/** How many attempts the next entry stands for; none while it is too early for an entry. */
function createFailureCount(now: () => number) {
  const held = createLruMap<{ writtenAt: number; attempts: number }>(MAX_NAMES)
  const hours = createLruMap<{ beganAt: number; written: number }>(MAX_NAMES)
  return {
    count(tenantId: string, source: string): number {
      const nowMs = now()
      const name = `${tenantId} ${source}`
      const { writtenAt, attempts } = held.get(name) ?? { writtenAt: -Infinity, attempts: 0 }
      const known = hours.get(tenantId)
      const hour = known && nowMs - known.beganAt < HOUR_MS ? known : { beganAt: nowMs, written: 0 }
      if (nowMs - writtenAt < FAILURE_MS || hour.written >= FAILURES_PER_HOUR) {
        held.set(name, { writtenAt, attempts: attempts + 1 })
        return 0
      }
      held.set(name, { writtenAt: nowMs, attempts: 0 })
      hours.set(tenantId, { ...hour, written: hour.written + 1 })
      return attempts + 1
    },
  }
}
