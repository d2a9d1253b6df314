// The order of the list: what is stopped first, then what waits for a decision.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Integration } from '@task-service/contract'
import { attentionFirst } from './needs-attention.ts'

const none = {
  links: 0,
  conflicts: 0,
  failures: 0,
  write_backs_open: 0,
  write_backs_failed: 0,
  frozen: 0,
}
const one = (state: Integration['state'], conflicts = 0) => ({
  state,
  problem: null,
  counts: { ...none, conflicts },
})

test('stopped ones come first, then those with conflicts, the others in their order', () => {
  const [ok, conflict, failing, fresh, stalled] = [
    one('ok'),
    one('ok', 2),
    one('failing'),
    one('new'),
    one('stalled'),
  ]
  const problem: Pick<Integration, 'state' | 'problem' | 'counts'> = {
    ...one('auth_failed'),
    problem: { kind: 'auth_failed', detail: 'x', vendor_text: null, fix: null, since: null },
  }
  assert.deepEqual(attentionFirst([ok, conflict, failing, fresh, problem, stalled]), [
    failing,
    problem,
    stalled,
    conflict,
    ok,
    fresh,
  ])
})
