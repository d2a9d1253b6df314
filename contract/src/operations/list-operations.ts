// Operations on all tasks that the filters of the list match: their counts, the values of their fields, and the export.
import { type Operation, operation } from '../operation.ts'
import { TaskCounts, TaskCountsQuery, TaskFacets, TaskFacetsQuery } from '../tasks/task-counts.ts'
import { TaskExportQuery } from '../tasks/task-export.ts'

export const listOperations = {
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
  'tasks.export': operation({
    method: 'GET',
    path: '/api/tasks/export',
    tag: 'Tasks',
    summary: 'Export tasks',
    description:
      'Streams all matching tasks as comma-separated values (RFC 4180, UTF-8). Accepts the filters and sorts of the list. With the default sort every task appears once; with another one, a task that changes its position during the export can be missing or appear twice. An apostrophe precedes text that a spreadsheet would read as a formula. An interrupted download is incomplete.',
    query: TaskExportQuery,
    success: { 200: { description: 'The file', stream: ['text/csv'] } },
    errors: ['view_not_found'],
  }),
} as const satisfies Record<string, Operation>
