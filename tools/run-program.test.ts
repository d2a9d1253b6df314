// Shows what a program prints at its end, and which files count as programs.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { atLeast, none } from './programs/criteria.ts'
import { programsOf, renderVerdict } from './run-program.ts'

describe('a verdict', () => {
  test('that passes is one line', () => {
    const verdict = { figures: '2 runs,', criteria: [none('errors', 0)] }
    assert.deepEqual(renderVerdict('list', verdict), ['list: 2 runs, PASS'])
  })

  test('that falls short names each missed criterion, and again in the last line', () => {
    const criteria = [none('errors', 0), atLeast('1 tenant ratio', 0.49, 0.5), none('leaks', 3)]
    assert.deepEqual(renderVerdict('list', { figures: '2 runs,', criteria }), [
      'not met: 1 tenant ratio: 0.49, at least 0.5',
      'not met: leaks: 3, must be 0',
      'list: 2 runs, FALLS SHORT (1 tenant ratio: 0.49, at least 0.5; leaks: 3, must be 0)',
    ])
  })

  test('without criteria falls short', () => {
    assert.deepEqual(renderVerdict('list', { figures: '2 runs,', criteria: [] }), [
      'no criteria: nothing was checked',
      'list: 2 runs, FALLS SHORT (no criteria: nothing was checked)',
    ])
  })
})

describe('the programs of a folder', () => {
  test('are its files and those of its folders, without what they share and without tests', () => {
    const folder = mkdtempSync(join(tmpdir(), 'run-program-'))
    try {
      for (const name of ['lib', 'data']) mkdirSync(join(folder, name))
      const programs = ['list.ts', 'data/rls-lint.ts']
      const others = ['run.ts', 'proof.ts', 'criteria.ts', 'criteria.test.ts', 'lib/fleet.ts']
      for (const file of [...programs, ...others, 'data/rls-lint.test.ts', 'data/notes.md']) {
        writeFileSync(join(folder, file), '')
      }
      assert.deepEqual(
        programsOf(folder),
        new Map([
          ['rls-lint', join(folder, 'data/rls-lint.ts')],
          ['list', join(folder, 'list.ts')],
        ]),
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('of this project do not include criteria', () => {
    const names = [...programsOf(join(import.meta.dirname, '../proofs')).keys()]
    assert.ok(names.includes('rls-lint'))
    assert.deepEqual(
      names.filter((name) => name.startsWith('criteria')),
      [],
    )
  })
})
