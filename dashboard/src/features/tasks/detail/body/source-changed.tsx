// A completed task whose row changed since shows the conflict first.
import { useQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { call } from '#api/call.ts'
import { RowConflict } from '#features/integrations/conflicts/row-conflict.tsx'

const EVERY_MS = 10_000

export function SourceChanged({ task }: { task: Task }) {
  const conflicts = useQuery({
    queryKey: ['integrations', 'conflicts of task', task.id],
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }) =>
      (await call('conflicts.list', { query: { task: task.id, state: 'open' }, signal })).body.data,
  })
  return conflicts.data
    ?.filter(({ field }) => field === 'row')
    .map((conflict) => <RowConflict key={conflict.id} conflict={conflict} isOnTask />)
}
