// What the first bytes of a file say, and the files that are rejected for them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportFormat } from '@task-service/contract'
import { Problem } from '#lib/problem.ts'
import { detectDelimiter, readStart } from './file-start.ts'

const start = (content: string | Buffer, format: ImportFormat = 'csv', isEnd = true) =>
  readStart(Buffer.from(content), { format, delimiter: undefined, isEnd })

test('a header with a byte order mark, quotes and line breaks; samples without repetition', () => {
  const mark = '\ufeff'
  const header = '"Ti""tle";"Due\r\ndate";\r\n'
  const found = start(`${mark}${header}a;1;\r\na;2;\r\nb;;\r\n`)
  assert.deepEqual(found, {
    delimiter: 'semicolon',
    columns: [
      { name: 'Ti"tle', samples: ['a', 'b'] },
      { name: 'Due\r\ndate', samples: ['1', '2'] },
      { name: '', samples: [] },
    ],
    dataPosition: Buffer.byteLength(mark + header),
    dataLine: 3,
  })
})

test('keys of the first lines of JSON, and values of any kind as samples', () => {
  const found = start('{"title":"a","n":1}\n\nno object\n{"n":[2],"title":"a"}', 'jsonl')
  assert.deepEqual(found.columns, [
    { name: 'title', samples: ['a'] },
    { name: 'n', samples: ['1', '[2]'] },
  ])
  assert.deepEqual([found.delimiter, found.dataPosition, found.dataLine], [null, 0, 1])
})

test('long samples are cut between characters', () => {
  const [column] = start(`title\n${'x'.repeat(79)}😀 more`).columns
  assert.equal(column?.samples[0], `${'x'.repeat(79)}\ufffd…`)
})

test('the delimiter is the most frequent one outside of quotes', () => {
  assert.equal(detectDelimiter('"a,b,c";d'), 'semicolon')
  assert.equal(detectDelimiter('a\tb\tc,d'), 'tab')
  assert.equal(detectDelimiter('title'), 'comma')
})

const rejected: [name: string, content: string | Buffer, detail: RegExp][] = [
  ['no bytes', '', /empty/],
  ['UTF-16', Buffer.from('\ufefftitle\n', 'utf16le'), /UTF-16/],
  ['Latin-1', Buffer.from('fünf\n', 'latin1'), /not UTF-8/],
  ['a binary file', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 10]), /not UTF-8/],
  ['an open quote', '"title\na', /not closed/],
  ['a column twice', 'a,b,a\n', /"a" is there twice/],
  ['a header without names', ',,\n', /no names/],
  ['a long name', `${'x'.repeat(501)}\n`, /501 characters/],
  ['many columns', `${Array.from({ length: 2_000 }, (_, at) => `c${at}`).join(',')}\n`, /2000 col/],
]

for (const [name, content, detail] of rejected) {
  test(`${name} is rejected`, () => {
    assert.throws(
      () => start(content),
      (error) =>
        error instanceof Problem &&
        error.code === 'import_file_invalid' &&
        detail.test(error.detail),
    )
  })
}

test('JSON without an object, and a header without an end, are rejected', () => {
  assert.throws(() => start('[{"title":"a"}]', 'jsonl'), { message: /None of the first 20 lines/ })
  assert.throws(() => start('title,', 'csv', false), { message: /no end/ })
})
