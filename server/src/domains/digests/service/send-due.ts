// One turn of a tenant: the digests and codes that are due, on one connection to the mail server. An e-mail counts as sent just before
// it is handed to the server. A worker that is killed then, or gets no response, does not send it again: a digest is never doubled,
// and what it would have listed is in the next one. What the server rejects is known not to be sent, and tried again.
import type { Tx } from '#db/tenant-tx.ts'
import type { Mailer, MailSession } from '#egress/smtp/smtp.ts'
import { SmtpError } from '#egress/smtp/smtp-error.ts'
import type { OwnAddress } from '#lib/own-url.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { type ClaimedDigest, claimDue, lockClaimed, releaseClaims, updateDigest } from '../store.ts'
import { afterFailure } from './after-failure.ts'
import { type Prepared, prepareMail } from './prepare-mail.ts'

export type DigestParts = {
  inTenant: <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  mailer: Mailer
  pepper: Buffer
  http: OwnAddress
  /** The domain of the sender, for IDs of messages. */
  domain: string
  now: () => Date
  signal: AbortSignal
  onFailure: (error: SmtpError, about: { tenant_id: string; user_id: string }) => void
}

export type SentDigests = { sent: number; failed: number; hasMore: boolean }

/** Of one turn, which ends earlier if the server is slow: other tenants wait for it. */
const MAILS_MAX = 20
const TURN_MS = 10_000
/** Longer than a turn with an e-mail that the server lets wait until the end. */
const CLAIM_MS = 5 * 60_000

/** Throws SmtpError `unavailable` if no e-mail can be sent at the moment: what is due stays due. */
export async function sendDue(parts: DigestParts, tenantId: string): Promise<SentDigests> {
  const claim = uuidv7()
  const now = parts.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  const claimed = await parts.inTenant(tenantId, (tx) =>
    claimDue(tx, { claim, now, until, limit: MAILS_MAX }),
  )
  const done: SentDigests = { sent: 0, failed: 0, hasMore: claimed.length === MAILS_MAX }
  const connection = connectOnce(parts.mailer)
  try {
    const endsAt = performance.now() + TURN_MS
    for (const row of claimed) {
      if (parts.signal.aborted || performance.now() > endsAt) {
        done.hasMore = true
        break
      }
      const result = await sendOne({ ...parts, tenantId, claim, connection }, row)
      if (result === 'sent') done.sent++
      if (result === 'failed' || result === 'lost') done.failed++
      if (result === 'lost') break
    }
    return done
  } finally {
    connection.close()
    if (claimed.length > 0) await parts.inTenant(tenantId, (tx) => releaseClaims(tx, claim))
  }
}

type Turn = DigestParts & { tenantId: string; claim: string; connection: Connection }
type Connection = { get: () => Promise<MailSession>; close: () => void }

/** Opened for the first e-mail: many people have nothing unread. */
function connectOnce(mailer: Mailer): Connection {
  let session: MailSession | undefined
  return {
    get: async () => (session ??= await mailer.open()),
    close: () => session?.close(),
  }
}

/** `lost` with the connection. */
type Result = 'sent' | 'failed' | 'lost' | 'nothing'

async function sendOne(turn: Turn, row: ClaimedDigest): Promise<Result> {
  const { inTenant, tenantId, claim } = turn
  const prepared = await inTenant(tenantId, async (tx) => {
    const current = await lockClaimed(tx, row.user_id, claim)
    if (!current) return undefined
    const made = await prepareMail({ ...turn, tx, now: turn.now() }, { ...row, ...current })
    if (!made.mail) await updateDigest(tx, made.after, claim)
    return made
  })
  if (!prepared?.mail) return 'nothing'
  // Without a connection it stays due.
  const session = await turn.connection.get()
  const isMine = await inTenant(tenantId, async (tx) => {
    const current = await lockClaimed(tx, row.user_id, claim)
    if (current) await updateDigest(tx, prepared.after, claim)
    return current !== undefined
  })
  if (!isMine) return 'nothing'
  try {
    await session.send(prepared.mail)
    return 'sent'
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error
    return fail(turn, prepared, error)
  }
}

async function fail(turn: Turn, prepared: Prepared, error: SmtpError): Promise<Result> {
  const { inTenant, tenantId, claim, now } = turn
  const { user_id: userId } = prepared.after
  await inTenant(tenantId, async (tx) => {
    if (!(await lockClaimed(tx, userId, claim))) return
    await updateDigest(tx, afterFailure(prepared, error.failure, now()), claim)
  })
  turn.onFailure(error, { tenant_id: tenantId, user_id: userId })
  // The server accepts nothing: the other e-mails stay due.
  if (error.failure === 'unavailable') throw error
  // The recipient may have caused it, so that other tenants do not wait for it.
  return error.failure === 'unknown' ? 'lost' : 'failed'
}
