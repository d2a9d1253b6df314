// Slices of a file of any size: every row once, with its line, and an end to a file that has no rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnreadableFile } from '#domains/imports/errors.ts'
import { ROW_BYTES_MAX, readSlice, SLICE_ROWS } from './slice.ts'

async function readAll(content: Buffer, delimiter: string | null = ',') {
  const rows: { line: number; text: string }[] = []
  const sizes: number[] = []
  let from = { position: 0, line: 1 }
  for (;;) {
    const slice = await readSlice({
      from,
      bytes: content.length,
      delimiter,
      read: async ({ position, bytes }) => {
        sizes.push(bytes)
        return content.subarray(position, position + bytes)
      },
    })
    assert.ok(slice.rows.length <= SLICE_ROWS)
    for (const row of slice.rows) {
      assert.ok(content.subarray(row.position).indexOf(row.content) === 0, `row ${row.line}`)
      rows.push({ line: row.line, text: row.content.toString() })
    }
    if (slice.isEnd) return { rows, sizes }
    from = slice
  }
}

test('every row once, with its line, also behind values with line breaks', async () => {
  const count = 3 * SLICE_ROWS + 1
  const texts = Array.from({ length: count }, (_, at) => `${at},"two\nlines"`)
  const { rows } = await readAll(Buffer.from(texts.join('\r\n')))
  assert.deepEqual(
    rows,
    texts.map((text, at) => ({ line: 1 + 2 * at, text })),
  )
})

test('a row that is longer than a part is read with a larger part', async () => {
  const long = 'x'.repeat(300 * 1024)
  const { rows, sizes } = await readAll(Buffer.from(`${long}\nb\n`))
  assert.deepEqual(
    rows.map(({ line, text }) => [line, text.length]),
    [
      [1, long.length],
      [2, 1],
    ],
  )
  assert.ok(Math.max(...sizes) <= ROW_BYTES_MAX)
})

test('an empty file has no rows', async () => {
  assert.deepEqual(await readAll(Buffer.alloc(0)), { rows: [], sizes: [] })
})

test('a quote that is not closed, and a file that lacks bytes, end the import', async () => {
  const open = Buffer.from(`a\n"b\n${'x\n'.repeat(ROW_BYTES_MAX / 2)}`)
  await assert.rejects(readAll(open), (error) => {
    return error instanceof UnreadableFile && /line 2 is too long.*quote/.test(error.message)
  })
  const cut = readSlice({
    from: { position: 0, line: 1 },
    bytes: 10,
    delimiter: ',',
    read: async () => Buffer.from('a'),
  })
  await assert.rejects(cut, { message: /incomplete/ })
})
