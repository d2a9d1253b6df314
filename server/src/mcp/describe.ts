// Compact views of tasks, comments and answers for a model: facts in `data`, text of others labeled.
import type { Answer, Comment, Task } from '@task-service/contract'
import { type Labels, provenanceOfComment, provenanceOfTask } from './labels.ts'

/** One line of a list. */
export function describeTask(task: Task, path: string, labels: Labels): Record<string, unknown> {
  const from = provenanceOfTask(task)
  labels.add(`${path}/title`, from, task.title)
  // People choose their names in the systems that tasks come from.
  labels.add(`${path}/assignee`, from, task.assignee ?? '')
  const { id, number, status, priority, queue, delegate, due_at, updated_at } = task
  const facts = { delegate, due_at }
  const known = Object.entries(facts).filter(([, value]) => value !== null)
  return { id, number, status, priority, queue, ...Object.fromEntries(known), updated_at }
}

export function describeWholeTask(
  task: Task,
  path: string,
  labels: Labels,
  { offset = 0 } = {},
): Record<string, unknown> {
  const line = describeTask(task, path, labels)
  const from = provenanceOfTask(task)
  labels.add(`${path}/description`, from, task.description, { offset })
  labels.addJson(`${path}/labels`, from, task.labels)
  labels.addJson(`${path}/input`, from, task.input)
  labels.addJson(`${path}/fields`, from, task.fields)
  labels.addJson(
    `${path}/result`,
    { source: 'agent', author: task.delegate ?? 'unknown' },
    task.result,
  )
  // Keys of rows and URLs are chosen by those who write in the source.
  labels.add(`${path}/origin/external_id`, from, task.origin.external_id ?? '')
  labels.add(`${path}/origin/url`, from, task.origin.url ?? '')
  const { parent_id, blocked_by, output_schema, version, created_at } = task
  const { kind, integration_id } = task.origin
  return {
    ...line,
    ...(parent_id && { parent_id }),
    ...(blocked_by && { blocked_by }),
    ...(output_schema && { output_schema }),
    origin: { kind, ...(integration_id && { integration_id }) },
    version,
    created_at,
  }
}

export function describeComment(
  comment: Comment,
  path: string,
  labels: Labels,
): Record<string, unknown> {
  labels.add(`${path}/body`, provenanceOfComment(comment), comment.body)
  const { id, author, created_at } = comment
  return { id, author, created_at }
}

/** The answer of a signed-in person is trusted; one given through a link is from anyone who has the link. */
export function describeAnswers(
  answers: readonly Answer[],
  labels: Labels,
): Record<string, unknown>[] {
  return answers.map(({ question_id, answer, note, answered_by, answered_at }, index) => {
    const facts = { question_id, answered_by, answered_at }
    if (answered_by?.kind === 'user') return { ...facts, answer, ...(note !== null && { note }) }
    const from = { source: answered_by?.kind ?? 'timeout policy', author: answered_by?.id ?? '' }
    labels.addJson(`/answers/${index}/answer`, from, answer)
    labels.add(`/answers/${index}/note`, from, note ?? '')
    return facts
  })
}
