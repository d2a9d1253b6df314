// Many creates and changes in one request: all or none, or each on its own.
import type { BulkItem, BulkRequest, BulkResponse, BulkResult } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import {
  changeTask,
  createPossible,
  createTask,
  lockInOrder,
  namesParentByNumber,
  type TaskSize,
  taskKey,
} from '#domains/tasks/index.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { Problem } from '#lib/problem.ts'
import { bulkTooLarge } from '../errors.ts'

export async function applyBulk(ctx: Context, request: BulkRequest): Promise<BulkResponse> {
  const changed = request.items.flatMap(({ update }) => (update ? [update.task] : []))
  const blockers = request.items.flatMap(
    ({ create, update }) => (create ?? update?.changes)?.blocked_by ?? [],
  )
  if (changed.length + blockers.length > 0)
    refuseTooMany(ctx, changed, await lockInOrder(ctx, [...changed, ...blockers]))
  const results =
    request.mode === 'best_effort'
      ? await applyEach(ctx, request.items)
      : await applyAll(ctx, request.items)
  const failed = results.filter((result) => result.problem).length
  return { applied: results.length - failed, failed, results }
}

/** The response has each task as often as it is named, and all of them are in memory until it is sent. */
function refuseTooMany(ctx: Context, references: readonly string[], sizes: TaskSize[]): void {
  const byName = new Map<string | number, number>()
  for (const { id, number, bytes } of sizes) byName.set(id, bytes).set(number, bytes)
  const total = references.map(taskKey).reduce((sum, key) => {
    const name = 'id' in key ? key.id : 'number' in key ? key.number : ''
    return sum + (byName.get(name) ?? 0)
  }, 0)
  const { pageBytes } = limitsOf(ctx)
  if (references.length > 1 && total > pageBytes) throw bulkTooLarge(total, pageBytes)
}

/** Each item on its own: one that is refused leaves nothing behind. */
async function applyEach(ctx: Context, items: readonly BulkItem[]): Promise<BulkResult[]> {
  const tryItem = (item: BulkItem): Promise<BulkResult> =>
    ctx.tx.savepoint(() => applyItem(ctx, item)).catch((error) => toResult(ctx, error))
  if (!mayNameCreated(items)) return applyCreatesLast(ctx, items, tryItem)
  const results: BulkResult[] = []
  for (const item of items) results.push(await tryItem(item))
  return results
}

function toResult(ctx: Context, error: unknown): BulkResult {
  if (!(error instanceof Problem)) throw error
  return { status: error.status, problem: error.toBody(ctx.requestId) }
}

/** A number can be guessed before it is given; then an item may mean a task of the same request. */
function mayNameCreated(items: readonly BulkItem[]): boolean {
  const later = items.slice(items.findIndex(({ create }) => create))
  return later.some(({ create, update }) => {
    const isNumbered = update && 'number' in taskKey(update.task)
    return isNumbered || namesParentByNumber(create ?? update?.changes ?? {})
  })
}

/**
 * Creates go last, and as one statement: the first of them locks the tenant's counter until the commit, and other creates
 * of the tenant wait for it. Changes do not depend on them, unless they name a task by its number.
 */
async function applyCreatesLast(
  ctx: Context,
  items: readonly BulkItem[],
  change: (item: BulkItem) => Promise<BulkResult>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const [index, item] of items.entries()) {
    if (!item.create) results[index] = await change(item)
  }
  const drafts = items.flatMap(({ create }) => create ?? [])
  const created = (await createPossible(ctx, drafts)).map(
    (task): BulkResult => (task instanceof Problem ? toResult(ctx, task) : { status: 201, task }),
  )
  return items.flatMap(({ create }, index) => (create ? created.shift() : results[index]) ?? [])
}

async function applyItem(ctx: Context, item: BulkItem): Promise<BulkResult> {
  if (item.create) return { status: 201, task: await createTask(ctx, item.create) }
  if (!item.update) throw new Problem('invalid_request')
  const { task, changes, version } = item.update
  return { status: 200, task: await changeTask(ctx, task, changes, { version }) }
}

/** When one was refused, going through them in order tells which. */
async function applyAll(ctx: Context, items: readonly BulkItem[]): Promise<BulkResult[]> {
  if (items.every(({ create }) => !create)) return applyInOrder(ctx, items)
  try {
    return await ctx.tx.savepoint(async () => {
      const results = await applyCreatesLast(ctx, items, (item) => applyItem(ctx, item))
      if (results.some(({ problem }) => problem)) throw new Problem('bulk_not_applied')
      return results
    })
  } catch (error) {
    if (error instanceof Problem) return applyInOrder(ctx, items)
    throw error
  }
}

async function applyInOrder(ctx: Context, items: readonly BulkItem[]): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const [index, item] of items.entries()) {
    results.push(await applyItem(ctx, item).catch((error) => refuseAll(error, index, results)))
  }
  return results
}

function refuseAll(error: unknown, index: number, done: readonly BulkResult[]): never {
  if (!(error instanceof Problem)) throw error
  const { existing_id, ...details } = error.details
  // A task of an earlier item goes with all the others, so it is not one to point at.
  const remains = existing_id && done.every(({ task }) => task?.id !== existing_id)
  const message = `${error.code}: ${error.detail}`
  throw new Problem(
    'bulk_not_applied',
    `No changes were applied because items[${index}] failed: ${error.detail}`,
    {
      details: {
        ...details,
        ...(remains && { existing_id }),
        errors: [{ in: 'body', pointer: `/items/${index}`, code: error.code, message }],
      },
      cause: error,
    },
  )
}
