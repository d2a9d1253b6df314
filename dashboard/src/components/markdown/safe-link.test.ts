// Addresses in texts of others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeLink } from './safe-link.ts'

test('leads to the web and to mail, and nowhere else', () => {
  for (const good of ['https://example.com/a?b#c', 'http://example.com/', 'mailto:a@example.com']) {
    assert.equal(safeLink(good), good)
  }
  const bad = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://example.com/x',
    'file:///etc/passwd',
    '//example.com',
    '/ui/settings',
    '../x',
    '#x',
    '',
  ]
  for (const one of bad) assert.equal(safeLink(one), '', one)
})
