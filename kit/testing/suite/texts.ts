// Texts there and back: what was read is never written differently, or every sync would change it a little more.
import assert from 'node:assert/strict'
import { type Bench, fetchTask, type Group, unique } from '../bench.ts'
import { createTask, pushed } from './writing.ts'

/** Everything people use, and what breaks translations. */
const samples: Record<string, string> = {
  paragraphs: 'One paragraph.\n\nAnother one\nwith a break.',
  emphasis: '**bold**, *slanted*, `code` and ~~gone~~.',
  heading: '## A heading\n\nAnd text.',
  list: '- one\n- two\n  - two and a half\n- three',
  numbers: '1. one\n2. two\n3. three',
  tasks: '- [x] done\n- [ ] to do',
  code: '```js\nconst a = "<b>" && 1\n```\n\nBehind it.',
  link: 'See [the page](https://example.com/a?b=1&c=2) and <https://example.org>.',
  quote: '> Said by someone.\n\nAnswered.',
  table: '| a | b |\n| --- | --- |\n| 1 | 2 |',
  signs: 'Signs: < > & " \' \\ * _ # + - 1. 2) $ % {} [] ~ ^ |',
  letters: 'Grüße, 漢字, العربية, 👩‍👩‍👧 and a zero-width\u200bspace.',
  looksLikeHtml: 'A <script>alert(1)</script> in a text & an &amp; in it.',
  looksLikeComment: 'Before <!-- not ours --> behind.',
}

const seed = 20_261_115

/** Numbers that look random and are the same every time. */
function createDice(start: number): (sides: number) => number {
  let state = start
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** Pieces of the samples in any order. */
function shuffledTexts(count: number): Record<string, string> {
  const dice = createDice(seed)
  const pieces = Object.values(samples)
  const texts = Array.from({ length: count }, () =>
    Array.from({ length: 1 + dice(4) }, () => pieces[dice(pieces.length)] ?? '').join('\n\n'),
  )
  return Object.fromEntries(texts.map((text, n) => [`seed ${seed}, text ${n}`, text]))
}

async function checkDescription(bench: Bench, texts: Record<string, string>): Promise<void> {
  const ref = await createTask(bench, { title: unique('Texts') })
  const passThrough = async (description: string): Promise<string> => {
    await pushed(bench, { kind: 'update', ref, fields: { description } })
    return (await fetchTask(bench, ref)).fields.description ?? ''
  }
  for (const [name, text] of Object.entries(texts)) {
    const once = await passThrough(text)
    // What came back as it went has been there and back already.
    const twice = once === text ? once : await passThrough(once)
    assert.equal(twice, once, `${name} is another one after the second time`)
    if (bench.manifest.capabilities.textFormat === 'markdown') assert.equal(once.trim(), text, name)
  }
}

async function checkComments(bench: Bench): Promise<void> {
  const ref = await createTask(bench, { title: unique('Comments') })
  const written = Object.values(shuffledTexts(3))
  for (const body of written) await pushed(bench, { kind: 'comment', ref, body })
  const { comments = [] } = await fetchTask(bench, ref)
  const read = comments.map(({ body }) => body)
  if (bench.manifest.capabilities.textFormat === 'markdown') assert.deepEqual(read, written)
  for (const body of read) await pushed(bench, { kind: 'comment', ref, body })
  const again = ((await fetchTask(bench, ref)).comments ?? []).slice(written.length)
  assert.deepEqual(
    again.map(({ body }) => body),
    read,
  )
}

async function emptiesText(bench: Bench): Promise<void> {
  const ref = await createTask(bench, { title: unique('Emptied'), description: 'Something.' })
  await pushed(bench, { kind: 'update', ref, fields: { description: '' } })
  assert.equal((await fetchTask(bench, ref)).fields.description, '')
}

const isReadOnly = ({ manifest }: Bench) =>
  (manifest.fields.description?.access !== 'readwrite' || !manifest.capabilities.create) &&
  'the integration writes no texts'

export const texts: Group = {
  name: 'texts',
  cases: [
    {
      name: 'of every kind are the same from the second time on',
      skip: isReadOnly,
      run: (bench) => checkDescription(bench, samples),
    },
    {
      name: 'made of pieces in any order are too',
      skip: isReadOnly,
      run: (bench) => checkDescription(bench, shuffledTexts(6)),
    },
    {
      name: 'of comments are too',
      skip: (bench) =>
        bench.manifest.capabilities.comments !== 'readwrite'
          ? 'no comments are written'
          : isReadOnly(bench),
      run: checkComments,
    },
    { name: 'can be emptied', skip: isReadOnly, run: emptiesText },
  ],
}
