// The link in every digest that turns it off, without a sign-in: its token is signed for one user of one tenant.
import type { Digest } from '@task-service/contract'
import { readUnsubscribeToken } from '#crypto/mail-tokens.ts'
import type { WorkContext } from '#db/context.ts'
import { unsubscribeLinkInvalid } from '../errors.ts'
import { mailWords } from '../mail-words.ts'
import { type DigestRow, findDigest, lockDigest, updateDigest } from '../store.ts'
import { scheduled } from './change-digest.ts'

type Link = { pepper: Buffer; token: string }

export type UnsubscribePage = {
  language: Digest['language']
  words: { title: string; ask: string; button: string; done: string }
}

const pageOf = ({ language }: DigestRow): UnsubscribePage => ({
  language,
  words: mailWords[language].unsubscribed,
})

function ownerOf({ tx }: Pick<WorkContext, 'tx'>, { pepper, token }: Link): string {
  const user = readUnsubscribeToken(pepper, tx.tenantId, token)
  if (user === undefined) throw unsubscribeLinkInvalid()
  return user
}

/** Changes nothing: mail servers open links to check them. */
export async function showUnsubscribe(
  ctx: Pick<WorkContext, 'tx'>,
  link: Link,
): Promise<UnsubscribePage> {
  const row = await findDigest(ctx.tx, ownerOf(ctx, link))
  if (!row) throw unsubscribeLinkInvalid()
  return pageOf(row)
}

export async function unsubscribe(
  ctx: Pick<WorkContext, 'tx' | 'now'>,
  link: Link,
): Promise<UnsubscribePage> {
  const row = await lockDigest(ctx.tx, ownerOf(ctx, link))
  if (!row) throw unsubscribeLinkInvalid()
  await updateDigest(ctx.tx, scheduled({ ...row, frequency: 'off' }, ctx.now))
  return pageOf(row)
}
