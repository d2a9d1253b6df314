import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AttachmentName } from '@task-service/contract'
import { safeName } from './safe-name.ts'

const { pattern: source = '' } = AttachmentName as { pattern?: string } // as it was written
const pattern = new RegExp(source, 'u')

test('a name that is accepted stays as it is', () => {
  for (const name of ['a.pdf', 'Zoll ü.pdf', '报关单.xlsx', '.env'])
    assert.equal(safeName(name), name)
})

test('every other name becomes one that is accepted', () => {
  const names = [
    '',
    ' ',
    '.',
    '..',
    '../x',
    'a\\b',
    'a\nb',
    'x\u202egnp.exe',
    'a. ',
    ' a',
    '\ud800',
    '\u200b',
  ]
  for (const name of [...names, `${'n'.repeat(400)}.pdf`, '😀'.repeat(300)]) {
    const safe = safeName(name)
    assert.match(safe, pattern, JSON.stringify(name))
    assert.ok(Array.from(safe).length <= 255)
  }
  assert.ok(safeName(`${'n'.repeat(400)}.pdf`).endsWith('n.pdf'), 'the ending says what it is')
})
