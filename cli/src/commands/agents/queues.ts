// `tasks queues list`
import type { QueueState } from '@task-service/sdk'
import type { CommandRun } from '#cli/program/command-run.ts'
import { describeTime } from '#cli/terminal/describe-time.ts'
import { printList } from '#cli/terminal/print-list.ts'
import type { Column } from '#cli/terminal/table.ts'

const columns: readonly Column<QueueState>[] = [
  { title: 'QUEUE', value: ({ name }) => name, isFlexible: true },
  { title: 'READY', value: ({ ready }) => ready },
  { title: 'OLDEST', value: (row) => describeTime(row.oldest_ready_at) },
  { title: 'SCHEDULED', value: ({ scheduled }) => scheduled, isOptional: true },
  { title: 'WORKING', value: (row) => row.working_runs },
  { title: 'PARKED', value: (row) => row.parked_runs, isOptional: true },
  { title: 'AGENTS', value: ({ agents }) => agents, isOptional: true },
]

export async function queuesList(run: CommandRun): Promise<void> {
  const client = await run.client()
  await printList(run, { list: client.queues.list(), columns, noun: 'queues' })
}
