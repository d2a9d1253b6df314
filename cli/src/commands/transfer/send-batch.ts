// Creates the tasks of one batch. A batch that is sent again has the same key, so the server returns the first response.
import type { BulkResult, ResponseInfo, TaskCreate, TaskService } from '@task-service/sdk'
import { exitOf } from '#cli/program/describe-error.ts'
import { digestOf } from './import-journal.ts'
import type { SourceRow } from './read-rows.ts'

export type BatchItem = { row: SourceRow; task: TaskCreate }

export type Rejection = { row: SourceRow; error: string }

export type BatchResult = { created: number; existing: number; rejections: Rejection[] }

export async function sendBatch(
  client: TaskService,
  items: readonly BatchItem[],
  signal: AbortSignal,
): Promise<BatchResult> {
  const [first] = items
  if (first === undefined) return { created: 0, existing: 0, rejections: [] }
  const tasks = items.map(({ task }) => ({ create: task }))
  // The line makes equal batches of one file different.
  const idempotencyKey = `import-${digestOf(String(first.row.line), JSON.stringify(tasks)).slice(0, 40)}`
  try {
    const body = { mode: 'best_effort', items: tasks } as const
    let isReplayed = false
    const onResponse = ({ headers }: ResponseInfo): void => {
      isReplayed = headers.get('idempotency-replayed') === 'true'
    }
    const { results } = await client.tasks.bulk(body, { idempotencyKey, signal, onResponse })
    const counted = countResults(items, results)
    // An earlier import has created them.
    return isReplayed
      ? { ...counted, created: 0, existing: counted.existing + counted.created }
      : counted
  } catch (error) {
    if (exitOf(error) !== 'rejected') throw error
    // One item makes the whole request invalid, or it is too large.
    if (items.length === 1) {
      const problem = error as Problem // a TaskServiceError: others have another exit
      const rejections = [{ row: first.row, error: describe(problem) }]
      return { created: 0, existing: 0, rejections }
    }
    const half = Math.ceil(items.length / 2)
    const one = await sendBatch(client, items.slice(0, half), signal)
    const other = await sendBatch(client, items.slice(half), signal)
    return {
      created: one.created + other.created,
      existing: one.existing + other.existing,
      rejections: [...one.rejections, ...other.rejections],
    }
  }
}

function countResults(items: readonly BatchItem[], results: readonly BulkResult[]): BatchResult {
  const counted: BatchResult = { created: 0, existing: 0, rejections: [] }
  for (const [at, { row }] of items.entries()) {
    const problem = results[at]?.problem
    if (problem === undefined) counted.created++
    // The task of this row is there already.
    else if (problem.code === 'reference_taken') counted.existing++
    else counted.rejections.push({ row, error: describe(problem) })
  }
  return counted
}

type Problem = Pick<NonNullable<BulkResult['problem']>, 'code' | 'detail'>

function describe({ code, detail }: Problem): string {
  return `${code}: ${detail}`
}
