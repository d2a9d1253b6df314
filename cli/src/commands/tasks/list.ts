// `tasks list`
import type { CommandRun } from '#cli/program/command-run.ts'
import { pageQuery, printList } from '#cli/terminal/print-list.ts'
import { taskQuery } from './task-query.ts'
import { taskColumns } from './task-view.ts'

export async function list(run: CommandRun): Promise<void> {
  const query = { ...taskQuery(run.input), ...pageQuery(run.input) }
  const client = await run.client()
  await printList(run, { list: client.tasks.list(query), columns: taskColumns, noun: 'tasks' })
}
