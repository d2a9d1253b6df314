// How answers are kept: shown at once when they are known, asked again when they may be stale.
import { QueryClient } from '@tanstack/react-query'
import { Problem } from './problem.ts'

/** What is worth asking again: nothing came, or the server said that it is busy. */
function isPassing(error: Error): boolean {
  return (
    !(error instanceof Problem) || error.status === 0 || error.status >= 502 || error.status === 429
  )
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: 'always',
      retry: (failures, error) => failures < 2 && isPassing(error),
    },
    mutations: { retry: false },
  },
})
