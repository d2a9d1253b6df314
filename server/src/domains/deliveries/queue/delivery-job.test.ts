import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bytesOfJob, type DueAttempt, packJobs } from './delivery-job.ts'

const MB = 1024 * 1024
let number = 0

function due(bytes?: number): DueAttempt {
  const one = { tenant_id: 't', webhook_id: 'w', delivery_id: `d${number++}`, round: 0, try: 1 }
  return bytes === undefined ? one : { ...one, bytes }
}

const packed = (deliveries: DueAttempt[]) =>
  packJobs(deliveries).map(({ data }) => ({ count: data.deliveries.length, bytes: data.bytes }))

describe('deliveries in jobs', () => {
  it('share a job up to a maximum number', () => {
    assert.deepEqual(packed(Array.from({ length: 40 }, () => due(100))), [
      { count: 32, bytes: 3_200 },
      { count: 8, bytes: 800 },
    ])
  })

  it('share a job up to a size, and a large one gets its own', () => {
    assert.deepEqual(packed([due(MB / 2), due(MB / 2), due(1), due(3 * MB), due(1)]), [
      { count: 2, bytes: MB },
      { count: 1, bytes: 1 },
      { count: 1, bytes: 3 * MB },
      { count: 1, bytes: 1 },
    ])
  })

  it('count as large if their size is unknown', () => {
    assert.deepEqual(packed([due(), due()]), [
      { count: 1, bytes: MB },
      { count: 1, bytes: MB },
    ])
    const ofEarlierRelease = { tenant_id: 't', webhook_id: 'w', deliveries: ['a', 'b'], round: 0 }
    assert.equal(bytesOfJob({ ...ofEarlierRelease, try: 1 }), 2 * MB)
  })
})
