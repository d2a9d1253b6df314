// Where the tasks of a list are downloaded from: with its filters, its order and its columns.
import type { TaskExportQuery } from '@task-service/contract'
import { addressOf } from '#api/call.ts'
import { routes } from '#api/routes.gen.ts'
import { FIXED_COLUMNS, USUAL_COLUMNS } from '../columns/column-names.ts'
import type { TaskSearch } from '../data/task-search.ts'
import { toFilters } from '../data/to-query.ts'
import { resolveExtra, type ViewExtra } from './view-search.ts'

export function exportAddress(
  search: TaskSearch,
  extra: ViewExtra | undefined,
  given: { username: string | undefined; now: Date; columns: readonly string[] | undefined },
): string {
  const columns = [...FIXED_COLUMNS, ...(given.columns ?? USUAL_COLUMNS)]
  const query: TaskExportQuery = {
    column: columns as NonNullable<TaskExportQuery['column']>, // the API checks them
    ...toFilters(search, given),
    ...(extra && resolveExtra(extra, given.now)),
    ...(search.sort && { sort: search.sort }),
    // It will be opened by a spreadsheet, and Excel takes a file without it for one of its own encodings.
    bom: true,
  }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) params.append(name, String(one))
  }
  const [, path] = routes['tasks.export']
  return `${addressOf(path)}?${params}`
}
