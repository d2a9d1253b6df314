// Shows what a program prints at its end, and which files count as programs.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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
  test('are those files that have the name of their folder, without their parts and tests', () => {
    const folder = mkdtempSync(join(tmpdir(), 'run-program-'))
    try {
      for (const name of ['lib', 'rls-lint', 'list']) mkdirSync(join(folder, name))
      const programs = ['list/list.ts', 'rls-lint/rls-lint.ts']
      const others = ['run.ts', 'run.test.ts', 'lib/fleet.ts', 'list/pages.ts']
      for (const file of [...programs, ...others, 'list/list.test.ts', 'list/notes.md']) {
        writeFileSync(join(folder, file), '')
      }
      assert.deepEqual(
        programsOf(folder),
        new Map([
          ['list', join(folder, 'list/list.ts')],
          ['rls-lint', join(folder, 'rls-lint/rls-lint.ts')],
        ]),
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('of this project are all its folders', () => {
    const folder = join(import.meta.dirname, '../proofs')
    const folders = readdirSync(folder).filter((name) => !name.endsWith('.ts'))
    assert.ok(folders.includes('rls-lint'))
    assert.deepEqual([...programsOf(folder).keys()], folders.toSorted())
  })
})
