import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { appendRun, describeHistory, type RunRecord, readRuns } from './history.ts'

const run = (at: string, flakes: string[], failed: string[] = []): RunRecord => ({
  at,
  commit: 'abc1234',
  seconds: 60,
  passed: 1,
  failed,
  flakes: flakes.map((name) => ({ name, message: 'broke' })),
  steps: {},
})

describe('the history of runs', () => {
  it('outlives a run', () => {
    const folder = mkdtempSync(join(tmpdir(), 'task-service-history-'))
    try {
      const file = join(folder, 'deep', 'history.jsonl')
      assert.deepEqual(readRuns(file), [])
      const runs = [run('2026-11-01T10:00:00Z', ['a']), run('2026-11-02T10:00:00Z', [])]
      for (const one of runs) appendRun(one, file)
      assert.deepEqual(readRuns(file), runs)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('says how often and when a flake was seen before', () => {
    const runs = [
      run('2026-11-01T10:00:00Z', ['a']),
      run('2026-11-02T10:00:00Z', [], ['a']),
      run('2026-11-03T10:00:00Z', []),
    ]
    const words = 'also in 2 of 3 recorded runs, last on 2026-11-02 at abc1234'
    assert.equal(describeHistory('a', runs), words)
    assert.equal(describeHistory('b', runs), 'never before in 3 recorded runs')
  })
})
