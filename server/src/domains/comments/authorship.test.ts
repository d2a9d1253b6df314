import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '@task-service/contract'
import { mayEdit, mayRemove } from './authorship.ts'

const ada: Actor = { kind: 'user', id: 'usr_1' }
const bob: Actor = { kind: 'user', id: 'usr_2' }
const key: Actor = { kind: 'key', id: 'key_1' }
const rotatedKey: Actor = { kind: 'key', id: 'key_2' }
const agent: Actor = { kind: 'agent', id: 'agent_1' }
const sync: Actor = { kind: 'system', id: 'int_1' }

/** Who, whose comment, may edit it, may delete it. */
const rules: [Actor, Actor, boolean, boolean][] = [
  [ada, ada, true, true],
  [ada, bob, false, true],
  [ada, key, false, true],
  [ada, sync, false, true],
  [key, key, true, true],
  [rotatedKey, key, true, true],
  [key, ada, false, false],
  [key, agent, false, true],
  [key, sync, false, true],
  [agent, agent, true, true],
  [agent, ada, false, false],
  [sync, sync, true, true],
  [{ kind: 'system', id: 'sync' }, sync, true, true],
  [sync, ada, false, false],
]

for (const [actor, author, edits, removes] of rules) {
  test(`${actor.kind} ${actor.id} with a comment of ${author.kind} ${author.id}`, () => {
    assert.equal(mayEdit(actor, author), edits)
    assert.equal(mayRemove(actor, author), removes)
  })
}
