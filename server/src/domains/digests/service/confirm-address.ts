// An address is used only after a code that was sent to it came back: otherwise anyone could send e-mails to strangers.
import { DIGEST_CODE_HOURS, type Digest } from '@task-service/contract'
import { deriveAddressCode, isAddressCode } from '#crypto/mail-tokens.ts'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { codeInvalid, digestUnavailable, tooManyCodes } from '../errors.ts'
import { countCodes, lockCodes, updateDigest } from '../store.ts'
import { lockOwn, type Mailing, personOf, scheduled, showDigest } from './change-digest.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Of one person and day, and of one tenant and hour. */
export const CODES_MAX = { person: 5, tenant: 100 } as const

export async function requestAddress(
  ctx: Context,
  { hasMail }: Mailing,
  address: string,
): Promise<Digest> {
  if (!hasMail) throw digestUnavailable()
  await lockCodes(ctx.tx)
  const row = await lockOwn(ctx)
  const time = ctx.now.getTime()
  const recent = row.code_times.filter((at) => time - at.getTime() < DAY_MS)
  const [oldest] = recent
  if (oldest && recent.length >= CODES_MAX.person) {
    throw tooManyCodes(Math.ceil((oldest.getTime() + DAY_MS - time) / 1_000))
  }
  if ((await countCodes(ctx.tx, new Date(time - HOUR_MS))) >= CODES_MAX.tenant) {
    throw tooManyCodes(HOUR_MS / 1_000)
  }
  const after = {
    ...row,
    wanted_address: address,
    code_id: uuidv7(),
    code_expires_at: new Date(time + DIGEST_CODE_HOURS * HOUR_MS),
    code_at: ctx.now,
    code_times: [...recent, ctx.now],
  }
  await updateDigest(ctx.tx, after)
  return showDigest(after, hasMail)
}

const noCode = { wanted_address: null, code_id: null, code_expires_at: null, code_at: null }

/** A code has 50 bits: within the limits of requests it is not guessed. */
export async function confirmAddress(
  ctx: Context,
  { hasMail, pepper }: Mailing & { pepper: Buffer },
  typed: string,
): Promise<Digest> {
  const row = await lockOwn(ctx)
  const { wanted_address: address, code_id: codeId, code_expires_at: end } = row
  if (address === null || codeId === null || end === null || end <= ctx.now) throw codeInvalid()
  const recipient = { tenantId: ctx.tenant.id, userId: row.user_id, address, codeId }
  if (!isAddressCode(deriveAddressCode(pepper, recipient), typed)) throw codeInvalid()
  const after = scheduled({ ...row, ...noCode, address, refusals: 0 }, ctx.now)
  await Promise.all([
    updateDigest(ctx.tx, after),
    recordAudit(ctx, [{ action: 'user.email_confirmed', subjectId: personOf(ctx) }]),
  ])
  return showDigest(after, hasMail)
}

export async function removeAddress(ctx: Context, { hasMail }: Mailing): Promise<Digest> {
  const row = await lockOwn(ctx)
  const after = scheduled({ ...row, ...noCode, address: null, refusals: 0 }, ctx.now)
  await updateDigest(ctx.tx, after)
  if (row.address !== null) {
    await recordAudit(ctx, [{ action: 'user.email_removed', subjectId: personOf(ctx) }])
  }
  return showDigest(after, hasMail)
}
