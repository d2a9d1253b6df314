// Imports of tests.
import type { Import } from '@task-service/contract'
import type { ApiClient } from '../api-client.ts'
import { uuidOf } from '../history.ts'
import { inspect } from '../test-api.ts'

type File = { name?: string; file?: string | Buffer; query?: Record<string, string> }

export async function newImport(
  client: ApiClient,
  { name = 'tasks.csv', file = 'title\nPack the boxes\n', query = {} }: File = {},
): Promise<Import> {
  return (await client.call('imports.create', { query: { name, ...query }, file })).body
}

/** As the worker would have left it. */
export async function setState(id: string, state: string): Promise<void> {
  await inspect(
    `update imports set state = $2, rows_total = coalesce(rows_total, 1), is_started = $3 where id = $1`,
    [uuidOf(id), state, state === 'importing' || state === 'finished'],
  )
}
