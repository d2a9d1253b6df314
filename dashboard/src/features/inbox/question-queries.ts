// Reads questions: lists by state, and one by its ID.
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Question, QuestionState } from '@task-service/contract'
import { call } from '#api/call.ts'

const PAGE = 50
const OF_TASK = 100

export const CLOSED_STATES = [
  'answered',
  'expired',
  'withdrawn',
] as const satisfies readonly QuestionState[]

export const questionListQuery = (state: readonly QuestionState[]) =>
  infiniteQueryOptions({
    queryKey: ['questions', 'list', state],
    queryFn: async ({ pageParam, signal }) => {
      const query = { state: [...state], limit: PAGE, ...(pageParam && { cursor: pageParam }) }
      return (await call('questions.list', { query, signal })).body
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

export const questionQuery = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: ['questions', 'one', id],
    queryFn: async ({ signal }) =>
      (await call('questions.get', { params: { question: id }, signal })).body,
    placeholderData: () => findListed(client, id),
  })

/** Those of one task, newest first; more than a page are not shown anywhere. */
export const taskQuestionsQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['questions', 'task', taskId],
    queryFn: async ({ signal }) =>
      (await call('questions.list', { query: { task: taskId, limit: OF_TASK }, signal })).body.data,
  })

type Pages = { pages: { data: Question[] }[] }

function findListed(client: QueryClient, id: string): Question | undefined {
  return client
    .getQueriesData<Pages>({ queryKey: ['questions', 'list'] })
    .flatMap(([, list]) => list?.pages.flatMap(({ data }) => data) ?? [])
    .find((question) => question.id === id)
}
