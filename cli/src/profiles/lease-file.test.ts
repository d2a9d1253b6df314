// Leases of several claims at the same time.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Environment } from '#cli/environment.ts'
import { dropLease, findLease, saveLease } from './lease-file.ts'

const url = 'http://127.0.0.1:8080'
const leaseOf = (number: number) => ({ task_id: `tsk_${number}`, number, run: 'run_1', token: 't' })

test('no claim loses the lease of another one', { timeout: 10_000 }, async (t) => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'tasks-'))
  t.after(() => rmSync(stateFolder, { recursive: true }))
  const environment = { stateFolder } as Environment // all that is used of it
  // Left by a program that was killed.
  const lock = join(stateFolder, 'leases.json.lock')
  writeFileSync(lock, '')
  utimesSync(lock, 1, 1)
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
  await Promise.all(numbers.map((number) => saveLease(environment, url, leaseOf(number))))
  await Promise.all([1, 2].map((number) => dropLease(environment, url, leaseOf(number))))
  const found = await Promise.all(numbers.map((n) => findLease(environment, url, `T-${n}`)))
  assert.deepEqual(
    found.map((lease) => lease?.number),
    [undefined, undefined, 3, 4, 5, 6, 7, 8],
  )
})
