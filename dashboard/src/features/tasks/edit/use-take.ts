// Takes a task: the user starts to work on it, and no agent can claim it. Undo gives it back.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useMe } from '#api/me.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { applyTasks } from '../data/task-cache.ts'
import { sendChanges } from './send-changes.ts'
import { changesBack } from './undo-changes.ts'

export const canTake = ({ status }: Task): boolean => status === 'ready' || status === 'triage'

export function useTake() {
  const client = useQueryClient()
  const { t } = useTranslation('attempts')
  const assignee = useMe()?.user.username
  const undo = async (before: Task, taken: Task) => {
    const { status, assignee: by, delegate } = before
    let task = taken
    for (const changes of changesBack(taken, before, { status, assignee: by, delegate })) {
      const { done, refused } = await sendChanges([{ task, changes, onlyIfSame: true }])
      const [made] = done
      if (!made) return showFailure(refused[0]?.detail ?? '')
      task = made.after
      applyTasks(client, [task], 'answer')
    }
    showDone(t('untaken'))
  }
  return useMutation({
    mutationFn: async (task: Task) => {
      const request = { params: { task: task.id }, body: assignee ? { assignee } : {} }
      return (await call('runs.take', { ...request, idempotencyKey: crypto.randomUUID() })).body
    },
    onSuccess: (taken, before) => {
      applyTasks(client, [taken], 'answer')
      showDone(t('taken', { task: `T-${taken.number}` }), () => void undo(before, taken))
    },
    onError: (error, { id }) => {
      showFailure(error.message)
      void client.invalidateQueries({
        queryKey: ['tasks'],
        predicate: ({ queryKey }) => queryKey.includes(id),
      })
    },
  })
}
