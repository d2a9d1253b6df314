import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHeader } from './migration-header.ts'

const TEXT = `-- Adds a column.
--
-- Works with: 0037
-- Takes: ACCESS EXCLUSIVE on tasks, SHARE on runs
-- Rewrites: nothing
-- Scans: runs
-- Allows: blocking-scan: runs has a few hundred rows

alter table tasks add column a int;
-- Works with: 0001
`

test('the lines of the opening comment are read, and nothing below it', () => {
  const header = readHeader(TEXT, 38)
  assert.equal(header.worksWith, 37)
  assert.equal(header.inTransaction, true)
  assert.deepEqual(header.locks, ['ACCESS EXCLUSIVE on tasks', 'SHARE on runs'])
  assert.deepEqual(header.rewrites, [])
  assert.deepEqual(header.scans, ['runs'])
  assert.equal(header.allowed.get('blocking-scan'), 'runs has a few hundred rows')
  assert.deepEqual(header.problems, [])
})

test('a file without the line works with its own program only', () => {
  const header = readHeader('-- Adds a table.\ncreate table t ();', 12)
  assert.deepEqual([header.worksWith, header.isDeclared], [12, false])
})

test('a level that cannot be is a problem, and counts as none', () => {
  for (const level of ['37', '0000', '0039', 'everything']) {
    const { worksWith, problems } = readHeader(`-- Works with: ${level}\nselect 1`, 38)
    assert.equal(worksWith, 38, level)
    assert.equal(problems.length, 1, level)
  }
  assert.equal(readHeader('-- Transaction: maybe\n', 1).problems.length, 1)
  assert.equal(readHeader('-- Works with: 0001\n-- Works with: 0001\n', 1).problems.length, 1)
})
