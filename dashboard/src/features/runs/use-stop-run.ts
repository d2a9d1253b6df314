// Asks the agent of a run to stop; the service ends the run if the agent does not.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Run } from '@task-service/contract'
import { call } from '#api/call.ts'
import { showFailure } from '#components/toasts/toasts.tsx'

export function useStopRun({ id }: Pick<Run, 'id'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call('runs.cancel', {
        params: { run: id },
        body: {},
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: ({ body }) => {
      client.setQueriesData<Run[]>({ queryKey: ['runs', 'list'] }, (runs) =>
        runs?.map((run) => (run.id === id ? body : run)),
      )
    },
    onError: ({ message }) => showFailure(message),
    onSettled: () => client.invalidateQueries({ queryKey: ['runs'] }),
  })
}
