// Changes tasks at once on the screen, then at the server; says what was done and how to take it back.

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Status, Task, TaskChange } from '@task-service/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { applyTasks } from '../data/task-cache.ts'
import type { Change } from './change.ts'
import { type Refusal, sendChanges } from './send-changes.ts'
import { changesBack, nextRound, restOf } from './undo-changes.ts'

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

const READ_AGAIN = 20

/** A rejected change means that the screen was out of date. */
async function readAgain(client: QueryClient, tasks: readonly Task[]): Promise<void> {
  const answers = await Promise.allSettled(
    tasks.map((task) => call('tasks.get', { params: { task: task.id } })),
  )
  const found = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.body] : []))
  applyTasks(client, found, 'answer')
}

async function makeChanges(client: QueryClient, planned: readonly Change[]) {
  applyTasks(client, planned.map(preview), 'mine')
  const outcome = await sendChanges(planned)
  const refused = outcome.refused.map(({ task }) => task)
  applyTasks(client, refused, 'answer')
  void readAgain(client, refused.slice(0, READ_AGAIN))
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
      const why = first?.isOvertaken
        ? t('tasks:rejected.overtaken')
        : first?.allowed
          ? t('tasks:rejected.allowed', { list: first.allowed.map(word).join(', ') })
          : (first?.detail ?? '')
      const task = first ? nameOf(first.task) : ''
      return t('tasks:rejected.tasks', { count: refused.length, task, why })
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
        let plans = done.map(({ before, after }) => ({
          task: after,
          steps: changesBack(after, before, changedBy.get(before.id) ?? {}),
        }))
        const kept: Refusal[] = []
        while (plans.length > 0) {
          const round = await makeChanges(client, nextRound(plans))
          kept.push(...round.refused)
          plans = restOf(plans, round.done)
        }
        if (kept.length > 0) showFailure(describe(kept))
        if (kept.length === done.length) return
        showDone(t('tasks:undone', { count: done.length - kept.length }))
      }
      const after = done.map((one) => one.after)
      if (done.length > 0) showDone(say(after), () => void undo())
      if (refused.length > 0) showFailure(describe(refused))
      return tasks.map((task) => after.find(({ id }) => id === task.id) ?? task)
    },
    [client, t, describe],
  )
}
