// Tasks for people: rows of a list, all properties, and one line about a change.
import type { Comment, Task } from '@task-service/sdk'
import { describeTime } from '#cli/terminal/describe-time.ts'
import { neutralize, neutralizeLine, printJson } from '#cli/terminal/neutralize.ts'
import type { Output } from '#cli/terminal/output.ts'
import { colorOfState } from '#cli/terminal/paint.ts'
import { type Column, printFields } from '#cli/terminal/table.ts'

export const taskColumns: readonly Column<Task>[] = [
  { title: 'TASK', value: ({ number }) => `T-${number}`, color: () => 'cyan' },
  { title: 'STATUS', value: ({ status }) => status, color: ({ status }) => colorOfState(status) },
  {
    title: 'PRIORITY',
    value: (task) => task.priority,
    color: (task) => colorOfState(task.priority),
  },
  { title: 'TITLE', value: ({ title }) => title, isFlexible: true },
  { title: 'QUEUE', value: ({ queue }) => queue, isOptional: true },
  { title: 'ASSIGNEE', value: (task) => task.assignee ?? task.delegate, isOptional: true },
  { title: 'UPDATED', value: (task) => describeTime(task.updated_at), isOptional: true },
]

/** `Created T-142 Call the supplier (ready)` */
export async function printChange(output: Output, verb: string, task: Task): Promise<void> {
  const status = output.paint(colorOfState(task.status), task.status)
  const name = output.paint('bold', `T-${task.number}`)
  await output.result(task, `${verb} ${name} ${neutralizeLine(task.title)} (${status})`)
}

export function printTask(task: Task, { paint }: Output): string[] {
  const reference = task.source === null ? null : `${task.source} ${task.external_id}`
  const fields = printFields(
    [
      ['Status', task.status],
      ['Priority', task.priority],
      ['Queue', task.queue],
      ['Labels', task.labels.join(', ')],
      ['Assignee', task.assignee],
      ['Agent', task.delegate],
      ['Due', task.due_at],
      ['Not before', task.not_before],
      ['Parent', task.parent_id],
      ['Blocked by', task.blocked_by?.join(', ')],
      ['Reference', reference],
      ['Created', `${task.created_at} (${describeTime(task.created_at)})`],
      ['Updated', `${task.updated_at} (${describeTime(task.updated_at)})`],
      ['Completed', task.completed_at],
      ['Version', task.version],
      ['ID', task.id],
    ],
    paint,
  )
  const title = paint('bold', `T-${task.number} ${neutralizeLine(task.title)}`)
  return [
    title,
    ...fields,
    ...section('Description', task.description === '' ? undefined : task.description, paint),
    ...section('Fields', Object.keys(task.fields).length === 0 ? null : task.fields, paint),
    ...section('Input', task.input, paint),
    ...section('Result', task.result, paint),
  ]
}

export function printComment(comment: Comment, { paint }: Output): string[] {
  const head = `${comment.author.kind} ${comment.author.id}, ${describeTime(comment.created_at)}`
  return ['', paint('dim', neutralizeLine(head)), neutralize(comment.body)]
}

function section(name: string, value: unknown, paint: Output['paint']): string[] {
  if (value === undefined || value === null) return []
  const text = typeof value === 'string' ? value : printJson(value, 2)
  return ['', paint('dim', name), neutralize(text)]
}
