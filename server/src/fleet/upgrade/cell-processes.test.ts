import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cell } from '#fleet/directory/cells.ts'
import { findFault, soak, waitForProcesses } from './cell-processes.ts'
import { CellFailed, type ProcessState } from './upgrade-tools.ts'

const goal = { version: '2.0.0', schema_level: 60, schema_only: false }
const fresh: ProcessState = { isReady: true, version: '2.0.0', level: 60, fault: null }
const old: ProcessState = { isReady: true, version: '1.0.0', level: 59, fault: null }
const down: ProcessState = { isReady: false, version: null, level: null, fault: 'does not respond' }

const cell: Cell = {
  name: 'eu-1',
  backends: ['a:1', 'b:1'],
  status: 'active',
  note: '',
  version: null,
  schema_level: null,
  reported_at: null,
  tenants: 0,
  claims: 0,
}

/** Each process goes through its states, and stays in the last one. */
function probeOf(states: Record<string, readonly ProcessState[]>) {
  const counts = new Map<string, number>()
  return async (address: string): Promise<ProcessState> => {
    const count = counts.get(address) ?? 0
    counts.set(address, count + 1)
    const own = states[address] ?? [fresh]
    return own[Math.min(count, own.length - 1)] ?? fresh
  }
}

test('a cell is current when all of its processes are ready and new', async () => {
  assert.equal(await findFault({ probe: probeOf({}) }, cell, goal), null)
  const mixed = { probe: probeOf({ 'b:1': [old] }) }
  assert.equal(await findFault(mixed, cell, goal), 'b:1 has version 1.0.0, expected 2.0.0')
  assert.equal(await findFault(mixed, cell, 'any'), null)
  assert.equal(await findFault(mixed, cell, { ...goal, schema_only: true }), null)
  const failing = { probe: probeOf({ 'a:1': [down] }) }
  assert.equal(await findFault(failing, cell, 'any'), 'a:1 does not respond')
})

test('waiting ends when the last process is replaced, or with what is missing', async () => {
  const tools = { probe: probeOf({ 'b:1': [old, fresh] }), note: () => undefined }
  await waitForProcesses(tools, async () => cell, { goal, timeoutMs: 5_000 })
  const stuck = { probe: probeOf({ 'b:1': [old] }), note: () => undefined }
  await assert.rejects(
    waitForProcesses(stuck, async () => cell, { goal, timeoutMs: 0 }),
    (error) => {
      assert.ok(error instanceof CellFailed)
      return /not ready after 0 s: b:1 has version 1\.0\.0/.test(error.message)
    },
  )
})

test('one failed check is tolerated during the soak time, three in a row are not', async () => {
  const once = { probe: probeOf({ 'a:1': [fresh, down, fresh] }) }
  assert.equal((await soak(once, [cell], { goal, soakMs: 1_500 })).size, 0)
  const gone = { probe: probeOf({ 'a:1': [fresh, down] }) }
  const faults = await soak(gone, [cell], { goal, soakMs: 1_100 })
  assert.deepEqual([...faults], [['eu-1', 'a:1 does not respond']])
})
