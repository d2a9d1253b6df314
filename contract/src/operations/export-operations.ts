// Operations on tasks whose response is a file.
import { type Operation, operation } from '../operation.ts'
import { TaskExportQuery } from '../tasks/task-export.ts'

export const exportOperations = {
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
