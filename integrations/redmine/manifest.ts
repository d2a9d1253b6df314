// What Redmine can do and what people enter to connect a project of it.
import type { Manifest } from '@task-service/kit'

export const manifest: Manifest = {
  id: 'redmine',
  version: '1.0.0',
  displayName: 'Redmine',
  category: 'issue-tracker',
  summary: 'Issues of one project as tasks, with status, priority, assignee and notes, both ways.',
  docsUrl: 'https://www.redmine.org/projects/redmine/wiki/Rest_api',
  config: [
    {
      name: 'url',
      label: 'Address',
      help: 'As you open Redmine in the browser, with the folder if it lies in one.',
      kind: 'url',
      required: true,
      placeholder: 'https://redmine.example.com',
    },
    {
      name: 'project',
      label: 'Project',
      help: 'Its identifier, as in the address of its page. Subprojects are not included.',
      kind: 'choice',
      required: true,
      discover: 'containers',
    },
    {
      name: 'text_format',
      label: 'Text formatting',
      help: 'Administration → Settings → General. Only Markdown comes over as it looks there.',
      kind: 'choice',
      required: true,
      default: 'markdown',
      choices: [
        { value: 'markdown', label: 'CommonMark or Markdown' },
        { value: 'textile', label: 'Textile' },
      ],
    },
  ],
  secrets: [
    {
      name: 'api_key',
      label: 'API access key',
      help: 'My account → API access key → Show. Use a separate account, so that people recognize changes by Task Service.',
      required: true,
    },
    {
      name: 'webhook_secret',
      label: 'Secret of the webhook',
      help: 'Redmine 7 and newer: enter it there with the address of the webhook, for issues created, updated and deleted.',
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
    webhooks: 'manual',
    textFormat: 'markdown',
    cursorResolutionMs: 1_000,
    // A change gets its time before it is committed.
    overlapMs: 60_000,
  },
  fields: {
    title: { access: 'readwrite', remote: 'Subject', maxLength: 255 },
    description: {
      access: 'readwrite',
      remote: 'Description',
      lossy: 'Textile arrives as it is written, not as Markdown.',
    },
    status: {
      access: 'readwrite',
      remote: 'Status',
      lossy: 'The workflow of the tracker decides which changes are taken.',
    },
    priority: { access: 'readwrite', remote: 'Priority' },
    assignee: {
      access: 'readwrite',
      remote: 'Assignee',
      lossy: 'Only members of the project can be assigned.',
    },
    labels: { access: 'none', remote: 'Redmine has none' },
    due_at: { access: 'readwrite', remote: 'Due date', lossy: 'A day without a time.' },
  },
  rateLimit: { concurrency: 4 },
  evidence: 'real server',
  pollSeconds: 60,
}
