// Tasks as a file that is made while it is sent, one page at a time.
import {
  columnField,
  PAGE_BYTES_MAX,
  TASK_COLUMNS,
  type TaskColumn,
  type TaskExportQuery,
  type TaskListQuery,
  toListQuery,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { refuseUnknownKeys } from '#domains/fields/index.ts'
import { parseTask, readPage } from '#domains/tasks/index.ts'
import { getView } from '#domains/views/index.ts'
import { csvLine } from '#lib/csv-line.ts'
import type { CursorPosition } from '#lib/cursor.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { cellsOf } from './task-cells.ts'

type InTenant = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>

const PAGE_TASKS = 500
/** Of stored tasks. Also without a limit for pages, because every export in progress holds a page. */
const PAGE_BYTES = PAGE_BYTES_MAX / 4

const BYTE_ORDER_MARK = '\uFEFF'

type Plan = { query: Omit<TaskListQuery, 'limit' | 'cursor'>; columns: readonly TaskColumn[] }

/**
 * Each page is read after the previous one was consumed, in a transaction of its own: a slow reader holds neither a
 * connection nor more memory than a page. The first piece comes after the first page was read: until then a failure is
 * still an error response.
 */
export async function* printTasks(
  inTenant: InTenant,
  { bom = false, ...query }: TaskExportQuery,
): AsyncGenerator<string, void, void> {
  const plan = await inTenant((ctx) => planExport(ctx, query))
  let text = (bom ? BYTE_ORDER_MARK : '') + csvLine(plan.columns)
  let position: CursorPosition | undefined
  do {
    const { documents, next } = await inTenant((ctx) => readNext(ctx, plan, position))
    for (const document of documents) text += csvLine(cellsOf(parseTask(document), plan.columns))
    yield text
    text = ''
    position = next ?? undefined
  } while (position)
}

async function planExport(
  ctx: Context,
  { column, view, ...query }: Omit<TaskExportQuery, 'bom'>,
): Promise<Plan> {
  const keys = (column ?? []).flatMap((one) => columnField(one) ?? [])
  await refuseUnknownKeys(ctx, 'column', keys)
  const saved = view === undefined ? undefined : await getView(ctx, view)
  return {
    query: { ...(saved && toListQuery(saved.query, ctx.now)), ...query },
    columns: column ?? saved?.columns ?? TASK_COLUMNS,
  }
}

function readNext(ctx: Context, { query }: Plan, position: CursorPosition | undefined) {
  const maxBytes = Math.min(limitsOf(ctx).pageBytes, PAGE_BYTES)
  return readPage(ctx, query, { position, limit: PAGE_TASKS, maxBytes })
}
