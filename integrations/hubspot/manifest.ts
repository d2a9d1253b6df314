// What HubSpot tasks can do and what people enter to connect a HubSpot account.
import type { Manifest } from '@task-service/kit'

export const manifest: Manifest = {
  id: 'hubspot',
  version: '1.0.0',
  displayName: 'HubSpot',
  category: 'crm',
  summary: 'Syncs tasks of a HubSpot account, both ways, and shows their contacts and deals.',
  docsUrl: 'https://developers.hubspot.com/docs/api-reference/crm-tasks-v3/guide',
  config: [
    {
      name: 'portal_id',
      label: 'Hub ID',
      help: 'The number in the URL of your HubSpot pages; used for links.',
      kind: 'text',
      required: true,
      placeholder: '12345678',
    },
    {
      name: 'app_url',
      label: 'App URL',
      help: 'For European accounts: https://app-eu1.hubspot.com.',
      kind: 'url',
      required: true,
      default: 'https://app.hubspot.com',
    },
    {
      name: 'base_url',
      label: 'API URL',
      kind: 'url',
      required: true,
      default: 'https://api.hubapi.com',
    },
  ],
  secrets: [
    {
      name: 'token',
      label: 'Private app access token',
      help: 'Required scopes: crm.objects.contacts.read, crm.objects.contacts.write and crm.objects.owners.read. Add crm.objects.deals.read to show deals.',
      required: true,
      url: 'https://app.hubspot.com/l/private-apps',
    },
    {
      name: 'client_secret',
      label: 'Private app client secret',
      help: 'Only for webhooks: HubSpot signs them with this secret.',
      required: false,
    },
  ],
  capabilities: {
    pull: 'incremental',
    deletes: 'sweep',
    comments: 'none',
    create: true,
    idempotentCreate: 'marker',
    optimisticLock: false,
    webhooks: 'manual',
    textFormat: 'html',
    cursorResolutionMs: 1,
    // The index that is searched lags behind by seconds.
    overlapMs: 30_000,
  },
  fields: {
    title: { access: 'readwrite', remote: 'hs_task_subject' },
    description: {
      access: 'readwrite',
      remote: 'hs_task_body',
      lossy: 'HubSpot stores HTML; tables become plain lines when they are edited in HubSpot.',
      maxLength: 60_000,
    },
    status: { access: 'readwrite', remote: 'hs_task_status' },
    priority: { access: 'readwrite', remote: 'hs_task_priority' },
    assignee: { access: 'readwrite', remote: 'hubspot_owner_id' },
    labels: { access: 'none', remote: '–' },
    due_at: {
      access: 'readwrite',
      remote: 'hs_timestamp',
      lossy: 'HubSpot requires a due date: tasks without one get their creation time.',
    },
  },
  rateLimit: {
    concurrency: 1,
    // Of accounts without an add-on; the lower limit of searches is reported by 429 only.
    window: { requests: 90, ms: 10_000 },
    headers: [
      {
        remaining: 'x-hubspot-ratelimit-remaining',
        reset: { header: 'x-hubspot-ratelimit-interval-milliseconds', unit: 'milliseconds' },
      },
    ],
  },
  evidence: 'vendor SDK',
  pollSeconds: 60,
}
