// Events, webhooks and deliveries.
import type { CommandSpec, OptionSpec } from '#cli/program/command-spec.ts'
import { idempotencyOption, limitOptions } from './shared-options.ts'

const types: OptionSpec = {
  flags: '--type <type>',
  text: 'only these types, such as task.completed or task.*',
  isList: true,
}

export const eventCommands: readonly CommandSpec[] = [
  {
    name: 'events tail',
    summary: 'Follow the events.',
    details:
      'Starts with new events, continues after lost connections, and ends with Ctrl+C. The last line on standard error is the position to continue from.',
    options: [
      types,
      {
        flags: '--after <position>',
        text: 'continue after this position; "start" for the oldest event',
      },
      { flags: '-n, --limit <count>', text: 'end after this many events', isCount: true },
    ],
    json: 'lines',
    examples: [
      'tasks events tail --type task.*',
      'tasks events tail --after start --json | jq -r .type',
    ],
    load: async () => (await import('#cli/commands/events/tail.ts')).tail,
  },
  {
    name: 'webhooks list',
    summary: 'List webhooks.',
    options: limitOptions,
    json: 'document',
    examples: ['tasks webhooks list'],
    load: async () => (await import('#cli/commands/webhooks/webhooks.ts')).webhooksList,
  },
  {
    name: 'webhooks create',
    args: '<url>',
    summary: 'Create a webhook and print its signing secret once.',
    options: [
      { flags: '-e, --events <type>', text: 'event types; default: all', isList: true },
      { flags: '-d, --description <text>', text: 'description' },
      {
        flags: '--filter <path=value>',
        text: 'allowed value of a path, such as data.queue=support',
        isList: true,
      },
      {
        flags: '--ordering <ordering>',
        text: 'task: the events of each task in order',
        choices: ['none', 'task'],
      },
      idempotencyOption,
    ],
    json: 'document',
    examples: [
      "tasks webhooks create https://example.com/hooks -e 'task.*' -e comment.created",
      'tasks webhooks create https://example.com/hooks --filter data.queue=support',
    ],
    load: async () => (await import('#cli/commands/webhooks/webhooks.ts')).webhooksCreate,
  },
  {
    name: 'webhooks listen',
    summary: 'Forward events to a program on your computer, signed like real webhooks.',
    details:
      'Needs no public URL and changes nothing on the server. While your program is down, events wait and are sent when it is back. The signing secret belongs to this computer and stays the same; TASKS_WEBHOOK_SECRET overrides it.',
    options: [
      {
        flags: '-f, --forward-to <url>',
        text: 'URL of your program, such as localhost:3000/hooks',
      },
      { flags: '-e, --events <type>', text: 'event types; default: all', isList: true },
      {
        flags: '--after <position>',
        text: 'start after this position; "start" for the oldest event',
      },
      { flags: '--resume', text: 'start where the last listen for this URL ended' },
      { flags: '--print-secret', text: 'print the signing secret and exit' },
      { flags: '-n, --limit <count>', text: 'end after this many events', isCount: true },
    ],
    json: 'lines',
    examples: [
      "tasks webhooks listen --forward-to localhost:3000/hooks --events 'task.*'",
      'WEBHOOK_SECRET=$(tasks webhooks listen --print-secret) node server.js',
    ],
    load: async () => (await import('#cli/commands/webhooks/listen.ts')).listen,
  },
  {
    name: 'deliveries list',
    summary: 'List webhook deliveries.',
    options: [
      { flags: '--webhook <id>', text: 'of this webhook' },
      { flags: '--task <task>', text: 'about this task' },
      {
        flags: '-s, --status <status>',
        text: 'with any of these statuses',
        choices: ['pending', 'delivered', 'failed', 'canceled'],
        isList: true,
      },
      { flags: '--type <type>', text: 'of this event type' },
      { flags: '--since <time>', text: 'of events at or after this time' },
      { flags: '--until <time>', text: 'of events before this time' },
      ...limitOptions,
    ],
    json: 'document',
    examples: ['tasks deliveries list --status failed', 'tasks deliveries list --task T-142'],
    load: async () => (await import('#cli/commands/webhooks/deliveries.ts')).deliveriesList,
  },
  {
    name: 'deliveries resend',
    args: '<delivery...>',
    summary: 'Send deliveries again.',
    options: [idempotencyOption],
    json: 'document',
    examples: ['tasks deliveries resend dlv_019301a2b3c47d5e8f90a1b2c3d4e5f6'],
    load: async () => (await import('#cli/commands/webhooks/deliveries.ts')).deliveriesResend,
  },
]
