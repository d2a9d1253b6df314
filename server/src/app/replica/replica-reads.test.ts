// Only operations that read may be sent to a replica.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@task-service/contract'
import { REPLICA_READS } from './replica-reads.ts'

test('the operations of the replica change nothing, and none reads the event log', () => {
  for (const id of REPLICA_READS) {
    assert.equal(operations[id].method, 'GET', id)
    assert.doesNotMatch(id, /^(events|deliveries)\./)
  }
})
