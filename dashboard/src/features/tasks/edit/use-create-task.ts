// Sends a new task; asked twice with the same words before an answer came, it is still one task.
import { useQueryClient } from '@tanstack/react-query'
import type { Task, TaskCreate } from '@task-service/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { markFresh } from '../data/held-tasks.ts'
import { referenceOf } from '../data/task-address.ts'
import { applyTasks, forgetTasks } from '../data/task-cache.ts'

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

export function useCreateTask() {
  const client = useQueryClient()
  const { t } = useTranslation('tasks')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const attempt = useRef<{ body: string; key: string }>(undefined)
  const undo = async (task: Task) => {
    try {
      await call('tasks.remove', { params: { task: task.id } })
      forgetTasks(client, new Set([task.id]))
      showDone(t('said.deleted', { count: 1, task: referenceOf(task) }))
    } catch (failure) {
      showFailure(messageOf(failure))
    }
  }
  const create = async ({
    startNow = false,
    ...body
  }: TaskCreate & { startNow?: boolean }): Promise<Task | undefined> => {
    const text = JSON.stringify(body)
    if (attempt.current?.body !== text) attempt.current = { body: text, key: crypto.randomUUID() }
    setBusy(true)
    setError(undefined)
    try {
      const created = (await call('tasks.create', { body, idempotencyKey: attempt.current.key }))
        .body
      attempt.current = undefined
      const task = startNow ? await start(created) : created
      markFresh([task])
      applyTasks(client, [task], 'answer')
      showDone(t('said.created', { task: referenceOf(task) }), () => void undo(task))
      return task
    } catch (failure) {
      setError(messageOf(failure))
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { create, error, isBusy }
}

/** A task starts as ready; one that is added to the tasks in progress is started at once. */
async function start(task: Task): Promise<Task> {
  const body = { to: 'in_progress' as const }
  const request = { params: { task: task.id }, body, idempotencyKey: crypto.randomUUID() }
  return (await call('tasks.transition', request)).body
}
