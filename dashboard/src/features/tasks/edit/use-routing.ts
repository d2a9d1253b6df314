// Changes who may claim tasks: their queue and their agent. A run that has started continues.
import type { Task } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf, useEditTasks } from './use-edit-tasks.ts'

type Route<Value> = (tasks: readonly Task[], value: Value) => Promise<readonly Task[]>

const counted = (done: readonly Task[]) => ({
  count: done.length,
  task: done[0] ? nameOf(done[0]) : '',
})

export function useRouting(): { enqueue: Route<string>; delegate: Route<string | null> } {
  const edit = useEditTasks()
  const { t } = useTranslation('detail')
  return useMemo(
    () => ({
      enqueue: (tasks, queue) =>
        edit(
          tasks,
          (task) => (task.queue === queue ? undefined : { queue }),
          (done) => t('said.queued', { ...counted(done), value: queue }),
        ),
      delegate: (tasks, agent) =>
        edit(
          tasks,
          (task) => (task.delegate === agent ? undefined : { delegate: agent }),
          (done) =>
            agent === null
              ? t('said.undelegated', counted(done))
              : t('said.delegated', { ...counted(done), value: agent }),
        ),
    }),
    [edit, t],
  )
}
