import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fail, failureCodes } from './failure.ts'

const root = join(import.meta.dirname, '../../..')

test('every failure has a remedy, and the guide lists when it happens', () => {
  const guide = readFileSync(join(root, 'docs/guide/operating.md'), 'utf8')
  for (const code of failureCodes) {
    assert.ok(guide.includes(`\`${code}\``), `${code} is not in docs/guide/operating.md`)
    assert.match(fail(code, '').remedy, /^[A-Z].*\.$|_[A-Z]+\.?$/, code)
  }
})

test('variables named by a failure exist', () => {
  const reference = readFileSync(join(root, 'docs/reference/configuration.md'), 'utf8')
  const named = failureCodes.flatMap((code) => fail(code, '').remedy.match(/[A-Z_]{8,}/g) ?? [])
  assert.ok(named.length > 3)
  for (const name of named) assert.ok(reference.includes(`\`${name}\``), name)
})
