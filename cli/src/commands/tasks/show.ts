// `tasks show`
import type { CommandRun } from '#cli/program/command-run.ts'
import { printComment, printTask } from './task-view.ts'

const COMMENTS_MAX = 200

export async function show(run: CommandRun): Promise<void> {
  const { input, output } = run
  const client = await run.client()
  const task = await client.tasks.get(input.arg(0))
  if (!input.flag('comments')) {
    await output.result(task, ...printTask(task, output))
    return
  }
  const comments = await client.comments.list(task.id).toArray({ limit: COMMENTS_MAX })
  const lines = comments.flatMap((comment) => printComment(comment, output))
  await output.result({ ...task, comments }, ...printTask(task, output), ...lines)
  if (comments.length === COMMENTS_MAX) output.note(`Showing ${COMMENTS_MAX} comments.`)
}
