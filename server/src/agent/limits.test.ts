import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultHostLimits, fitLimits } from './limits.ts'

const worker = { api: false, worker: true }
const both = { api: true, worker: true }

test('a small container runs few plugin processes, and one cannot exceed the total memory', () => {
  const limits = fitLimits(230, worker)
  assert.equal(limits.processes, 4)
  assert.equal(limits.lanes?.sync.processes, 4)
  assert.equal(limits.lanes?.sync.perTenant, 2)
  assert.ok((limits.memoryMb ?? 0) - 50 < 230)
  assert.ok((limits.heapMb ?? 0) < 128)
})

test('a large container runs the maximum number of processes', () => {
  const { processes, memoryMb, heapMb } = fitLimits(1_024, both)
  assert.equal(processes, 16)
  assert.equal(memoryMb, defaultHostLimits.memoryMb)
  assert.equal(heapMb, defaultHostLimits.heapMb)
})

test('every lane has a process, and verification has one that no other lane can use', () => {
  for (let mb = 64; mb <= 2_048; mb += 16) {
    const { processes = 0, lanes } = fitLimits(mb, both)
    assert.ok(lanes)
    assert.ok(processes >= 3)
    assert.ok(lanes.sync.processes >= 1)
    assert.ok(lanes.request.processes >= 1)
    assert.ok(lanes.sync.processes + lanes.request.processes < processes, `${mb} MB`)
  }
})
