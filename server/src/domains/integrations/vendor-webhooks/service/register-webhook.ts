// Registers and unregisters the vendor webhook. The vendor is called between two transactions.
import type { Integration } from '@task-service/contract'
import { Failure, isFailure, type Registration } from '@task-service/kit'
import type { Context } from '#db/context.ts'
import {
  type CheckSteps,
  fromFailure,
  type OpenedConnection,
  openConnection,
  ownAddressUnknown,
  webhookUnsupported,
} from '#domains/integrations/connection/index.ts'
import { showIntegration } from '#domains/integrations/manage/index.ts'
import { hookUrl, type IntegrationParts } from '#domains/integrations/parts.ts'
import {
  getRow as getIntegrationRow,
  type IntegrationRow,
  recordAct,
} from '#domains/integrations/records/index.ts'
import { saveWebhook } from '../store.ts'

/** Renewed when so much of its time is over. */
const RENEW_AT = 0.5

export async function registerWebhook(
  steps: CheckSteps,
  parts: IntegrationParts,
  integrationId: string,
): Promise<Integration> {
  const { row, session } = await openAutomatic(steps, parts, integrationId)
  const url = await steps.read(async ({ tenant }) => hookUrl(parts.http, tenant.slug, row.id))
  if (!/^https?:/.test(url)) throw ownAddressUnknown()
  if (row.webhook) await ask(() => takeBack(session, row))
  const made = await ask(() => session.register(url, steps.signal))
  return steps.write((ctx) => note(ctx, parts, integrationId, made))
}

export async function unregisterWebhook(
  steps: CheckSteps,
  parts: IntegrationParts,
  integrationId: string,
): Promise<Integration> {
  const { row, session } = await openAutomatic(steps, parts, integrationId)
  if (row.webhook) await ask(() => takeBack(session, row))
  return steps.write((ctx) => note(ctx, parts, integrationId, null))
}

async function openAutomatic(
  steps: CheckSteps,
  parts: IntegrationParts,
  integrationId: string,
): Promise<OpenedConnection> {
  const opened = await openConnection(steps, parts, integrationId)
  if (opened.manifest.capabilities.webhooks !== 'automatic') throw webhookUnsupported()
  return opened
}

/** A webhook that the vendor no longer has counts as unregistered. */
async function takeBack(
  session: OpenedConnection['session'],
  { webhook }: IntegrationRow,
): Promise<void> {
  try {
    await session.unregister(webhook?.id ?? '')
  } catch (error) {
    if (!isFailure(error, 'not_found')) throw error
  }
}

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    throw error instanceof Failure ? fromFailure(error) : error
  }
}

async function note(
  ctx: Context,
  parts: IntegrationParts,
  integrationId: string,
  made: Registration | null,
): Promise<Integration> {
  const before = await getIntegrationRow(ctx, integrationId, { lock: true })
  const leftMs = made?.expiresAt ? Date.parse(made.expiresAt) - ctx.now.getTime() : undefined
  const row: IntegrationRow = {
    ...before,
    webhook: made,
    webhook_renew_at: leftMs === undefined ? null : new Date(ctx.now.getTime() + leftMs * RENEW_AT),
    version: before.version + 1,
    updated_at: ctx.now,
  }
  await saveWebhook(ctx.tx, row.id, row)
  await recordAct(ctx, row.id, made ? 'webhook_registered' : 'webhook_unregistered')
  return showIntegration(ctx, parts, row)
}
