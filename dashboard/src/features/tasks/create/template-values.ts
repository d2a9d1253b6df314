// The values of a template for a new task, and those of a task for a new template.
import type { Task, TaskCreate, TemplateTask } from '@task-service/contract'

export type NewTask = Omit<TaskCreate, 'title'> & { startNow?: boolean }

const HOUR_MS = 3_600_000

/** What the template does not say stays as it was. The due date is counted from now. */
export function draftFrom(
  { due_in: dueIn, ...values }: TemplateTask,
  draft: NewTask,
  now: Date,
): NewTask & { title: string } {
  return { ...draft, ...values, ...(dueIn && { due_at: addSpan(dueIn, now).toISOString() }) }
}

/** The task to start from again, with what was chosen beside the title. What a template filled in is not part of it. */
export function withChosen(start: NewTask, before: NewTask, after: NewTask): NewTask {
  const chosen = Object.entries(after).filter(
    ([name, value]) => before[name as keyof NewTask] !== value, // a name of `after`
  )
  return { ...start, ...Object.fromEntries(chosen) }
}

/** Days and weeks keep the time of day. */
function addSpan(span: string, from: Date): Date {
  const count = Number(span.slice(0, -1))
  if (span.endsWith('h')) return new Date(from.getTime() + count * HOUR_MS)
  const at = new Date(from)
  at.setDate(at.getDate() + count * (span.endsWith('w') ? 7 : 1))
  return at
}

/** Without what belongs to this task alone: status, due date, links and results. */
export function templateOf(task: Task): TemplateTask {
  const { title, description, priority, queue, labels, assignee, delegate, fields } = task
  return {
    title,
    priority,
    queue,
    ...(description !== '' && { description }),
    ...(labels.length > 0 && { labels }),
    ...(assignee !== null && { assignee }),
    ...(delegate !== null && { delegate }),
    ...(Object.keys(fields).length > 0 && { fields }),
  }
}
