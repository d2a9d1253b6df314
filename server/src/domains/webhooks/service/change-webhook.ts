// Changing, enabling, disabling and deleting a webhook.
import {
  type ChangedWebhook,
  FILTER_KEYS_MAX,
  type FieldChange,
  type WebhookChange,
  type WebhookFilter,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { mergePatch } from '#lib/json/merge-patch.ts'
import { changeHeaders, readHeaders } from '../custom-headers.ts'
import { fieldRefused } from '../errors.ts'
import { openHeaders, originOf, sealHeaders } from '../secrets.ts'
import { deleteWebhook, updateWebhook, type WebhookRow } from '../store/webhooks.ts'
import { type Expected, lockVersion } from './get-webhook.ts'
import { recordAct } from './record-act.ts'
import { showWebhook } from './to-webhook.ts'

export async function changeWebhook(
  ctx: Context,
  webhookId: string,
  change: WebhookChange,
  expected: Expected,
): Promise<ChangedWebhook> {
  const before = await lockVersion(ctx, webhookId, expected)
  const plain = { ...before, ...plainChange(before, change) }
  const after = { ...plain, ...(await sealChange(ctx, before, plain.url, change)) }
  const dropped = listDropped(before, after, change)
  const changes = differenceOf(before, after, dropped.length > 0 || change.headers !== undefined)
  if (changes.length === 0) return showWebhook(ctx, before)
  const next = { ...after, version: before.version + 1, updated_at: ctx.now }
  await Promise.all([updateWebhook(ctx.tx, next), recordAct(ctx, before.id, 'updated', changes)])
  const shown = await showWebhook(ctx, next)
  return dropped.length > 0 ? { ...shown, dropped_header_names: dropped } : shown
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

/** Enabling resets the failure state: earlier failures do not count. */
function switchTo(enabled: boolean): Partial<WebhookRow> {
  return enabled
    ? { enabled, disabled_reason: null, failing_since: null, warned_at: null }
    : { enabled, disabled_reason: 'manual' }
}

/** Each patch is within bounds by its schema; together they need not be. */
function changeFilter(before: WebhookFilter, change: WebhookChange['filter']): WebhookFilter {
  const filter = (change === null ? {} : mergePatch(before, change)) as WebhookFilter // lists replace lists
  if (Object.keys(filter).length > FILTER_KEYS_MAX) {
    const message = `must not have more than ${FILTER_KEYS_MAX} paths after the update`
    throw fieldRefused('/filter', 'too_many', message)
  }
  return filter
}

/**
 * Headers are credentials for one origin: a user who may change the URL must not receive them by pointing it elsewhere.
 * Those of another origin, or lost with their master key, are as if there were none: what is sent now is all there is.
 */
async function sealChange(
  ctx: Context,
  before: WebhookRow,
  url: string,
  { headers: change }: WebhookChange,
): Promise<Partial<WebhookRow>> {
  const isSameOrigin = originOf(url) === originOf(before.url)
  if (isSameOrigin && change === undefined) return {}
  const opened = isSameOrigin ? await openHeaders(ctx, before) : 'needs_reentry'
  const headers = changeHeaders(
    opened === 'needs_reentry' ? {} : opened,
    change === undefined ? {} : change,
  )
  return {
    headers: await sealHeaders(ctx, { id: before.id, url }, headers),
    header_names: Object.keys(headers),
  }
}

/** Removed because of the origin, not because the request asked for it. */
function listDropped(
  before: WebhookRow,
  after: WebhookRow,
  { headers: change = {} }: WebhookChange,
): string[] {
  if (change === null || originOf(before.url) === originOf(after.url)) return []
  const handled = new Set([...after.header_names, ...Object.keys(readHeaders(change))])
  return before.header_names.filter((name) => !handled.has(name))
}

const compared = ['url', 'description', 'event_types', 'filter', 'enabled'] as const

/** Of headers only the names are recorded. Values are not compared: headers in a request count as a change. */
function differenceOf(before: WebhookRow, after: WebhookRow, hasHeaders: boolean): FieldChange[] {
  const isSame = (field: (typeof compared)[number]) =>
    JSON.stringify(before[field]) === JSON.stringify(after[field])
  const changes: FieldChange[] = compared
    .filter((field) => !isSame(field))
    .map((field) => ({ field, from: before[field], to: after[field] }))
  if (hasHeaders) {
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
