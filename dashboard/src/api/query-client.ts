// How answers are kept: shown at once when they are known, asked again when they may be stale.
import { QueryClient } from '@tanstack/react-query'
import { isPassing, Problem } from './problem.ts'

/** What is worth asking again. */
const isWorthIt = (error: Error): boolean => !(error instanceof Problem) || isPassing(error)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: 'always',
      retry: (failures, error) => failures < 2 && isWorthIt(error),
    },
    mutations: { retry: false },
  },
})
