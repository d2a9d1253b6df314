// Round trips of texts: what people usually write stays the same, and for any text a second round trip changes nothing.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { addMark, splitMark, toHtml, toMarkdown } from './text.ts'

const pieces = [
  'word',
  'a_b_c',
  '**bold**',
  '*slanted*',
  '`code`',
  '~~gone~~',
  '3 * 4',
  'x < y',
  'a & b',
  '#5',
  '100%',
  'C:\\dir',
  '1. no',
  '- no',
  '“q”',
  'a@b.test',
  'https://a.test/?q=1_2',
  '[link](https://a.test/x_y)',
]

const there = (markdown: string): string => toMarkdown(toHtml(markdown))

describe('text survives a round trip', () => {
  const texts = [
    '',
    'One line',
    'Two\nlines',
    'Two\n\nparagraphs, and a_name_with_underscores, 3 * 4, a - b & c < d',
    '# Head\n\n## Second',
    '**bold**, *slanted*, `code`, ~~gone~~ and [a link](https://acme.test/?a=b&c=d)',
    '- one\n- two\n  - deep\n- three',
    '1. one\n2. two\n\nand so on',
    '- [ ] open\n- [x] done',
    '```js\nconst a = 1 < 2 && "x"\n\n  indented\n```',
    'See https://acme.test/a_b?c=d_e or write to carla@acme.test',
    '> quoted\n\n---\n\nafter',
    'Ümläute, emoji 🎉, "quotes", it’s, 1. no list',
  ]
  for (const text of texts) {
    test(JSON.stringify(text), () => assert.equal(there(text), text))
  }
})

test('whatever it is, a second time changes nothing', () => {
  const inline = fc.constantFrom(...pieces)
  const line = fc.array(inline, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
  const lines = fc.array(line, { minLength: 1, maxLength: 3 })
  const block = fc.oneof(
    lines.map((all) => all.join('\n')),
    line.map((text) => `## ${text}`),
    lines.map((all) => all.map((text) => `- ${text}`).join('\n')),
    lines.map((all) => all.map((text, n) => `${n + 1}. ${text}`).join('\n')),
    line.map((text) => `> ${text}`),
    line.map((text) => `\`\`\`\n${text}\n\`\`\``),
  )
  const texts = fc.array(block, { maxLength: 5 }).map((blocks) => blocks.join('\n\n'))
  fc.assert(
    fc.property(texts, (text) => {
      const once = there(text)
      assert.equal(there(once), once)
    }),
    { numRuns: 1_000, seed: 7 },
  )
})

test('text of HubSpot’s editor and other programs is read', () => {
  const edited =
    '<div style="" dir="auto" data-top-level="true"><p style="margin:0;">one</p><p style="margin:0;">two &amp; <strong>three</strong></p></div>'
  assert.equal(toMarkdown(edited), 'one\n\ntwo & **three**')
  assert.equal(toMarkdown('plain\ntext'), 'plain\ntext')
  assert.equal(toMarkdown('<script>alert(1)</script><p>text</p>'), 'text')
})

test('the mark is found, also when people wrote behind it, and is no part of the text', () => {
  const html = addMark(toHtml('Text'), 'lnk_01-a:b')
  assert.deepEqual(splitMark(html), { html: '<p>Text</p>', marker: 'lnk_01-a:b' })
  const edited = `<div>${html}<p>more</p></div>`
  const { html: rest, marker } = splitMark(edited)
  assert.deepEqual([toMarkdown(rest), marker], ['Text\n\nmore', 'lnk_01-a:b'])
  assert.deepEqual(splitMark('<p>none</p>'), { html: '<p>none</p>' })
})
