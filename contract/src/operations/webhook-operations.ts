// Operations on webhooks and their deliveries.

import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import {
  Delivery,
  DeliveryListQuery,
  DeliveryLogQuery,
  DeliveryPage,
  DeliveryWithAttempts,
  deliveryParams,
} from '../webhooks/deliveries.ts'
import { WebhookHealthPage, WebhookHealthQuery } from '../webhooks/webhook-health.ts'
import {
  FilterTest,
  FilterTestResult,
  Recovery,
  RecoveryResult,
  SecretRotation,
  WebhookChange,
  WebhookCreate,
} from '../webhooks/webhook-requests.ts'
import {
  ChangedWebhook,
  Webhook,
  WebhookListQuery,
  WebhookPage,
  WebhookWithSecret,
  webhookParams,
} from '../webhooks/webhooks.ts'
import { bodyErrors, idempotencyErrors } from './request-errors.ts'

export const webhookOperations = {
  'webhooks.list': operation({
    method: 'GET',
    path: '/api/webhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    query: WebhookListQuery,
    success: { 200: { description: 'Oldest first', body: WebhookPage, headers: ['Link'] } },
    errors: ['invalid_cursor'],
  }),
  'webhooks.create': operation({
    method: 'POST',
    path: '/api/webhooks',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'Starts delivering events to `url`. The signing secret is returned only in this response.',
    query: NoQuery,
    body: WebhookCreate,
    success: {
      201: { description: 'Created', body: WebhookWithSecret, headers: ['Location', 'ETag'] },
    },
    errors: [...bodyErrors, ...idempotencyErrors, 'webhook_url_refused', 'webhook_limit_reached'],
    idempotencyKey: true,
  }),
  'webhooks.test_filter': operation({
    method: 'POST',
    path: '/api/webhooks/test-filter',
    tag: 'Webhooks',
    summary: 'Test a webhook filter',
    description:
      'Checks whether an event matches event types and filter. Nothing is stored or sent.',
    query: NoQuery,
    body: FilterTest,
    success: { 200: { description: 'Whether the event matches', body: FilterTestResult } },
    errors: [...bodyErrors, 'event_not_found'],
  }),
  'webhooks.health': operation({
    method: 'GET',
    path: '/api/webhooks/health',
    tag: 'Webhooks',
    summary: 'Get webhook health',
    description: 'Delivery counts, success rate and latency of each webhook in the last 24 hours.',
    query: WebhookHealthQuery,
    success: {
      200: {
        description: 'In the same order as the list of webhooks',
        body: WebhookHealthPage,
        headers: ['Link'],
      },
    },
    errors: ['invalid_cursor'],
  }),
  'webhooks.get': operation({
    method: 'GET',
    path: '/api/webhooks/{webhook}',
    tag: 'Webhooks',
    summary: 'Get a webhook',
    params: webhookParams,
    query: NoQuery,
    success: { 200: { description: 'The webhook', body: Webhook, headers: ['ETag'] } },
    errors: ['webhook_not_found'],
  }),
  'webhooks.change': operation({
    method: 'PATCH',
    path: '/api/webhooks/{webhook}',
    tag: 'Webhooks',
    summary: 'Update a webhook',
    description:
      'Partial update (JSON Merge Patch); `enabled` enables or disables it. Custom headers belong to the origin (scheme, host and port) of `url`. If the origin changes, stored headers are removed unless they are sent again in the same request; `dropped_header_names` lists them.',
    params: webhookParams,
    query: NoQuery,
    body: WebhookChange,
    success: {
      200: { description: 'The updated webhook', body: ChangedWebhook, headers: ['ETag'] },
    },
    errors: [...bodyErrors, 'webhook_not_found', 'version_mismatch', 'webhook_url_refused'],
    ifMatch: true,
  }),
  'webhooks.remove': operation({
    method: 'DELETE',
    path: '/api/webhooks/{webhook}',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Pending deliveries are canceled.',
    params: webhookParams,
    query: NoQuery,
    success: { 204: { description: 'Deleted' } },
    errors: ['webhook_not_found', 'version_mismatch'],
    ifMatch: true,
  }),
  'webhooks.rotate_secret': operation({
    method: 'POST',
    path: '/api/webhooks/{webhook}/rotate-secret',
    tag: 'Webhooks',
    summary: 'Rotate a webhook secret',
    description:
      'During `overlap_hours`, every delivery is signed with both secrets. The new secret is returned only in this response.',
    params: webhookParams,
    query: NoQuery,
    body: SecretRotation,
    success: {
      200: {
        description: 'The webhook with its new secret',
        body: WebhookWithSecret,
        headers: ['ETag'],
      },
    },
    errors: [...bodyErrors, ...idempotencyErrors, 'webhook_not_found'],
    idempotencyKey: true,
  }),
  'webhooks.test': operation({
    method: 'POST',
    path: '/api/webhooks/{webhook}/test',
    tag: 'Webhooks',
    summary: 'Send a test event',
    params: webhookParams,
    query: NoQuery,
    success: {
      202: { description: 'The delivery is queued', body: Delivery, headers: ['Location'] },
    },
    errors: [...idempotencyErrors, 'webhook_not_found', 'webhook_disabled'],
    idempotencyKey: true,
  }),
  'webhooks.recover': operation({
    method: 'POST',
    path: '/api/webhooks/{webhook}/recover',
    tag: 'Webhooks',
    summary: 'Recover missed deliveries',
    description:
      'Resends failed deliveries, or events that were never sent, of a time range. The message ID of an event stays the same, so receivers can deduplicate.',
    params: webhookParams,
    query: NoQuery,
    body: Recovery,
    success: { 200: { description: 'The number of deliveries', body: RecoveryResult } },
    errors: [...bodyErrors, ...idempotencyErrors, 'webhook_not_found', 'webhook_disabled'],
    idempotencyKey: true,
  }),
  'deliveries.list': operation({
    method: 'GET',
    path: '/api/webhooks/{webhook}/deliveries',
    tag: 'Webhooks',
    summary: 'List deliveries of a webhook',
    params: webhookParams,
    query: DeliveryListQuery,
    success: { 200: { description: 'Newest first', body: DeliveryPage, headers: ['Link'] } },
    errors: ['webhook_not_found', 'invalid_cursor'],
  }),
  'deliveries.log': operation({
    method: 'GET',
    path: '/api/deliveries',
    tag: 'Webhooks',
    summary: 'List deliveries',
    query: DeliveryLogQuery,
    success: { 200: { description: 'Newest first', body: DeliveryPage, headers: ['Link'] } },
    errors: ['webhook_not_found', 'task_not_found', 'invalid_cursor'],
  }),
  'deliveries.get': operation({
    method: 'GET',
    path: '/api/deliveries/{delivery}',
    tag: 'Webhooks',
    summary: 'Get a delivery and its attempts',
    params: deliveryParams,
    query: NoQuery,
    success: { 200: { description: 'The delivery', body: DeliveryWithAttempts } },
    errors: ['delivery_not_found'],
  }),
  'deliveries.resend': operation({
    method: 'POST',
    path: '/api/deliveries/{delivery}/resend',
    tag: 'Webhooks',
    summary: 'Resend a delivery',
    description: 'Sends immediately, whatever its status, and cancels a scheduled retry.',
    params: deliveryParams,
    query: NoQuery,
    success: {
      202: { description: 'The delivery is queued', body: Delivery, headers: ['Location'] },
    },
    errors: [...idempotencyErrors, 'delivery_not_found', 'webhook_disabled'],
    idempotencyKey: true,
  }),
} as const satisfies Record<string, Operation>
