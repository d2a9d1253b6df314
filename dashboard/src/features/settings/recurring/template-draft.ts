// The fields of the form of a template, and the request they become.
import type { Priority, TemplateChange, TemplateTask } from '@task-service/contract'

export type DueUnit = 'h' | 'd' | 'w'

export type TemplateDraft = {
  name: string
  title: string
  description: string
  priority: Priority
  queue: string
  labels: string[]
  assignee: string
  /** Empty without a due date. */
  due: string
  dueUnit: DueUnit
}

export const emptyTemplate: TemplateDraft = {
  name: '',
  title: '',
  description: '',
  priority: 'normal',
  queue: '',
  labels: [],
  assignee: '',
  due: '',
  dueUnit: 'd',
}

export function templateDraftOf(name: string, task: TemplateTask): TemplateDraft {
  return {
    name,
    title: task.title,
    description: task.description ?? '',
    priority: task.priority ?? 'normal',
    queue: task.queue ?? '',
    labels: task.labels ?? [],
    assignee: task.assignee ?? '',
    due: task.due_in?.slice(0, -1) ?? '',
    dueUnit: (task.due_in?.slice(-1) ?? 'd') as DueUnit, // the pattern of the API has no others
  }
}

/** What is empty is not part of the template. */
export function toTask(draft: TemplateDraft): TemplateTask {
  const { description, queue, labels, assignee, due } = draft
  return {
    title: draft.title.trim(),
    priority: draft.priority,
    ...(description !== '' && { description }),
    ...(queue.trim() !== '' && { queue: queue.trim() }),
    ...(labels.length > 0 && { labels }),
    ...(assignee.trim() !== '' && { assignee: assignee.trim() }),
    ...(due !== '' && { due_in: `${due}${draft.dueUnit}` }),
  }
}

/** What the form does not show, such as `fields`, is kept. */
export function toChange(draft: TemplateDraft): TemplateChange {
  const none = { description: null, queue: null, labels: null, assignee: null, due_in: null }
  return { name: draft.name.trim(), task: { ...none, ...toTask(draft) } }
}

type Person = { username: string; isDisabled: boolean }

/** Who can be suggested. A task is assigned to a username, which a display name is not. */
export const assigneesOf = (people: readonly Person[] = []): string[] =>
  people.filter(({ isDisabled }) => !isDisabled).map(({ username }) => username)
