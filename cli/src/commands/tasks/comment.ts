// `tasks comment`
import type { CommandRun } from '#cli/program/command-run.ts'
import { readStdin } from '#cli/program/read-stdin.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'

export async function comment(run: CommandRun): Promise<void> {
  const { input, output } = run
  const [task = '', text = ''] = input.args
  const body = text === '-' ? (await readStdin('a comment')).trimEnd() : text
  const client = await run.client()
  const options = { idempotencyKey: input.text('idempotencyKey') }
  const created = await client.comments.create(task, { body }, options)
  await output.result(created, `Commented on ${neutralizeLine(task)} (${created.id})`)
}
