import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseUnavailable } from '../database-failure.ts'
import { Problem } from '../problem.ts'
import { createIsolatingGroup } from './isolating-group.ts'

/** `a1` belongs to `a`. A result is the item and how it was sent. */
function start(options: {
  together?: (item: string) => 'busy' | 'fails' | undefined
  separately?: (item: string) => void
}) {
  const together: string[][] = []
  const separately: string[][] = []
  const group = createIsolatingGroup<string, string>({
    maxItems: 10,
    maxWaiting: 100,
    ownerOf: (item) => item.slice(0, 1),
    async sendTogether(items) {
      together.push([...items])
      const fates = items.map((item) => options.together?.(item))
      if (fates.includes('fails')) throw Object.assign(new Error('bad row'), { code: '22001' })
      return items.map((item, index) =>
        fates[index] === 'busy' ? 'busy' : { result: `${item} together` },
      )
    },
    async sendSeparately(owner, items) {
      separately.push([owner, ...items])
      for (const item of items) options.separately?.(item)
      return items.map((item) => `${item} separately`)
    },
  })
  return { group, together, separately }
}

const isBad = (item: string) => item === 'a1'

test('items of all owners are sent together', async () => {
  const { group, together, separately } = start({})
  const results = await Promise.all(['a1', 'b1', 'a2'].map(group.submit))
  assert.deepEqual(results, ['a1 together', 'b1 together', 'a2 together'])
  assert.deepEqual([together, separately], [[['a1', 'b1', 'a2']], []])
})

test('a busy owner is retried twice, and is then sent separately', async () => {
  const { group, together, separately } = start({
    together: (item) => (item.startsWith('a') ? 'busy' : undefined),
  })
  const results = await Promise.all(['a1', 'b1', 'a2'].map(group.submit))
  assert.deepEqual(results, ['a1 separately', 'b1 together', 'a2 separately'])
  assert.deepEqual(together, [
    ['a1', 'b1', 'a2'],
    ['a1', 'a2'],
    ['a1', 'a2'],
  ])
  assert.deepEqual(separately, [['a', 'a1', 'a2']])
})

test('after a group failed, the owner of the failing items stays isolated, and the others do not', async () => {
  const { group, together } = start({
    together: (item) => (isBad(item) ? 'fails' : undefined),
    separately: (item) => {
      if (isBad(item)) throw Object.assign(new Error('bad row'), { code: '22001' })
    },
  })
  const results = await Promise.all(['a1', 'b1', 'a2'].map(group.submit))
  assert.deepEqual(results, [undefined, 'b1 separately', undefined], 'undefined: to be done alone')
  assert.deepEqual(await Promise.all(['a3', 'b2'].map(group.submit)), [
    'a3 separately',
    'b2 together',
  ])
  assert.deepEqual(together, [['a1', 'b1', 'a2'], ['b2']])
})

test('a failure with an unknown outcome rejects every item and is not retried', async () => {
  const { group, separately } = start({
    together: () => {
      throw new DatabaseUnavailable('the connection was lost')
    },
  })
  const results = await Promise.allSettled(['a1', 'b1'].map(group.submit))
  assert.ok(results.every(({ status }) => status === 'rejected'))
  assert.deepEqual(separately, [])
})

test('an owner that exceeds its share gets the rejection, is not sent alone, and does not stay isolated', async () => {
  let isFull = true
  const { group } = start({
    together: (item) => (isFull && item.startsWith('a') ? 'busy' : undefined),
    separately: () => {
      if (isFull) throw new Problem('overloaded')
    },
  })
  await assert.rejects(group.submit('a1'), Problem)
  isFull = false
  await new Promise((resolve) => setTimeout(resolve, 1_050))
  assert.equal(await group.submit('a2'), 'a2 together')
})
