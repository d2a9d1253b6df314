// What GitHub Issues can do and what people enter to connect a repository.
import type { Manifest } from '@task-service/kit'

/** Fields that an issue lacks are named as such: a change of one is reported as skipped, never lost in silence. */
const none = (remote: string): { access: 'none'; remote: string } => ({ access: 'none', remote })

export const manifest: Manifest = {
  id: 'github',
  version: '1.0.0',
  displayName: 'GitHub Issues',
  category: 'issue-tracker',
  summary:
    'Syncs issues of a repository with tasks, both ways, including labels, assignee and comments.',
  docsUrl: 'https://docs.github.com/rest/issues',
  config: [
    {
      name: 'base_url',
      label: 'API URL',
      help: 'For GitHub Enterprise Server: https://<host>/api/v3.',
      kind: 'url',
      required: true,
      default: 'https://api.github.com',
    },
    {
      name: 'owner',
      label: 'Owner',
      help: 'User or organization that owns the repository.',
      kind: 'text',
      required: true,
      placeholder: 'acme',
    },
    { name: 'repo', label: 'Repository', kind: 'text', required: true, placeholder: 'service' },
  ],
  secrets: [
    {
      name: 'token',
      label: 'Personal access token',
      help: 'Fine-grained token for this repository with the permission Issues (read and write). Add Webhooks (read and write) to receive changes immediately.',
      required: true,
      url: 'https://github.com/settings/personal-access-tokens/new',
    },
    {
      name: 'webhook_secret',
      label: 'Webhook secret',
      required: false,
      generated: true,
    },
  ],
  capabilities: {
    pull: 'incremental',
    deletes: 'sweep',
    comments: 'readwrite',
    create: true,
    idempotentCreate: 'marker',
    optimisticLock: false,
    webhooks: 'automatic',
    textFormat: 'markdown',
    cursorResolutionMs: 1_000,
    overlapMs: 10_000,
  },
  fields: {
    title: { access: 'readwrite', remote: 'title', maxLength: 256 },
    // Leaves space for the comment that marks issues we created.
    description: { access: 'readwrite', remote: 'body', maxLength: 65_000 },
    status: { access: 'readwrite', remote: 'state, state_reason' },
    priority: none('–'),
    assignee: {
      access: 'readwrite',
      remote: 'assignees',
      lossy:
        'Only the first of several assignees is imported; a change of the assignee replaces them all.',
    },
    labels: { access: 'readwrite', remote: 'labels' },
    due_at: none('–'),
  },
  rateLimit: {
    // GitHub asks for one request after the other and a second between writes.
    concurrency: 1,
    minWriteGapMs: 1_000,
    headers: [
      {
        remaining: 'x-ratelimit-remaining',
        reset: { header: 'x-ratelimit-reset', unit: 'epoch_seconds' },
      },
    ],
  },
  evidence: 'vendor contract',
  pollSeconds: 60,
}
