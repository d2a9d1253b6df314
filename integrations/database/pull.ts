// Reading: all rows of the list, page by page where the statement has pages, and one row by its key.
import {
  Failure,
  type Gone,
  type PullItem,
  type PullOptions,
  type RemoteRef,
  type RemoteTask,
} from '@task-service/kit'
import { findStatements, isPaged, keyParam, refuseCut, run, type Statements } from './call.ts'
import { type Context, keyOf, type Row, rowsOf, toTask } from './wire.ts'

/** `after`: in the middle of a pull, the last key that was read. Each pull starts over: changes of rows are not announced. */
export type Cursor = { after?: string }

export async function* pull(
  ctx: Context,
  cursor: Cursor | null,
  { limit, full = false }: PullOptions,
): AsyncGenerator<PullItem<Cursor>> {
  const { read } = await findStatements(ctx)
  const hasPages = isPaged(read)
  const seen = new Set<string>()
  let after = full || !hasPages ? undefined : cursor?.after
  for (;;) {
    const readAt = ctx.now()
    const page = await run(ctx, read, after === undefined ? {} : { after })
    const tasks = rowsOf(page).map((row) => toTask(ctx.config, row, readAt))
    refuseCut(read, page)
    if (!hasPages && page.truncated) {
      ctx.log(`"${read.name}" returns more than ${tasks.length} rows; the rest is not synced.`)
    }
    refuseTwice(seen, tasks)
    for (let at = 0; at < tasks.length; at += limit) {
      const some = tasks.slice(at, at + limit)
      for (const task of some) yield { kind: 'upsert', task }
      const last = some.at(-1)
      if (last) yield { kind: 'checkpoint', cursor: { after: last.ref.id } }
    }
    const last = tasks.at(-1)?.ref.id
    if (!hasPages || !page.truncated || last === undefined) break
    after = last
  }
  yield { kind: 'checkpoint', cursor: {} }
}

/** Two rows with one key would be one task that changes with every sync. */
function refuseTwice(seen: Set<string>, tasks: readonly RemoteTask[]): void {
  for (const { ref } of tasks) {
    if (seen.has(ref.id)) {
      throw new Failure('invalid', `The key ${JSON.stringify(ref.id)} is not unique.`, {
        fix: 'Choose a key column that is unique for each row. A statement with pages must return the rows after "after", ordered by the key.',
      })
    }
    seen.add(ref.id)
  }
}

export async function fetchOne(ctx: Context, ref: RemoteRef): Promise<RemoteTask | Gone> {
  const statements = await findStatements(ctx)
  const readAt = ctx.now()
  const row = await findRow(ctx, statements, ref.id)
  return row ? toTask(ctx.config, row, readAt) : gone
}

export const gone: Gone = { gone: true, why: 'the row was deleted' }

export async function findRow(
  ctx: Context,
  { get }: Pick<Statements, 'get'>,
  key: string,
): Promise<Row | undefined> {
  const rows = rowsOf(await run(ctx, get, { [keyParam(get)]: key }))
  const [row] = rows.filter((one) => keyOf(ctx.config, one) === key)
  if (rows.length <= 1 && (row || rows.length === 0)) return row
  throw new Failure(
    'invalid',
    `The statement "${get.name}" does not return exactly the requested row.`,
    {
      fix: 'It must select by the key column only.',
    },
  )
}
