// The manifest: what users enter, what the integration can do, and which fields it supports.
import type { Manifest } from '@task-service/kit'

export const manifest: Manifest = {
  id: 'example',
  version: '0.1.0',
  displayName: 'Example',
  category: 'issue-tracker',
  summary: 'Sync the items of one Example server as tasks, both ways.',
  config: [
    {
      name: 'base_url',
      label: 'URL',
      kind: 'url',
      required: true,
      placeholder: 'https://example.company.com',
    },
  ],
  secrets: [
    { name: 'token', label: 'Access token', required: true, help: 'Settings → Access → New token' },
  ],
  capabilities: {
    pull: 'incremental',
    deletes: 'sweep',
    comments: 'readwrite',
    create: true,
    idempotentCreate: 'clientId',
    optimisticLock: true,
    webhooks: 'none',
    textFormat: 'markdown',
    cursorResolutionMs: 1,
    overlapMs: 1,
  },
  fields: {
    title: { access: 'readwrite', remote: 'title', maxLength: 200 },
    description: { access: 'readwrite', remote: 'text' },
    status: { access: 'readwrite', remote: 'state' },
  },
  rateLimit: { concurrency: 2 },
  evidence: 'untested live',
  pollSeconds: 60,
}
