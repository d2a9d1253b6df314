// Compact views of tasks, comments and decisions for a model: facts in `data`, text of others labeled.
import { type Answer, type Comment, type Rejection, Task } from '@task-service/contract'
import {
  isEmpty,
  type Labels,
  provenanceOfActor,
  provenanceOfResult,
  provenanceOfTask,
} from './labels.ts'

/** One line of a list. */
export function describeTask(task: Task, path: string, labels: Labels): Record<string, unknown> {
  const from = provenanceOfTask(task)
  labels.add(`${path}/title`, from, task.title)
  // People choose their names in the systems that tasks come from, and a delegate need not be an agent that exists.
  labels.add(`${path}/assignee`, from, task.assignee ?? '')
  labels.add(`${path}/delegate`, from, task.delegate ?? '')
  const { id, number, status, priority, queue, due_at, updated_at } = task
  return { id, number, status, priority, queue, ...(due_at && { due_at }), updated_at }
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
  labels.addJson(`${path}/result`, provenanceOfResult(task), task.result)
  labels.addJson(`${path}/checklist`, from, task.checklist ?? [])
  // Its titles, names and values are text. A result must match all of it.
  labels.addWhole(`${path}/output_schema`, from, task.output_schema)
  // Keys of rows and URLs are chosen by those who write in the source.
  labels.add(`${path}/origin/external_id`, from, task.origin.external_id ?? '')
  labels.add(`${path}/origin/url`, from, task.origin.url ?? '')
  const { parent_id, blocked_by, version, created_at } = task
  const { kind, integration_id } = task.origin
  return {
    ...line,
    ...(parent_id && { parent_id }),
    ...(blocked_by && { blocked_by }),
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
  labels.add(`${path}/body`, provenanceOfActor(comment.author), comment.body)
  const { id, author, created_at } = comment
  return { id, author, created_at }
}

/** The default answer in `on_timeout` is from the agent that asked. */
const BY_TIMEOUT = { source: 'timeout policy', author: 'agent' }

export function describeAnswers(
  answers: readonly Answer[],
  labels: Labels,
): Record<string, unknown>[] {
  return answers.map(({ question_id, answer, note, answered_by, answered_at }, index) => {
    const from = answered_by ? provenanceOfActor(answered_by) : BY_TIMEOUT
    const hasText = typeof answer === 'string' || (typeof answer === 'object' && !isEmpty(answer))
    if (hasText) labels.addJson(`/answers/${index}/answer`, from, answer)
    labels.add(`/answers/${index}/note`, from, note ?? '')
    return { question_id, ...(!hasText && { answer }), answered_by, answered_at }
  })
}

export function describeRejections(
  rejections: readonly Rejection[],
  labels: Labels,
): Record<string, unknown>[] {
  return rejections.map(({ reason, ...facts }, index) => {
    labels.add(`/rejections/${index}/reason`, provenanceOfActor(facts.rejected_by), reason)
    return facts
  })
}

/** Without names of custom fields, which are text of others. */
export const taskFieldsOf = (names: readonly string[]): string[] =>
  names.filter((name) => Object.hasOwn(Task.properties, name))
