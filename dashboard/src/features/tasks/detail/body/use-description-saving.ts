// Saves a description over the version that it was begun over. A failure is shown where the user is by then.
import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { referenceOf } from '#features/tasks/data/task-address.ts'
import { applyTasks } from '#features/tasks/data/task-cache.ts'
import { useTaskActions } from '#features/tasks/edit/use-task-actions.ts'
import { fetchTask } from '../use-task.ts'
import { descriptionDrafts } from './description-drafts.ts'

const isMissed = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'version_mismatch'

export function useDescriptionSaving(task: Task, onClose: () => void) {
  const client = useQueryClient()
  const { t } = useTranslation('task')
  const { edit } = useTaskActions()
  const [base, setBase] = useState(() => descriptionDrafts.get(task.id)?.base ?? task)
  const [isBusy, setBusy] = useState(false)
  const { error, setError, report } = useReport(task)
  const said = () => t('said.described', { task: referenceOf(task) })
  const undo = (before: Task, after: Task) =>
    void edit([after], () => ({ description: before.description }), said)
  const close = () => {
    descriptionDrafts.delete(task.id)
    onClose()
  }
  /** True if someone else edited it, too. */
  const isOvertaken = async (description: string, over: Task): Promise<boolean> => {
    const current = await fetchTask(task.id)
    applyTasks(client, [current], 'answer')
    // The answer to an earlier attempt was lost.
    if (current.description === description) close()
    // Something else of the task changed: that is no reason to ask.
    else if (current.description === over.description) await send(description, current)
    else return true
    return false
  }
  const send = async (description: string, over: Task) => {
    const request = { params: { task: task.id }, ifMatch: `"${over.version}"` }
    try {
      const { body } = await call('tasks.change', { ...request, body: { description } })
      applyTasks(client, [body], 'answer')
      showDone(said(), () => undo(over, body))
      close()
    } catch (failure) {
      if (!isMissed(failure)) throw failure
      if (await isOvertaken(description, over)) report(`${t('conflict.title')}.`)
    }
  }
  const save = async (description: string, over: Task = base): Promise<void> => {
    if (description === over.description) return close()
    setBusy(true)
    setError(undefined)
    try {
      await send(description, over)
    } catch (failure) {
      const why = failure instanceof Error ? failure.message : String(failure)
      report(why, () => void save(description, over))
    } finally {
      setBusy(false)
    }
  }
  return { base, setBase, error, isBusy, save, close }
}

/** In the editor, where a conflict is shown anyway, or as a toast if it was left. */
function useReport(task: Task) {
  const { t } = useTranslation('detail')
  const [error, setError] = useState<string>()
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const report = (why: string, retry?: () => void) => {
    if (!isOpen.current) {
      const message = t('descriptionNotSaved', { task: referenceOf(task), why })
      showFailure(message, retry, `description-${task.id}`)
    } else if (retry) setError(why)
  }
  return { error, setError, report }
}
