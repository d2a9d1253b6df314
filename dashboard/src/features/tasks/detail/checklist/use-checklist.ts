// The checklist of a task: shown with one's own changes at once, which are sent one after the other. Each is based on the
// version that was read; if someone else was first, it is made again on the newer list.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ChecklistItem, Task } from '@task-service/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { showFailure } from '#components/toasts/toasts.tsx'
import { applyTasks } from '#features/tasks/data/task-cache.ts'
import { useLatest } from '#lib/use-latest.ts'
import { fetchTask } from '../use-task.ts'
import { applyEdits, type ChecklistEdit } from './checklist-edits.ts'

const MOST_TRIES = 5
const NONE: readonly ChecklistItem[] = []

async function sendEdit(client: QueryClient, known: Task, edit: ChecklistEdit): Promise<void> {
  let task = known
  for (let attempt = 1; ; attempt++) {
    const checklist = edit(task.checklist ?? NONE)
    if (!checklist) return
    try {
      const { body } = await call('tasks.change', {
        params: { task: task.id },
        body: { checklist },
        ifMatch: `"${task.version}"`,
      })
      applyTasks(client, [body], 'answer')
      return
    } catch (error) {
      const isOvertaken = error instanceof Problem && error.code === 'version_mismatch'
      if (!isOvertaken || attempt === MOST_TRIES) throw error
      task = await fetchTask(task.id)
      applyTasks(client, [task], 'answer')
    }
  }
}

export function useChecklist(task: Task): {
  items: readonly ChecklistItem[]
  change: (edit: ChecklistEdit) => void
} {
  const client = useQueryClient()
  const { t } = useTranslation('detail')
  const [pending, setPending] = useState<readonly ChecklistEdit[]>([])
  const queue = useRef(Promise.resolve())
  const now = useLatest(task)
  function change(edit: ChecklistEdit): void {
    setPending((edits) => [...edits, edit])
    const send = async () => {
      try {
        await sendEdit(client, newest(client, now()), edit)
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        showFailure(t('checklist.failed', { why }), () => change(edit))
      }
      setPending((edits) => edits.filter((one) => one !== edit))
    }
    queue.current = queue.current.then(send)
  }
  return { items: applyEdits(task.checklist ?? NONE, pending), change }
}

/** The task as the previous change left it: the screen may not have been drawn since. */
function newest(client: QueryClient, drawn: Task): Task {
  const cached = client.getQueryData<Task>(['tasks', 'one', `T-${drawn.number}`])
  return cached && cached.version > drawn.version ? cached : drawn
}
