// A message from a vendor: genuine or refused, and if genuine a hint that something may have changed. Its body is not kept.
import { type Hint, isFailure, type RawRequest } from '@task-service/kit'
import { isUndecided } from '#agent/busy.ts'
import type { Context, WorkContext } from '#db/context.ts'
import {
  connectionOf,
  messageRefused,
  notVerified,
  type Steps,
} from '#domains/integrations/connection/index.ts'
import { hookUrl, type IntegrationParts } from '#domains/integrations/parts.ts'
import { findIntegration, type IntegrationRow } from '#domains/integrations/records/index.ts'
import { type InboundNote, recordInbound } from '#domains/sync/index.ts'
import { encodeId } from '#lib/ids.ts'

export type ReceiveSteps = Steps & {
  slug: string
  write: <T>(work: (ctx: Omit<Context, 'actor'>) => Promise<T>) => Promise<T>
}

/** Before the body of a message is read: without an integration nothing of it is needed. */
export async function findReceiver(
  steps: ReceiveSteps,
  id: string | undefined,
): Promise<IntegrationRow> {
  const row = id && (await steps.read((ctx) => findIntegration(ctx.tx, id)))
  if (!row) throw messageRefused()
  return row
}

/**
 * A message that is not genuine gets one response, whatever is wrong with it, and a failure of ours a 503. The log of
 * messages has the reason, for those who may see it.
 */
export async function receiveMessage(
  steps: ReceiveSteps,
  parts: IntegrationParts,
  row: IntegrationRow,
  request: RawRequest & { query: string },
): Promise<void> {
  const { query, ...raw } = request
  const url = `${hookUrl(parts.http, steps.slug, row.id)}${query}`
  const note = await examine(steps, parts, row, { ...raw, url })
  await steps.write((ctx) => {
    const actor = { kind: 'system' as const, id: encodeId('integration', row.id) }
    return keepNote({ ...ctx, actor }, row.id, note)
  })
  if (note.outcome === 'refused') throw messageRefused()
}

type Noted = InboundNote & { hints: Hint[] }

async function examine(
  steps: Steps,
  parts: IntegrationParts,
  row: IntegrationRow,
  request: RawRequest,
): Promise<Noted> {
  const bodyBytes = request.body.length
  const refuse = (reason: string): Noted => ({ outcome: 'refused', reason, bodyBytes, hints: [] })
  const manifest = parts.host.findManifest(row.provider)
  if (!manifest || manifest.capabilities.webhooks === 'none') {
    return refuse('The provider does not support webhooks.')
  }
  const session = parts.host.open(connectionOf(steps, row))
  try {
    const verdict = await session.verify(request)
    if (verdict !== 'genuine') return refuse(verdict.refused)
    const { deliveryId, hints } = await session.parse(request)
    return { outcome: 'accepted', deliveryId, bodyBytes, hints }
  } catch (error) {
    if (!isFailure(error)) throw error
    if (isUndecided(error)) throw notVerified(error)
    return refuse(error.message)
  }
}

/** The integration may have been removed since. */
async function keepNote(ctx: WorkContext, integrationId: string, note: Noted): Promise<void> {
  const { hints, ...rest } = note
  if (!(await findIntegration(ctx.tx, integrationId))) throw messageRefused()
  await recordInbound(ctx, integrationId, rest, hints)
}
