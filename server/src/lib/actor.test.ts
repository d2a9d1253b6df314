// An actor round-trips through its text column, whatever its ID looks like.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACTOR_KINDS } from '@task-service/contract'
import { actorText, parseActor } from './actor.ts'

test('every kind of actor round-trips', () => {
  for (const kind of ACTOR_KINDS) {
    for (const id of ['key_1', 'with:colon', '', 'ü']) {
      assert.deepEqual(parseActor(actorText({ kind, id })), { kind, id })
    }
  }
})
