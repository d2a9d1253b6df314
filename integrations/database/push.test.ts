// Values of parameters, reading of rows, and the error of a configuration that does not fit.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type EdgeStatement, isFailure } from '@task-service/kit'
import { templatesFor } from './push.ts'
import { fillText, fillValue, namesIn } from './template.ts'
import { config } from './testing/backend.ts'
import { keyOf, statusOf, toTask, versionOf } from './wire.ts'

const param = (name: string, required = true) => ({ name, type: 'text', required })
const statement = (...params: EdgeStatement['params']): EdgeStatement => ({
  database: 'warehouse',
  name: 'close',
  kind: 'write',
  params,
  columns: [],
  maxRows: 1,
})
const given = (params?: object) => {
  const { write_params: _, ...rest } = config
  return params ? { ...rest, write_params: JSON.stringify(params) } : rest
}
const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (isFailure(error, 'invalid')) return error.message
    throw error
  }
  return 'it was taken'
}

const look = (name: string) => (name === 'n' ? 7 : name === 'evil' ? '{{n}}' : undefined)

describe('templates', () => {
  test('names become columns, and one that is not there nothing', () => {
    assert.equal(fillText('{{ a }}, {{b c}}{{none}}!', { a: 1, 'b c': null }), '1, !')
    assert.deepEqual(namesIn('{{a}} and {{ b }}'), ['a', 'b'])
    assert.equal(fillText('{{constructor}}', {}), '')
  })

  test('one name alone keeps the kind of its value, and no value brings names of its own', () => {
    assert.equal(fillValue('{{n}}', look), 7)
    assert.equal(fillValue('no {{n}}', look), 'no 7')
    assert.equal(fillValue('{{evil}}', look), '{{n}}')
    assert.equal(fillValue('<{{evil}}>', look), '<{{n}}>')
    assert.equal(fillValue('{{other}}', look), null)
  })
})

describe('parameters', () => {
  test('get what they are called, the key by the name of its column too', () => {
    const wanted = statement(param('key'), param('version'), param('id'), param('more', false))
    assert.deepEqual(templatesFor(given(), wanted, 'completed'), {
      key: '{{key}}',
      version: '{{version}}',
      id: '{{key}}',
    })
  })

  test('get one text for each outcome where there is one', () => {
    const config1 = given({ status: { completed: 'closed', failed: 'rejected' } })
    const wanted = statement(param('status'))
    assert.deepEqual(templatesFor(config1, wanted, 'failed'), { status: 'rejected' })
    assert.match(
      refusal(() => templatesFor(config1, wanted, 'canceled')),
      /"status".*canceled/,
    )
  })

  test('what cannot be meant is refused', () => {
    const wanted = statement(param('amount'))
    assert.match(
      refusal(() => templatesFor(given(), wanted, 'completed')),
      /"amount"/,
    )
    assert.match(
      refusal(() => templatesFor(given({ iban: 'x' }), wanted, 'completed')),
      /"iban"/,
    )
    for (const params of ['{', '[]', '7', '{"amount": 7}', '{"amount": {"completed": 7}}']) {
      const broken = { ...config, write_params: params }
      assert.match(
        refusal(() => templatesFor(broken, wanted, 'completed')),
        /not valid JSON/,
        params,
      )
    }
  })
})

describe('a row', () => {
  const row = { id: 7, version: 3, title: 'Wet', status: ' Closed ', note: null }

  test('has a status by the lists of values', () => {
    const lists = { ...config, canceled_values: 'void' }
    const as = (status: string) => statusOf(lists, { ...row, status })
    assert.deepEqual(['Closed ', 'rejected', 'VOID', 'new', ''].map(as), [
      'completed',
      'failed',
      'canceled',
      'open',
      'open',
    ])
  })

  test('has a version of its own, or one of all that it says', () => {
    assert.equal(versionOf(config, row), '3')
    const { version_column: _, ...without } = config
    const version = versionOf(without, row)
    assert.equal(versionOf(without, { ...row }), version)
    assert.notEqual(versionOf(without, { ...row, note: '' }), version)
  })

  test('without a key is none', () => {
    assert.match(
      refusal(() => keyOf(config, { ...row, id: null })),
      /no valid key/,
    )
    assert.match(
      refusal(() => keyOf(config, { ...row, id: 'x'.repeat(301) })),
      /no valid key/,
    )
  })

  test('becomes a task with its facts; only web addresses are links', () => {
    const at = new Date('2026-11-16T00:00:00Z')
    const task = toTask({ ...config, link: 'https://a.test/{{id}}' }, row, at)
    assert.deepEqual([task.ref.id, task.url, task.fields.title], ['7', 'https://a.test/7', 'Wet'])
    assert.deepEqual(task.context?.[0]?.facts.at(-1), { name: 'note', value: '' })
    assert.equal(toTask({ ...config, link: 'javascript:{{id}}' }, row, at).url, '')
    assert.equal(toTask({ ...config, title: '{{note}}' }, row, at).fields.title, '7')
  })
})
