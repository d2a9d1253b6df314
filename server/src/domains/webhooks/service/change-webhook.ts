// Changing, enabling, disabling and deleting a webhook.
import {
  FILTER_KEYS_MAX,
  type FieldChange,
  type Webhook,
  type WebhookChange,
  type WebhookFilter,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { mergePatch } from '#lib/merge-patch.ts'
import { changeHeaders } from '../custom-headers.ts'
import { fieldRefused } from '../errors.ts'
import { openHeaders, sealHeaders } from '../secrets.ts'
import { deleteWebhook, updateWebhook, type WebhookRow } from '../store/webhooks.ts'
import { type Expected, lockVersion } from './get-webhook.ts'
import { recordAct } from './record-act.ts'
import { showWebhook } from './to-webhook.ts'

export async function changeWebhook(
  ctx: Context,
  webhookId: string,
  change: WebhookChange,
  expected: Expected,
): Promise<Webhook> {
  const before = await lockVersion(ctx, webhookId, expected)
  const after = {
    ...before,
    ...plainChange(before, change),
    ...(await sealChange(ctx, before, change)),
  }
  const changes = differenceOf(before, after, change)
  if (changes.length === 0) return showWebhook(ctx, before)
  const next = { ...after, version: before.version + 1, updated_at: ctx.now }
  await Promise.all([updateWebhook(ctx.tx, next), recordAct(ctx, before.id, 'updated', changes)])
  return showWebhook(ctx, next)
}

function plainChange(before: WebhookRow, change: WebhookChange): Partial<WebhookRow> {
  const { url, description, enabled, filter, event_types: types } = change
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(types !== undefined && { event_types: types }),
    ...(filter !== undefined && { filter: changeFilter(before.filter, filter) }),
    ...(enabled !== undefined && enabled !== before.enabled && switchTo(enabled)),
  }
}

/** Whoever switches it on again begins anew: earlier failures do not count. */
function switchTo(enabled: boolean): Partial<WebhookRow> {
  return enabled
    ? { enabled, disabled_reason: null, failing_since: null, warned_at: null }
    : { enabled, disabled_reason: 'manual' }
}

/** Each patch is within bounds by its schema; together they need not be. */
function changeFilter(before: WebhookFilter, change: WebhookChange['filter']): WebhookFilter {
  const filter = (change === null ? {} : mergePatch(before, change)) as WebhookFilter // lists replace lists
  if (Object.keys(filter).length > FILTER_KEYS_MAX) {
    throw fieldRefused(
      '/filter',
      `must not have more than ${FILTER_KEYS_MAX} paths after the change`,
    )
  }
  return filter
}

/** Headers that were lost with their master key are as if there were none: what is sent now is all there is. */
async function sealChange(
  ctx: Context,
  before: WebhookRow,
  { headers: change }: WebhookChange,
): Promise<Partial<WebhookRow>> {
  if (change === undefined) return {}
  const opened = await openHeaders(ctx, before)
  const headers = changeHeaders(opened === 'needs_reentry' ? {} : opened, change)
  return {
    headers: await sealHeaders(ctx, before.id, headers),
    header_names: Object.keys(headers),
  }
}

const compared = ['url', 'description', 'event_types', 'filter', 'enabled'] as const

/** Of headers the names are told; whether a value differs is not looked at, since whoever sends one means it. */
function differenceOf(before: WebhookRow, after: WebhookRow, change: WebhookChange): FieldChange[] {
  const isSame = (field: (typeof compared)[number]) =>
    JSON.stringify(before[field]) === JSON.stringify(after[field])
  const changes: FieldChange[] = compared
    .filter((field) => !isSame(field))
    .map((field) => ({ field, from: before[field], to: after[field] }))
  if (change.headers !== undefined) {
    changes.push({ field: 'headers', from: before.header_names, to: after.header_names })
  }
  return changes
}

export async function removeWebhook(
  ctx: Context,
  webhookId: string,
  expected: Expected,
): Promise<void> {
  const { id } = await lockVersion(ctx, webhookId, expected)
  await Promise.all([deleteWebhook(ctx.tx, id), recordAct(ctx, id, 'deleted')])
}
