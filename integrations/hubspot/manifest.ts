// What HubSpot tasks can do and what people enter to connect a HubSpot account.
import type { Manifest } from '@task-service/kit'

export const manifest: Manifest = {
  id: 'hubspot',
  version: '1.0.0',
  displayName: 'HubSpot',
  category: 'crm',
  summary: 'Tasks of a HubSpot account, both ways, with the contacts and deals they are about.',
  docsUrl: 'https://developers.hubspot.com/docs/api-reference/crm-tasks-v3/guide',
  config: [
    {
      name: 'portal_id',
      label: 'Hub ID',
      help: 'The number in the address of your HubSpot pages; links lead there.',
      kind: 'text',
      required: true,
      placeholder: '12345678',
    },
    {
      name: 'app_url',
      label: 'Address of the pages',
      help: 'European accounts: https://app-eu1.hubspot.com.',
      kind: 'url',
      required: true,
      default: 'https://app.hubspot.com',
    },
    {
      name: 'base_url',
      label: 'Address of the API',
      kind: 'url',
      required: true,
      default: 'https://api.hubapi.com',
    },
  ],
  secrets: [
    {
      name: 'token',
      label: 'Access token of a private app',
      help: 'Scopes: crm.objects.contacts.read and .write, crm.objects.owners.read; crm.objects.deals.read to show deals.',
      required: true,
      url: 'https://app.hubspot.com/l/private-apps',
    },
    {
      name: 'client_secret',
      label: 'Client secret of the private app',
      help: 'Only for webhooks: HubSpot signs them with it.',
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
      lossy: 'HubSpot stores HTML. Tables become lines of text when they are edited in HubSpot.',
      maxLength: 60_000,
    },
    status: { access: 'readwrite', remote: 'hs_task_status' },
    priority: { access: 'readwrite', remote: 'hs_task_priority' },
    assignee: { access: 'readwrite', remote: 'hubspot_owner_id' },
    labels: { access: 'none', remote: '–' },
    due_at: {
      access: 'readwrite',
      remote: 'hs_timestamp',
      lossy: 'HubSpot requires a date. A task without one gets its creation time.',
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
