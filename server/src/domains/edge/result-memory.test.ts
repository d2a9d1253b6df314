import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withResultMemory } from './result-memory.ts'

const MIB = 2 ** 20
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a tenant that takes all of its share waits for itself, and others do not wait for it', async () => {
  const ends: (() => void)[] = []
  const begun: string[] = []
  const hold = (tenant: string) =>
    withResultMemory(tenant, 8 * MIB, () => {
      begun.push(tenant)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const hostile = Array.from({ length: 20 }, () => hold('hostile'))
  await turn()
  assert.equal(begun.length, 3)
  const other = hold('other')
  await turn()
  assert.equal(begun.at(-1), 'other')
  while (begun.length < 21 || ends.length > 0) {
    ends.shift()?.()
    await turn()
  }
  await Promise.all([...hostile, other])
})

test('what fails gives back what it took', async () => {
  for (let n = 0; n < 10; n++) {
    const failing = withResultMemory('tenant', 24 * MIB, () => Promise.reject(new Error('no')))
    await assert.rejects(failing, /no/)
  }
})
