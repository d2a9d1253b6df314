// `tasks edit`
import { CommandError } from '#cli/program/command-error.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import { readJsonObject } from '#cli/program/read-stdin.ts'
import { requireChange, taskBody } from './task-body.ts'
import { printChange } from './task-view.ts'

export async function edit(run: CommandRun): Promise<void> {
  const { input, output } = run
  const [task = '', patch] = input.args
  if (patch !== undefined && patch !== '-') {
    throw new CommandError(
      'usage',
      `The patch must be -, got "${patch}".`,
      'Options set single fields, such as --title.',
    )
  }
  const given = patch === '-' ? await readJsonObject('changes') : {}
  const body = { ...given, ...taskBody(input) }
  requireChange(body)
  const client = await run.client()
  // The server checks every field.
  const changed = await client.tasks.update(task, body, {
    ifMatch: input.count('ifMatch'),
  })
  await printChange(output, 'Updated', changed)
}
