// The e-mail that is due for one person, and their row as it is once it is sent.
import { deriveAddressCode, makeUnsubscribeToken, messageIdOf } from '#crypto/mail-tokens.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { listUnread } from '#domains/inbox/index.ts'
import type { Mail } from '#egress/smtp/smtp.ts'
import { type OwnAddress, ownUrl } from '#lib/own-url.ts'
import type { ClaimedDigest, DigestRow } from '../store.ts'
import { DIGEST_ITEMS_MAX, writeCode, writeDigest } from '../write-mail.ts'
import { scheduled } from './change-digest.ts'

export type Prepared = {
  kind: 'code' | 'digest'
  /** Undefined if nothing is to be sent. */
  mail: Mail | undefined
  before: DigestRow
  after: DigestRow
}

export type Surroundings = { tx: Tx; now: Date; pepper: Buffer; http: OwnAddress; domain: string }

export async function prepareMail(around: Surroundings, row: ClaimedDigest): Promise<Prepared> {
  if (row.code_at !== null) return prepareCode(around, row)
  const { tx, now } = around
  const done = scheduled(row, now)
  const nothing: Prepared = { kind: 'digest', mail: undefined, before: row, after: done }
  const { address, period_at: period } = row
  if (row.is_disabled || address === null || period === null) return nothing
  const unread = await listUnread({ tx }, row.user_id, DIGEST_ITEMS_MAX)
  if (unread.count === 0) return nothing
  return {
    kind: 'digest',
    mail: digestMail(around, { ...row, address, period }, unread),
    before: row,
    after: { ...done, refusals: 0, last_sent_at: now },
  }
}

function digestMail(
  { tx: { tenantId }, pepper, http, domain }: Surroundings,
  row: ClaimedDigest & { address: string; period: Date },
  unread: Awaited<ReturnType<typeof listUnread>>,
): Mail {
  const { user_id: userId, slug, language } = row
  const token = makeUnsubscribeToken(pepper, { tenantId, userId })
  const links = {
    inbox: ownUrl(http, slug, '/ui/inbox'),
    task: (number: number) => ownUrl(http, slug, `/ui/tasks/T-${number}`),
    unsubscribe: ownUrl(http, slug, `/unsubscribe/${token}`),
  }
  const { host } = new URL(links.inbox)
  return {
    ...writeDigest({ language, place: host, ...unread, links }),
    to: row.address,
    messageId: messageIdOf(pepper, 'digest', [tenantId, userId, row.period.toISOString()], domain),
    headers: {
      ...automatic,
      'List-Id': `<inbox-digest.${host.replace(/:\d+$/, '')}>`,
      'List-Unsubscribe': `<${links.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** No program answers an automatic e-mail. */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

function prepareCode(
  { tx: { tenantId }, now, pepper, http, domain }: Surroundings,
  row: ClaimedDigest,
): Prepared {
  const { user_id: userId, wanted_address: address, code_id: codeId, code_expires_at: end } = row
  const after = { ...row, code_at: null }
  const nothing: Prepared = { kind: 'code', mail: undefined, before: row, after }
  if (row.is_disabled || address === null || codeId === null || !end || end <= now) return nothing
  const { host } = new URL(ownUrl(http, row.slug, '/ui/'))
  const code = deriveAddressCode(pepper, { tenantId, userId, address, codeId })
  const { language, username } = row
  return {
    ...nothing,
    mail: {
      ...writeCode({ language, place: host, username, code }),
      to: address,
      messageId: messageIdOf(pepper, 'code', [tenantId, userId, codeId], domain),
      headers: automatic,
    },
  }
}
