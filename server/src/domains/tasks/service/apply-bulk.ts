// Many creates and changes in one request: all or none, or each on its own.
import type { BulkItem, BulkRequest, BulkResponse, BulkResult } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { Problem } from '#lib/problem.ts'
import { changeTask } from './change-task.ts'
import { createTask, createTasks } from './create-tasks.ts'

export async function applyBulk(ctx: Context, request: BulkRequest): Promise<BulkResponse> {
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

/** Creates go in as one statement; that is what makes importing in bulk worth it. */
async function applyAll(ctx: Context, items: readonly BulkItem[]): Promise<BulkResult[]> {
  if (items.every((item) => item.create)) return createAll(ctx, items)
  const results: BulkResult[] = []
  for (const [index, item] of items.entries()) {
    results.push(await applyItem(ctx, item).catch((error) => refuseAll(error, index)))
  }
  return results
}

async function createAll(ctx: Context, items: readonly BulkItem[]): Promise<BulkResult[]> {
  const drafts = items.flatMap((item) => (item.create ? [item.create] : []))
  try {
    const tasks = await createTasks(ctx, drafts)
    return tasks.map((task) => ({ status: 201, task }))
  } catch (error) {
    return refuseAll(error)
  }
}

function refuseAll(error: unknown, index?: number): never {
  if (!(error instanceof Problem)) throw error
  const pointer = index === undefined ? '/items' : `/items/${index}`
  throw new Problem('bulk_not_applied', `Nothing was changed: ${error.detail}`, {
    details: {
      ...error.details,
      errors: [{ in: 'body', pointer, message: `${error.code}: ${error.detail}` }],
    },
    cause: error,
  })
}
