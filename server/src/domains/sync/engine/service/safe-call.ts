// Isolates failures: one failing link does not hold up the others; it is recorded on the link and retried.
import { findLinkRow, insertSteps, updateLink } from '#domains/sync/links/index.ts'
import { describeError, isAboutConnection } from '#domains/sync/work/index.ts'
import type { Turn } from './turn.ts'

/** Rethrows errors of the connection; an error of one item is recorded on its link. */
export async function safeCall(
  work: Turn,
  linkId: string | undefined,
  attempt: () => Promise<void>,
): Promise<void> {
  try {
    await attempt()
  } catch (error) {
    if (isAboutConnection(error)) throw error
    work.warn({ err: error, link: linkId }, 'failed to sync a link; it is retried')
    if (linkId === undefined) return
    await work.inLease(async (ctx) => {
      const link = await findLinkRow(ctx.tx, linkId, { lock: true })
      if (!link) return
      const tries = link.tries + 1
      const retryAt = new Date(ctx.now.getTime() + work.retryMs(tries))
      await updateLink(ctx.tx, { ...link, tries, retry_at: retryAt })
      const step = { at: ctx.now, direction: 'note' as const, cause: 'failed' }
      await insertSteps(ctx.tx, linkId, [{ ...step, detail: describeError(error) }])
    })
  }
}
