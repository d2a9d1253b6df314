// What Redmine can do and what people enter to connect a project of it.
import type { Manifest } from '@task-service/kit'

export const manifest: Manifest = {
  id: 'redmine',
  version: '1.0.0',
  displayName: 'Redmine',
  category: 'issue-tracker',
  summary:
    'Syncs issues of a project with tasks, both ways, including status, priority, assignee and notes.',
  docsUrl: 'https://www.redmine.org/projects/redmine/wiki/Rest_api',
  config: [
    {
      name: 'url',
      label: 'URL',
      help: 'URL of Redmine as you open it in the browser, including the path if it has one.',
      kind: 'url',
      required: true,
      placeholder: 'https://redmine.example.com',
    },
    {
      name: 'project',
      label: 'Project',
      help: 'Project identifier, as in the URL of the project. Subprojects are not included.',
      kind: 'choice',
      required: true,
      discover: 'containers',
    },
    {
      name: 'text_format',
      label: 'Text formatting',
      help: 'See Administration → Settings → General. Only Markdown keeps its formatting in tasks.',
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
      help: 'My account → API access key → Show. Use a dedicated account that people recognize as the integration.',
      required: true,
    },
    {
      name: 'webhook_secret',
      label: 'Webhook secret',
      help: 'For Redmine 7 and newer: enter it in Redmine together with the webhook URL, for issues created, updated and deleted.',
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
      lossy: 'Textile is not converted to Markdown.',
    },
    status: {
      access: 'readwrite',
      remote: 'Status',
      lossy: 'The workflow of the tracker decides which status changes are allowed.',
    },
    priority: { access: 'readwrite', remote: 'Priority' },
    assignee: {
      access: 'readwrite',
      remote: 'Assignee',
      lossy: 'Only members of the project can be assigned.',
    },
    labels: { access: 'none', remote: '–' },
    due_at: {
      access: 'readwrite',
      remote: 'Due date',
      lossy: 'Only the date is synced, without a time.',
    },
  },
  rateLimit: { concurrency: 4 },
  evidence: 'real server',
  pollSeconds: 60,
}
