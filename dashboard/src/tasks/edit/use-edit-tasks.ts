// Changes tasks at once on the screen, then at the server; says what was done and how to take it back.

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Status, Task, TaskChange } from '@task-service/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { showDone, showFailure } from '../../parts/toasts.tsx'
import { applyTasks } from '../data/task-cache.ts'
import type { Change } from './change.ts'
import { type Refusal, sendChanges } from './send-changes.ts'
import { changesBack, roundsOf } from './undo-changes.ts'

/** The sentence for the toast: what happened to how many. */
export type Say = (done: readonly Task[]) => string

export type EditTasks = (
  tasks: readonly Task[],
  /** Undefined where the task already is as wanted. */
  change: (task: Task) => TaskChange | undefined,
  say: Say,
) => Promise<readonly Task[]>

export const nameOf = (task: Task): string => `T-${task.number}`

const preview = ({ task, changes }: Change): Task => ({ ...task, ...changes })

async function makeChanges(client: QueryClient, planned: readonly Change[]) {
  applyTasks(client, planned.map(preview), 'mine')
  const outcome = await sendChanges(planned)
  applyTasks(
    client,
    outcome.refused.map(({ task }) => task),
    'mine',
  )
  applyTasks(
    client,
    outcome.done.map(({ after }) => after),
    'answer',
  )
  return outcome
}

export function useEditTasks(): EditTasks {
  const client = useQueryClient()
  const { t } = useTranslation(['tasks', 'common'])
  const describe = useCallback(
    (refused: readonly Refusal[]): string => {
      const [first] = refused
      const word = (status: Status) => t(`tasks:statusChoice.${status}`)
      const why = first?.allowed
        ? t('tasks:refused.allowed', { list: first.allowed.map(word).join(', ') })
        : (first?.detail ?? '')
      const task = first ? nameOf(first.task) : ''
      return t('tasks:refused.tasks', { count: refused.length, task, why })
    },
    [t],
  )
  return useCallback(
    async (tasks, change, say) => {
      const planned = tasks.flatMap((task) => {
        const changes = change(task)
        return changes ? [{ task, changes }] : []
      })
      if (planned.length === 0) return tasks
      const changedBy = new Map(planned.map(({ task, changes }) => [task.id, changes]))
      const { done, refused } = await makeChanges(client, planned)
      const undo = async () => {
        const plans = done.map(({ before, after }) => ({
          task: after,
          steps: changesBack(after, before, changedBy.get(before.id) ?? {}),
        }))
        for (const round of roundsOf(plans)) {
          const back = await makeChanges(client, round)
          if (back.refused.length > 0) return showFailure(describe(back.refused))
        }
        showDone(t('tasks:undone', { count: done.length }))
      }
      const after = done.map((one) => one.after)
      if (done.length > 0) showDone(say(after), () => void undo())
      if (refused.length > 0) showFailure(describe(refused))
      return tasks.map((task) => after.find(({ id }) => id === task.id) ?? task)
    },
    [client, t, describe],
  )
}
