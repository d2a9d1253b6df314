// What can be done to tasks, whether one or many: each says what it did in a sentence.

import type { Priority, Status, Task } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import { describeDue } from '../marks/describe-due.ts'
import { type EditTasks, nameOf, useEditTasks } from './use-edit-tasks.ts'

export type TaskActions = {
  move: (tasks: readonly Task[], status: Status) => Promise<readonly Task[]>
  prioritise: (tasks: readonly Task[], priority: Priority) => Promise<readonly Task[]>
  assign: (tasks: readonly Task[], assignee: string | null) => Promise<readonly Task[]>
  schedule: (tasks: readonly Task[], due: string | null) => Promise<readonly Task[]>
  label: (tasks: readonly Task[], label: string, wanted: boolean) => Promise<readonly Task[]>
  edit: EditTasks
}

const counted = (done: readonly Task[]) => ({
  count: done.length,
  task: done[0] ? nameOf(done[0]) : '',
})

type Words = ReturnType<typeof useTranslation<['tasks', 'common']>>['t']
type Given = { edit: EditTasks; t: Words; locale: string }

const move =
  ({ edit, t }: Given): TaskActions['move'] =>
  (tasks, status) =>
    edit(
      tasks,
      (task) => (task.status === status ? undefined : { status }),
      (done) => t(`tasks:moved.${status}`, counted(done)),
    )

const prioritise =
  ({ edit, t }: Given): TaskActions['prioritise'] =>
  (tasks, priority) =>
    edit(
      tasks,
      (task) => (task.priority === priority ? undefined : { priority }),
      (done) =>
        t('tasks:said.priority', { ...counted(done), value: t(`common:priority.${priority}`) }),
    )

const assign =
  ({ edit, t }: Given): TaskActions['assign'] =>
  (tasks, assignee) =>
    edit(
      tasks,
      (task) => (task.assignee === assignee ? undefined : { assignee }),
      (done) =>
        assignee === null
          ? t('tasks:said.unassigned', counted(done))
          : t('tasks:said.assigned', { ...counted(done), value: assignee }),
    )

const schedule =
  ({ edit, t, locale }: Given): TaskActions['schedule'] =>
  (tasks, due) =>
    edit(
      tasks,
      (task) => (task.due_at === due ? undefined : { due_at: due }),
      (done) =>
        due === null
          ? t('tasks:said.noDue', counted(done))
          : t('tasks:said.due', {
              ...counted(done),
              value: describeDue(new Date(due), new Date(), locale),
            }),
    )

const label =
  ({ edit, t }: Given): TaskActions['label'] =>
  (tasks, name, wanted) =>
    edit(
      tasks,
      (task) => {
        if (task.labels.includes(name) === wanted) return undefined
        const others = task.labels.filter((one) => one !== name)
        return { labels: wanted ? [...others, name] : others }
      },
      (done) =>
        t(wanted ? 'tasks:said.labeled' : 'tasks:said.unlabeled', {
          ...counted(done),
          value: name,
        }),
    )

export function useTaskActions(): TaskActions {
  const edit = useEditTasks()
  const { t } = useTranslation(['tasks', 'common'])
  const locale = useLocale()
  return useMemo(() => {
    const given = { edit, t, locale }
    return {
      edit,
      move: move(given),
      prioritise: prioritise(given),
      assign: assign(given),
      schedule: schedule(given),
      label: label(given),
    }
  }, [edit, t, locale])
}
