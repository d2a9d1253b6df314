// Operations that tell of tasks without showing them: how many, and with which values.
import { type Operation, operation } from '../operation.ts'
import { TaskCounts, TaskCountsQuery, TaskFacets, TaskFacetsQuery } from '../tasks/task-counts.ts'

export const countOperations = {
  'tasks.counts': operation({
    method: 'GET',
    path: '/api/tasks/counts',
    tag: 'Tasks',
    summary: 'Count tasks',
    description:
      'Takes the filters of the list. Numbers are exact up to `up_to` and say so where they are not: counting a million tasks would take as long as reading them.',
    query: TaskCountsQuery,
    success: {
      200: { description: 'How many there are', body: TaskCounts, headers: ['ETag'] },
      304: { description: 'No task of the tenant has changed since' },
    },
    errors: [],
    ifNoneMatch: true,
  }),
  'tasks.facets': operation({
    method: 'GET',
    path: '/api/tasks/facets',
    tag: 'Tasks',
    summary: 'Values that tasks have in a field',
    description: 'For those who choose a filter or a value: every value there is, alphabetically.',
    query: TaskFacetsQuery,
    success: { 200: { description: 'The values', body: TaskFacets } },
    errors: [],
  }),
} as const satisfies Record<string, Operation>
