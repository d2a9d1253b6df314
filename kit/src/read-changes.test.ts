// Lists that change while they are read: every row that was there is seen, and nothing is asked for without end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChangesPage, type PageStart, readChanges } from './read-changes.ts'

type Row = { id: number; at: string; text: string }

/** A vendor's list: by time of change, then by id, in pages by number. */
function createList(rows: Row[], size: number) {
  const asked: PageStart[] = []
  return {
    asked,
    getPage: async (at: PageStart): Promise<ChangesPage<Row>> => {
      asked.push(at)
      const found = rows
        .filter((row) => at.since === null || row.at >= at.since)
        .toSorted((a, b) => a.at.localeCompare(b.at) || a.id - b.id)
      const from = Number(at.next ?? 0)
      const page = found.slice(from, from + size).map((row) => ({ ...row }))
      return { rows: page, ...(from + size < found.length && { next: String(from + size) }) }
    },
  }
}

async function readAll(rows: Row[], size: number, change: (step: number) => void = () => {}) {
  const list = createList(rows, size)
  const read: Row[] = []
  const options = { idOf: (row: Row) => row.id, timeOf: (row: Row) => row.at }
  for await (const page of readChanges({ start: null, getPage: list.getPage, ...options })) {
    read.push(...page.rows)
    change(read.length)
    assert.ok(list.asked.length < 100, 'it does not end')
  }
  return { read, asked: list.asked }
}

const row = (id: number, at: string): Row => ({ id, at, text: `row ${id}` })
const ids = (rows: Row[]): Set<number> => new Set(rows.map(({ id }) => id))

test('each row once when nothing changes, in pages of any size', async () => {
  const rows = Array.from({ length: 20 }, (_, n) => row(n, `t${String(n >> 2).padStart(2, '0')}`))
  for (const size of [1, 2, 3, 4, 7, 19, 20, 21]) {
    const { read } = await readAll(rows, size)
    assert.deepEqual(
      read.map(({ id }) => id),
      rows.map(({ id }) => id),
    )
  }
  assert.deepEqual((await readAll([], 3)).read, [])
})

test('no row is skipped when another one changes between pages', async () => {
  for (let at = 1; at < 12; at++) {
    for (let moved = 0; moved < 12; moved++) {
      const rows = Array.from({ length: 12 }, (_, n) => row(n, `t${n >> 3}`))
      let isDone = false
      const { read } = await readAll(rows, 3, (step) => {
        if (step < at || isDone) return
        isDone = true
        Object.assign(rows[moved] ?? {}, { at: 't9', text: 'changed' })
      })
      assert.equal(ids(read).size, 12, `row ${moved} after ${at}`)
      assert.ok(read.some(({ text }) => text === 'changed'))
    }
  }
})

test('numbered pages alone would lose a row', async () => {
  const rows = Array.from({ length: 9 }, (_, n) => row(n, `t${n}`))
  const { getPage } = createList(rows, 3)
  const read: Row[] = []
  for (let next: string | undefined = '0'; next !== undefined; ) {
    const page: ChangesPage<Row> = await getPage({ since: null, next })
    read.push(...page.rows)
    Object.assign(rows[0] ?? {}, { at: 't9' })
    next = page.next
  }
  assert.ok(!ids(read).has(3))
})

test('of two changes at one time the second is seen', async () => {
  const rows = [row(1, 't1'), row(2, 't1'), row(3, 't2'), row(4, 't3')]
  const { read } = await readAll(rows, 2, (step) => {
    if (step === 2) Object.assign(rows[0] ?? {}, { text: 'again' })
  })
  assert.ok(read.some(({ text }) => text === 'again'))
})
