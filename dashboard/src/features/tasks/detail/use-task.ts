// One task by what people call it, shown at once when a list already has it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { call } from '#api/call.ts'
import { referenceOf } from '#features/tasks/data/task-address.ts'
import { findTask } from '#features/tasks/data/task-cache.ts'

export async function fetchTask(reference: string, signal?: AbortSignal): Promise<Task> {
  return (await call('tasks.get', { params: { task: reference }, ...(signal && { signal }) })).body
}

export function useTask(reference: string) {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['tasks', 'one', reference],
    queryFn: ({ signal }) => fetchTask(reference, signal),
    placeholderData: () => findTask(client, (task) => referenceOf(task) === reference),
  })
}
