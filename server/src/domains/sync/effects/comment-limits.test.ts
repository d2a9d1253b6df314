import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { COMMENT_LIMITS, roomBesides } from './comment-limits.ts'

describe('the room for comments', () => {
  it('is the limit if none is open', () => {
    assert.deepEqual(roomBesides([]), COMMENT_LIMITS)
  })

  it('is less by what is open of the same share', () => {
    const room = roomBesides([
      { share: 'gated', comments: 50, bytes: 1_000 },
      { share: 'people', comments: 1, bytes: 2 ** 19 },
    ])
    assert.deepEqual(room, {
      gated: { comments: 0, bytes: 2 ** 18 - 1_000 },
      free: { comments: 50, bytes: 2 ** 18 },
      people: { comments: 99, bytes: 0 },
    })
  })

  it('always takes the longest comment', () => {
    const longest = 20_000 * 4
    assert.ok(Object.values(COMMENT_LIMITS).every(({ bytes }) => bytes >= longest))
  })
})
