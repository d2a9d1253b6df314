// `tasks delete`
import { CommandError } from '#cli/program/command-error.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { confirm, isAskable } from '#cli/terminal/prompt.ts'

export async function deleteTask(run: CommandRun): Promise<void> {
  const { input, output } = run
  const isConfirmed = input.flag('yes')
  if (!isConfirmed && !isAskable()) {
    throw new CommandError(
      'usage',
      'Deleting needs a confirmation, and there is no terminal.',
      'Add --yes.',
    )
  }
  const client = await run.client()
  const task = await client.tasks.get(input.arg(0))
  const name = `T-${task.number} ${neutralizeLine(task.title)}`
  if (!isConfirmed && !(await confirm(`Delete ${name} and its comments?`))) {
    throw new CommandError('interrupted', 'Nothing was deleted.')
  }
  await client.tasks.delete(task.id, { ifMatch: input.count('ifMatch') })
  await output.result({ deleted: task.id }, `Deleted ${name}`)
}
