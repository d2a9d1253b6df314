import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { programsOf } from '../../tools/run-program.ts'
import { statements } from './interface-statements.ts'

test('every statement of the interface is verified by a proof that exists', () => {
  const names = programsOf(join(import.meta.dirname, '..'))
  for (const { text, check, verifiedBy = [] } of statements) {
    assert.ok(check || verifiedBy.length > 0, text)
    assert.deepEqual(
      verifiedBy.filter((name) => !names.has(name)),
      [],
      text,
    )
  }
})
