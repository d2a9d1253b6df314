// `tasks deliveries list` and `resend`
import type { Delivery, DeliveryLogQuery } from '@task-service/sdk'
import { readTime } from '#cli/commands/tasks/read-time.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import type { ExitName } from '#cli/program/exit-codes.ts'
import { describeTime } from '#cli/terminal/describe-time.ts'
import { colorOfState } from '#cli/terminal/paint.ts'
import { pageQuery, printList } from '#cli/terminal/print-list.ts'
import type { Column } from '#cli/terminal/table.ts'

const columns: readonly Column<Delivery>[] = [
  { title: 'DELIVERY', value: ({ id }) => id },
  { title: 'STATUS', value: ({ status }) => status, color: ({ status }) => colorOfState(status) },
  { title: 'EVENT', value: (row) => row.event_type, isFlexible: true },
  { title: 'CODE', value: (row) => row.status_code ?? row.error },
  { title: 'ATTEMPTS', value: (row) => row.attempt_count },
  {
    title: 'TASK',
    value: ({ task_number: task }) => (task === null ? null : `T-${task}`),
    isOptional: true,
  },
  { title: 'LAST ATTEMPT', value: (row) => describeTime(row.attempted_at), isOptional: true },
  { title: 'WEBHOOK', value: (row) => row.webhook_id, isOptional: true },
]

export async function deliveriesList(run: CommandRun): Promise<void> {
  const { input } = run
  const query = {
    ...pageQuery(input),
    webhook: input.text('webhook'),
    task: input.text('task'),
    status: input.texts('status'),
    event_type: input.text('type'),
    since: readTime(input.text('since'), '--since'),
    until: readTime(input.text('until'), '--until'),
  } as DeliveryLogQuery // choices were checked by the parser
  const client = await run.client()
  await printList(run, { list: client.deliveries.log(query), columns, noun: 'deliveries' })
}

export async function deliveriesResend(run: CommandRun): Promise<ExitName> {
  const { input, output } = run
  const client = await run.client()
  const options = { idempotencyKey: input.text('idempotencyKey') }
  const result = await client.deliveries.resendMany({ deliveries: [...input.args] }, options)
  const skipped = result.skipped.map(({ delivery_id: id, code }) => `Skipped ${id}: ${code}`)
  await output.result(result, `Resending ${result.count} deliveries.`, ...skipped)
  if (result.skipped.length === 0) return 'ok'
  return result.skipped.every(({ code }) => code === 'delivery_not_found')
    ? 'not_found'
    : 'rejected'
}
