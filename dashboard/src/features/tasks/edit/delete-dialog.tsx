// Asks before tasks are deleted: this is the one thing here that cannot be taken back.
import { Button, Group, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { referenceOf } from '../data/task-address.ts'
import { forgetTasks } from '../data/task-cache.ts'

const AT_ONCE = 6

/** Those that are gone afterwards, and what the server said about the first that is not. */
async function removeTasks(tasks: readonly Task[]): Promise<{ gone: Set<string>; why?: string }> {
  const waiting = [...tasks]
  const gone = new Set<string>()
  let why: string | undefined
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      try {
        await call('tasks.remove', { params: { task: task.id } })
        gone.add(task.id)
      } catch (error) {
        if (error instanceof Problem && error.code === 'task_not_found') gone.add(task.id)
        else why ??= error instanceof Error ? error.message : String(error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { gone, ...(why !== undefined && { why }) }
}

export type DeleteDialogProps = {
  /** Empty: closed. */
  tasks: readonly Task[]
  onClose: () => void
  onDeleted: () => void
}

export function DeleteDialog({ tasks, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation(['tasks', 'common'])
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const count = tasks.length
  const task = tasks[0] ? referenceOf(tasks[0]) : ''
  const remove = async () => {
    setBusy(true)
    const { gone, why } = await removeTasks(tasks)
    setBusy(false)
    forgetTasks(client, gone)
    if (gone.size > 0) showDone(t('tasks:said.deleted', { count: gone.size, task }))
    if (why !== undefined)
      showFailure(t('tasks:rejected.tasks', { count: count - gone.size, task, why }))
    onClose()
    onDeleted()
  }
  return (
    <Modal
      opened={count > 0}
      onClose={onClose}
      title={t('tasks:delete.title', { count, task })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Text>{t('tasks:delete.text', { count })}</Text>
      <Group justify="flex-end" mt="lg" gap={8}>
        <Button variant="default" onClick={onClose}>
          {t('tasks:delete.keep', { count })}
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void remove()} data-autofocus>
          {t('tasks:delete.button', { count })}
        </Button>
      </Group>
    </Modal>
  )
}
