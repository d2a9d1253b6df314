// Many creates and changes in one request: all or none, or each on its own.
import type { BulkItem, BulkRequest, BulkResponse, BulkResult } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { Problem } from '#lib/problem.ts'
import { changeTask } from './change-task.ts'
import { createTask, createTasks } from './create-tasks.ts'
import { lockInOrder } from './keep-order.ts'

export async function applyBulk(ctx: Context, request: BulkRequest): Promise<BulkResponse> {
  const changed = request.items.flatMap(({ update }) => (update ? [update.task] : []))
  if (changed.length > 0) await lockInOrder(ctx, changed)
  const results =
    request.mode === 'best_effort'
      ? await applyEach(ctx, request.items)
      : await applyAll(ctx, request.items)
  const failed = results.filter((result) => result.problem).length
  return { applied: results.length - failed, failed, results }
}

async function applyEach(ctx: Context, items: readonly BulkItem[]): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const item of items) {
    try {
      results.push(await ctx.tx.savepoint(() => applyItem(ctx, item)))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      results.push({ status: error.status, problem: error.toBody(ctx.requestId) })
    }
  }
  return results
}

async function applyItem(ctx: Context, item: BulkItem): Promise<BulkResult> {
  if (item.create) return { status: 201, task: await createTask(ctx, item.create) }
  if (!item.update) throw new Problem('invalid_request')
  const { task, changes, version } = item.update
  return { status: 200, task: await changeTask(ctx, task, changes, { version }) }
}

async function applyAll(ctx: Context, items: readonly BulkItem[]): Promise<BulkResult[]> {
  return (await createAll(ctx, items)) ?? applyInOrder(ctx, items)
}

/**
 * Creates go in as one statement; that is what makes importing in bulk worth it. Undefined when there is more to do than
 * create, or when one was refused: going through them in order then tells which.
 */
async function createAll(
  ctx: Context,
  items: readonly BulkItem[],
): Promise<BulkResult[] | undefined> {
  const drafts = items.flatMap((item) => (item.create ? [item.create] : []))
  if (drafts.length < items.length) return undefined
  try {
    const tasks = await ctx.tx.savepoint(() => createTasks(ctx, drafts))
    return tasks.map((task) => ({ status: 201, task }))
  } catch (error) {
    if (error instanceof Problem) return undefined
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
  throw new Problem('bulk_not_applied', `Nothing was changed: ${error.detail}`, {
    details: {
      ...details,
      ...(remains && { existing_id }),
      errors: [{ in: 'body', pointer: `/items/${index}`, message }],
    },
    cause: error,
  })
}
