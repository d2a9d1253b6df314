import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '@task-service/contract'
import { exportForm } from './export-file.ts'

const entry: AuditEntry = {
  id: 'aud_1',
  at: '2026-01-01T00:00:00.000Z',
  action: 'task.updated',
  actor: { kind: 'user', id: '+usr' },
  subject_id: 'tsk_1',
  subject: { name: '@first', task_number: 7 },
  actor_name: null,
  request_id: 'r',
  changes: [{ field: 'title', from: 'a', to: '=1' }],
}

async function* pagesOf(...pages: AuditEntry[][]): AsyncGenerator<AuditEntry[]> {
  yield* pages
}

async function textOf(format: 'csv' | 'ndjson', ...pages: AuditEntry[][]): Promise<string[]> {
  return Array.fromAsync(exportForm(format).print(pagesOf(...pages)))
}

test('values separated by commas have a head and no formulas', async () => {
  assert.deepEqual(await textOf('csv', [entry], [], [entry]), [
    'at,action,actor_kind,actor_id,subject_id,changes,request_id,id,actor_name,subject_name,task_number\r\n' +
      `2026-01-01T00:00:00.000Z,task.updated,user,'+usr,tsk_1,"[{""field"":""title"",""from"":""a"",""to"":""=1""}]",r,aud_1,,'@first,7\r\n`,
    `2026-01-01T00:00:00.000Z,task.updated,user,'+usr,tsk_1,"[{""field"":""title"",""from"":""a"",""to"":""=1""}]",r,aud_1,,'@first,7\r\n`,
  ])
})

test('a file without entries is a head, or nothing', async () => {
  assert.match((await textOf('csv', [])).join(''), /^at,[a-z_,]+\r\n$/)
  assert.deepEqual(await textOf('ndjson', [], []), [])
})

test('lines of JSON are the entries as the list has them', async () => {
  const [text = ''] = await textOf('ndjson', [entry, entry])
  const lines = text.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line) as unknown),
    [entry, entry],
  )
})

test('nothing is said before something was read', async () => {
  const pieces = exportForm('csv').print(failing())
  await assert.rejects(pieces.next(), /gone/)
})

async function* failing(): AsyncGenerator<AuditEntry[]> {
  yield await Promise.reject(new Error('gone'))
}
