// `tasks create`
import type { TaskCreate } from '@task-service/sdk'
import { CommandError } from '#cli/program/command-error.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import { readJsonObject } from '#cli/program/read-stdin.ts'
import { taskBody } from './task-body.ts'
import { printChange } from './task-view.ts'

export async function create(run: CommandRun): Promise<void> {
  const { input, output } = run
  const title = input.args[0]
  if (title === undefined) {
    throw new CommandError(
      'usage',
      'The title is missing.',
      'Run: tasks create "Call the supplier"',
    )
  }
  const given = title === '-' ? await readJsonObject('a task') : { title }
  const fields: object = { ...given, ...taskBody(input) }
  const body = fields as TaskCreate // the server checks every field
  const client = await run.client()
  const task = await client.tasks.create(body, { idempotencyKey: input.text('idempotencyKey') })
  await printChange(output, 'Created', task)
}
