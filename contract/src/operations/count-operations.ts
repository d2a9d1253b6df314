// Operations on tasks as a whole: how many there are, and the values of their fields.
import { type Operation, operation } from '../operation.ts'
import { TaskCounts, TaskCountsQuery, TaskFacets, TaskFacetsQuery } from '../tasks/task-counts.ts'

export const countOperations = {
  'tasks.counts': operation({
    method: 'GET',
    path: '/api/tasks/counts',
    tag: 'Tasks',
    summary: 'Count tasks',
    description:
      'Accepts the same filters as the list. Counts are exact up to `up_to`; above it they are lower bounds, and `is_at_least` is true.',
    query: TaskCountsQuery,
    success: {
      200: { description: 'The counts', body: TaskCounts, headers: ['ETag'] },
      304: { description: 'No task of the tenant has changed' },
    },
    errors: [],
    ifNoneMatch: true,
  }),
  'tasks.facets': operation({
    method: 'GET',
    path: '/api/tasks/facets',
    tag: 'Tasks',
    summary: 'List field values (facets)',
    description: 'Distinct values of a field, alphabetically, for building filters.',
    query: TaskFacetsQuery,
    success: { 200: { description: 'The values', body: TaskFacets } },
    errors: [],
  }),
} as const satisfies Record<string, Operation>
