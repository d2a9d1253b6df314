// `tasks webhooks list` and `create`
import type { EventTypeSelector, Ordering, Webhook } from '@task-service/sdk'
import type { CommandRun } from '#cli/program/command-run.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { pageQuery, printList } from '#cli/terminal/print-list.ts'
import type { Column } from '#cli/terminal/table.ts'

const columns: readonly Column<Webhook>[] = [
  { title: 'WEBHOOK', value: ({ id }) => id },
  {
    title: 'STATE',
    value: stateOf,
    color: (row) => (stateOf(row) === 'enabled' ? 'green' : 'red'),
  },
  { title: 'URL', value: ({ url }) => url, isFlexible: true },
  { title: 'EVENTS', value: (row) => row.event_types.join(', ') || 'all', isOptional: true },
  { title: 'DESCRIPTION', value: ({ description }) => description, isOptional: true },
]

function stateOf(webhook: Webhook): string {
  if (!webhook.enabled) return `disabled (${webhook.disabled_reason ?? 'manual'})`
  return webhook.failing_since === null ? 'enabled' : 'failing'
}

export async function webhooksList(run: CommandRun): Promise<void> {
  const query = pageQuery(run.input)
  const client = await run.client()
  await printList(run, { list: client.webhooks.list(query), columns, noun: 'webhooks' })
}

export async function webhooksCreate(run: CommandRun): Promise<void> {
  const { input, output } = run
  const filter: Record<string, string[]> = {}
  for (const [path, value] of input.pairs('filter', '--filter')) (filter[path] ??= []).push(value)
  const client = await run.client()
  const webhook = await client.webhooks.create(
    {
      url: input.arg(0),
      description: input.text('description'),
      event_types: input.texts('events') as EventTypeSelector[] | undefined, // the server checks them
      ordering: input.text('ordering') as Ordering | undefined, // checked by the parser
      ...(input.has('filter') && { filter }),
    },
    { idempotencyKey: input.text('idempotencyKey') },
  )
  await output.result(
    webhook,
    `Created webhook ${webhook.id} for ${neutralizeLine(webhook.url)}`,
    `Signing secret (shown only once): ${webhook.secret ?? 'returned by the first request with this key'}`,
  )
}
