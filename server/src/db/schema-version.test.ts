import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AppliedMigration,
  compareSchema,
  explainSchema,
  type Migration,
} from './schema-version.ts'

const known: Migration[] = [1, 2, 3].map((version) => ({
  version,
  name: `000${version}_real`,
  text: '',
  checksum: `sum ${version}`,
}))

function applied(version: number, works_with: number | null = null): AppliedMigration {
  return { version, name: `000${version}_real`, checksum: `sum ${version}`, works_with }
}

const base = [applied(1), applied(2), applied(3)]
const stateOf = (rows: AppliedMigration[]) => compareSchema(rows, known).state

test('a schema is current, behind or altered', () => {
  assert.equal(stateOf(base), 'current')
  assert.equal(stateOf([]), 'pending')
  assert.deepEqual(compareSchema(base.slice(0, 2), known), {
    state: 'pending',
    missing: ['0003_real'],
  })
  assert.equal(stateOf([applied(1), { ...applied(2), checksum: 'x' }, applied(3)]), 'altered')
})

test('a newer schema is served if every later migration works with the program', () => {
  assert.deepEqual(compareSchema([...base, applied(4, 3)], known), {
    state: 'newer',
    level: 4,
    programLevel: 3,
    worksWith: 3,
  })
  assert.equal(stateOf([...base, applied(4, 1), applied(5, 2)]), 'newer')
  assert.equal(stateOf([...base, applied(4, 4)]), 'incompatible')
  assert.equal(stateOf([...base, applied(4, 3), applied(5, 4)]), 'incompatible')
  assert.equal(stateOf([...base, applied(4, 4), applied(5, 3)]), 'incompatible', 'not the last one')
  assert.equal(stateOf([...base, applied(4, null)]), 'incompatible', 'not recorded')
})

test('what a program knows decides nothing about itself', () => {
  assert.equal(stateOf(base.map((row) => ({ ...row, works_with: 9 }))), 'current')
})

test('a newer schema that was altered or has a gap is refused', () => {
  const altered = [applied(1), { ...applied(2), checksum: 'x' }, applied(3), applied(4, 3)]
  assert.equal(stateOf(altered), 'altered')
  assert.equal(stateOf([applied(1), applied(2), applied(4, 1)]), 'altered')
  assert.equal(stateOf([applied(1), applied(3)]), 'altered')
})

test('the refusal names both levels and the fix', () => {
  const text = explainSchema(compareSchema([...base, applied(4, 3), applied(5, 4)], known))
  assert.match(text ?? '', /has level 0005 and works with programs of level 0004 or later/)
  assert.match(text ?? '', /this program has level 0003\. Run the version/)
})
