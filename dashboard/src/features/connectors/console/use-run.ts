// Runs a statement and follows the job until its end is known.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EdgeJobWithRows, StatementFace } from '@task-service/contract'
import { call } from '#api/call.ts'
import { isPending, jobQuery } from '#features/connectors/connector-queries.ts'

/** Soon enough that the page can say what it waits for. */
const WAIT_SECONDS = 3

export function useRun(connector: string, { database, name }: StatementFace) {
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: async (params: Record<string, unknown>): Promise<EdgeJobWithRows> =>
      (
        await call('connectors.run', {
          params: { connector },
          body: { database, statement: name, params, wait_seconds: WAIT_SECONDS },
        })
      ).body,
    onSuccess: async (job) => {
      client.setQueryData(jobQuery(connector, job.id).queryKey, job)
      await client.invalidateQueries({ queryKey: ['connectors'] })
    },
  })
  const started = run.data
  const followed = useQuery({
    ...jobQuery(connector, started?.id ?? ''),
    enabled: started !== undefined && isPending(started),
  })
  const job: EdgeJobWithRows | undefined = started && (followed.data ?? started)
  return { run, job }
}
