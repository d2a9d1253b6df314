// What GitHub Issues can do and what people enter to connect a repository.
import type { Manifest } from '@task-service/kit'

/** Fields that an issue lacks are named as such: a change of one is reported as skipped, never lost in silence. */
const none = (remote: string): { access: 'none'; remote: string } => ({ access: 'none', remote })

export const manifest: Manifest = {
  id: 'github',
  version: '1.0.0',
  displayName: 'GitHub Issues',
  category: 'issue-tracker',
  summary: 'Issues of one repository as tasks, with labels, assignee and comments, both ways.',
  docsUrl: 'https://docs.github.com/rest/issues',
  config: [
    {
      name: 'base_url',
      label: 'Address of the API',
      help: 'GitHub Enterprise Server: https://<host>/api/v3.',
      kind: 'url',
      required: true,
      default: 'https://api.github.com',
    },
    {
      name: 'owner',
      label: 'Owner',
      help: 'The account or organization that owns the repository.',
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
      help: 'Fine-grained, for this repository: Issues read and write; Webhooks read and write if changes are to arrive at once.',
      required: true,
      url: 'https://github.com/settings/personal-access-tokens/new',
    },
    {
      name: 'webhook_secret',
      label: 'Secret of the webhook',
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
      lossy: 'Of several assignees only the first is seen; a change made here replaces them all.',
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
