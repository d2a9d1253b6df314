import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findBrokenLinks } from './check-links.ts'
import { externalizePages } from './externalize.ts'
import { preparePage } from './prepare-page.ts'
import { makeRelative, relocateSearch } from './relative-links.ts'
import { findPages, slugOf } from './site-pages.ts'

describe('pages', () => {
  test('are where their files are, and a README is its folder', () => {
    assert.equal(slugOf('docs/README.md'), '')
    assert.equal(slugOf('docs/guide/tasks.md'), 'guide/tasks')
    assert.equal(slugOf('integrations/redmine/README.md'), 'integrations/redmine')
    assert.equal(slugOf('CHANGELOG.md'), 'changelog')
    assert.ok(findPages().includes('docs/guide/tasks.md'))
  })

  test('have links to other pages, to shown files and to nothing else', () => {
    const source = [
      '# A `page`',
      '',
      'Read [B](b.md#part), [`c.ts`](../../server/c.ts), [run](../../examples/x/run.py), [web](https://a.test).',
      '`[no](b.md)` ![Picture](../pictures/a.png)',
      '```sh',
      '[no](b.md)',
      '```',
    ].join('\n')
    const pages = new Set(['docs/guide/a.md', 'docs/guide/b.md'])
    const { text, files } = preparePage('docs/guide/a.md', source, pages)
    assert.match(text, /^---\ntitle: "A page"\ndescription: "Read B, c\.ts, run, web\."/)
    assert.ok(
      text.includes(
        'Read [B](/docs/guide/b/#part), `c.ts`, [run](/docs/files/examples/x/run.py), [web](https://a.test).',
      ),
      text,
    )
    assert.ok(text.includes('![Picture](../../../../../docs/pictures/a.png)'))
    assert.equal(text.split('[no](b.md)').length, 3)
    assert.deepEqual(files, ['examples/x/run.py'])
  })
})

describe('built pages', () => {
  test('have no inline scripts, styles and style attributes', () => {
    const html =
      '<html><head><style>a{}</style></head><body><p class="x" style="color: red">style="no"</p><script>let a = "<p style=1>"</script><script type="application/json">{}</script></body></html>'
    const { pages, files } = externalizePages(new Map([['index.html', html]]))
    const page = pages.get('index.html') ?? ''
    assert.doesNotMatch(page, /<style|<p[^>]* style=|<script>/)
    assert.ok(page.includes('>style="no"</p>') && page.includes('application/json'))
    assert.deepEqual([...files.values()].toSorted()[1], 'a{}')
    assert.ok([...files.values()].some((text) => /^\.a-\w+\{color: red\}\n$/.test(text)))
    for (const [, target = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
      assert.ok(files.has(target), target)
    }
  })

  test('have links that work below any path', () => {
    const html =
      '<a href="/docs/">a</a><a href="/docs/guide/b/#c">b</a><img src="/docs/_astro/x.png"><a href="https://a.test">c</a><a href="/docs-other">d</a>'
    assert.equal(
      makeRelative(html, 'guide/a/index.html'),
      '<a href="../../">a</a><a href="../b/#c">b</a><img src="../../_astro/x.png"><a href="https://a.test">c</a><a href="/docs-other">d</a>',
    )
    assert.equal(makeRelative('<a href="/docs/">a</a>', 'index.html'), '<a href="./">a</a>')
  })

  test('find the search next to its script', () => {
    const script = 'baseUrl:`/docs/`,bundlePath:`/docs/`.replace(/\\/$/,``)+`/pagefind/`'
    assert.doesNotMatch(relocateSearch(script), /docs/)
  })
})

test('a missing page, file and anchor, and what is loaded from elsewhere, are broken links', () => {
  const page =
    '<h2 id="top">x</h2><a href="#top">a</a><a href="b/">b</a><a href="b/#there">c</a><img src="x.png">'
  const other = '<p id="there">a</p><a href="../">up</a><a href="https://a.test">web</a>'
  const files = new Set(['x.png'])
  const check = (html: string) =>
    findBrokenLinks({
      files,
      pages: new Map([
        ['index.html', html],
        ['b/index.html', other],
      ]),
    }).map(({ reason }) => reason)
  assert.deepEqual(check(page), [])
  assert.deepEqual(check('<a href="c/">x</a>'), ['no such file'])
  assert.deepEqual(check('<img src="y.png">'), ['no such file'])
  assert.deepEqual(check('<a href="b/#none">x</a>'), ['no such anchor'])
  assert.deepEqual(check('<script src="https://a.test/x.js"></script>'), [
    'loaded from another origin',
  ])
})
