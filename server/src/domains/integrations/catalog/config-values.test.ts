// A configuration as a provider asks for it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConfigField } from '@task-service/kit'
import type { Problem } from '#lib/problem.ts'
import { readConfig } from './config-values.ts'

const field = (name: string, kind: ConfigField['kind'], more: Partial<ConfigField> = {}) => ({
  name,
  label: name,
  kind,
  required: false,
  ...more,
})

const config = [
  field('url', 'url', { required: true }),
  field('days', 'number', { default: 30 }),
  field('closed', 'boolean'),
  field('kind', 'choice', { choices: [{ value: 'a', label: 'A' }] }),
  field('project', 'choice', { discover: 'containers' }),
  field('text', 'text'),
]

function faults(given: Record<string, string | number | boolean>): string[] {
  try {
    readConfig({ config }, given)
    return []
  } catch (error) {
    return (error as Problem).details.errors?.map(({ pointer }) => pointer) ?? [] // nothing else is thrown
  }
}

test('defaults are filled in, and white space of copying is taken off', () => {
  assert.deepEqual(readConfig({ config }, { url: ' https://a.example/x ', text: '  ' }), {
    url: 'https://a.example/x',
    days: 30,
  })
})

test('what is missing, unknown or of another kind is refused by name', () => {
  assert.deepEqual(faults({}), ['/config/url'])
  assert.deepEqual(faults({ url: '   ' }), ['/config/url'])
  assert.deepEqual(faults({ url: 'https://a.example', more: 1 }), ['/config/more'])
  const wrong = { url: 'https://a.example', days: '3', closed: 'yes', kind: 'b', text: 1 }
  assert.deepEqual(faults(wrong), [
    '/config/days',
    '/config/closed',
    '/config/kind',
    '/config/text',
  ])
})

test('an address is one that nothing secret can stand in', () => {
  const bad = [
    'ftp://a.example',
    'a.example',
    'https://me:key@a.example',
    'https://a.example/#x',
    7,
  ]
  for (const url of bad) assert.deepEqual(faults({ url }), ['/config/url'], String(url))
})

test('a value that only the vendor knows is accepted unchecked', () => {
  assert.deepEqual(faults({ url: 'https://a.example', project: 'anything' }), [])
})
