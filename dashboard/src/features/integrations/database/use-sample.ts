// A few real rows of the statement that lists them, read once for each choice.
import { useQuery } from '@tanstack/react-query'
import type { EdgeJobWithRows } from '@task-service/contract'
import { call } from '#api/call.ts'
import type { Config } from './wizard-steps.ts'

const WAIT_SECONDS = 20

export function useSample(config: Config) {
  const [connector, database, statement] = ['connector', 'database', 'read_statement'].map((name) =>
    String(config[name] ?? ''),
  ) as [string, string, string] // one for each name
  return useQuery({
    queryKey: ['source sample', connector, database, statement],
    enabled: connector !== '' && database !== '' && statement !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: async ({ signal }): Promise<EdgeJobWithRows> =>
      (
        await call('connectors.run', {
          params: { connector },
          body: { database, statement, params: {}, wait_seconds: WAIT_SECONDS },
          signal,
        })
      ).body,
  })
}
