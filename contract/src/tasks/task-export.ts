// The export of tasks as a file: the filters of the list, and the columns of the file.
import { type Static, Type } from 'typebox'
import { Id } from '../ids.ts'
import { Closed } from '../schema.ts'
import { ColumnList } from './columns.ts'
import { TaskSort } from './sorts.ts'
import { taskFilters } from './tasks.ts'

export const TaskExportQuery = Closed({
  column: Type.Optional(
    ColumnList(
      'Columns in their order; repeatable. `field:` and a key is the value of a custom field. Without it: the columns of `view`, or all columns with custom fields as JSON in `fields`.',
    ),
  ),
  view: Type.Optional(
    Id('view', {
      description:
        'Filters, sort order and columns of this view. Other parameters replace those of the view.',
    }),
  ),
  bom: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether the file begins with a byte order mark, by which Excel recognizes UTF-8',
    }),
  ),
  sort: Type.Optional(Type.Unsafe<TaskSort>({ ...TaskSort, default: '-created_at' })),
  ...taskFilters,
})
export type TaskExportQuery = Static<typeof TaskExportQuery>
