// A cursor decodes only in the list it was issued for, and cannot be forged.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type CursorScope, decodeCursor, encodeCursor } from './cursor.ts'
import { Problem } from './problem.ts'

const scope: CursorScope = {
  secret: Buffer.alloc(32, 1),
  tenantId: '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6',
  query: 'tasks []',
}

function refuses(other: CursorScope, cursor: string): void {
  assert.throws(
    () => decodeCursor(other, cursor),
    (error) => error instanceof Problem && error.code === 'invalid_cursor',
  )
}

const position = fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 4 })

describe('a cursor', () => {
  test('decodes to its position, and is URL-safe', () => {
    fc.assert(
      fc.property(position, (values) => {
        const cursor = encodeCursor(scope, values)
        assert.match(cursor, /^[A-Za-z0-9_.-]+$/)
        assert.deepEqual(decodeCursor(scope, cursor), values)
      }),
    )
  })

  test('is rejected with another secret, tenant or query', () => {
    const cursor = encodeCursor(scope, ['x', 1])
    refuses({ ...scope, secret: Buffer.alloc(32, 2) }, cursor)
    refuses({ ...scope, tenantId: '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f7' }, cursor)
    refuses({ ...scope, query: 'tasks [1]' }, cursor)
  })

  test('has an unambiguous boundary between tenant and query', () => {
    const cursor = encodeCursor({ ...scope, tenantId: 'ab', query: 'c' }, [])
    refuses({ ...scope, tenantId: 'a', query: 'bc' }, cursor)
  })

  test('is rejected after any change', () => {
    const cursor = encodeCursor(scope, ['some-id', 3])
    fc.assert(
      fc.property(
        fc.nat(cursor.length - 1),
        fc.constantFrom('Z', 'z', '9', '-', '_', '.'),
        (at, other) => {
          const changed = cursor.slice(0, at) + other + cursor.slice(at + 1)
          // The last Base64 character has unused bits: a change there can leave the bytes the same.
          const [payload = '', signature = ''] = changed.split('.')
          const same =
            payload === cursor.split('.')[0] &&
            Buffer.from(signature, 'base64url').equals(
              Buffer.from(cursor.split('.')[1] ?? '', 'base64url'),
            )
          if (!same) refuses(scope, changed)
        },
      ),
    )
  })

  test('is rejected when it is not a cursor at all', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => refuses(scope, text)))
    const valid = encodeCursor(scope, [])
    for (const text of ['', '.', '..', `${valid}.`, `.${valid}`, valid.split('.')[0] ?? '']) {
      refuses(scope, text)
    }
  })
})
