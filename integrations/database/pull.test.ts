// What a pull makes of a list that does not come as a whole.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EdgeClient, type EdgeRows, Failure, type PullItem } from '@task-service/kit'
import { type Cursor, pull } from './pull.ts'
import { config, statements } from './testing/backend.ts'
import type { Context } from './wire.ts'

const cutAt = { rows: 20_000, bytes: 8_388_608 }

/** A list of one row per page, of which there is always more. */
async function pullCut(more: Partial<EdgeRows>, params: { name: string }[]): Promise<unknown> {
  const logged: string[] = []
  let key = 0
  const edge: EdgeClient = {
    statements: async () =>
      statements.map((one) => ({
        ...one,
        params:
          one.name === config.read_statement
            ? params.map(({ name }) => ({ name, type: 'integer', required: false }))
            : one.params,
      })),
    run: async () => {
      const columns = [config.key_column, 'version', 'status']
      const rows = key < 3 ? [[String(++key), '1', 'open']] : []
      return { columns, rows, truncated: true, changed: 0, sourceChanged: false, ...more }
    },
  }
  const ctx = { config, edge, now: () => new Date(), log: (line: string) => logged.push(line) }
  const items: PullItem<Cursor>[] = []
  try {
    const all = pull(ctx as unknown as Context, null, { limit: 10 }) // what a pull needs of it
    for await (const item of all) items.push(item)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { kind: error.kind, message: error.message, fix: error.facts.fix, items: items.length }
  }
  return { logged: logged.length, upserts: items.filter(({ kind }) => kind === 'upsert').length }
}

test('a list without pages that the service cuts off fails, and nothing of it is taken', async () => {
  assert.deepEqual(await pullCut({ cutAt }, []), {
    kind: 'invalid',
    message: `The statement "${config.read_statement}" returns more than 20,000 rows or 8,388,608 bytes, the maximum of one read. The list is not complete.`,
    fix: 'Add a parameter "after" to the statement in the policy file, and return the rows after that key, ordered by the key.',
    items: 0,
  })
})

test('one with pages is read page by page', async () => {
  assert.deepEqual(await pullCut({ cutAt }, [{ name: 'after' }]), { logged: 0, upserts: 3 })
})

test('the max_rows of a policy is where its list ends', async () => {
  assert.deepEqual(await pullCut({}, []), { logged: 1, upserts: 1 })
})
