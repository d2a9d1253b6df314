// Holds code, documents, UI strings and commit titles to the vocabulary of the field.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  type AllowedWord,
  allowedWords,
  type PublishedNames,
  publishedNames,
} from './language/allowed-words.ts'
import { findTitleFault } from './language/commit-titles.ts'
import { describeFinding, findRetiredWords } from './language/find-retired-words.ts'

const root = join(import.meta.dirname, '..')
const MAX_ALLOWED = 30
/** Commits before this one, and before the last release, were written without the rules. */
const FIRST_CHECKED = '69d9442'

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Released migrations have a stored checksum, and recorded responses are not ours to word. */
const unread =
  /(^LICENSE$|package-lock\.json$|\/migrations\/|\/fixtures?\/|\/recorded\/|\.gen\.|\/generated\/|openapi\.json$|schema\.sql$|\.(png|svg|ico|woff2)$|^dashboard\/src\/words\/de\/)/

const readFiles = (): [path: string, text: string][] =>
  git('ls-files', '-z')
    .split('\0')
    .filter((path) => path !== '' && !unread.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')])

/** Words of exceptions that could be removed. */
function findStale(allowed: readonly AllowedWord[]): string[] {
  const read = readFiles()
  return allowed.flatMap((one) => {
    const covered = read.filter(([path]) => path.startsWith(one.path))
    return one.words.flatMap((word) => {
      const words = one.words.filter((other) => other !== word)
      const rest = allowed.map((other) => (other === one ? { ...one, words } : other))
      const isNeeded = covered.some(([path, text]) => findRetiredWords(path, text, rest).length > 0)
      return isNeeded ? [] : [`${one.path}: ${word}`]
    })
  })
}

function findStaleNames(published: readonly PublishedNames[]): string[] {
  const names = published.flatMap((entry) => entry.names)
  const read = readFiles()
  return names.filter((name) => {
    const rest = [{ names: names.filter((other) => other !== name), why: '' }]
    const isNeeded = read
      .filter(([, text]) => text.includes(name))
      .some(([path, text]) => findRetiredWords(path, text, allowedWords, rest).length > 0)
    return !isNeeded
  })
}

describe('vocabulary', () => {
  test('no file uses a retired word', () => {
    const found = readFiles().flatMap(([path, text]) => findRetiredWords(path, text))
    assert.equal(
      found.length,
      0,
      `${found.length} found:\n${found.map(describeFinding).join('\n')}\n`,
    )
  })

  test('exceptions are few, have a reason and are needed', () => {
    const entries = [...allowedWords, ...publishedNames]
    assert.ok(entries.length <= MAX_ALLOWED, `${entries.length} exceptions`)
    for (const { why } of entries) assert.ok(why.length > 10, why)
    assert.deepEqual(findStale(allowedWords), [])
    assert.deepEqual(findStaleNames(publishedNames), [])
  })

  test('control: an exception that is not needed is found, also as one of several words', () => {
    const path = 'tests/harness/unprivileged-user.ts'
    const [needed] = allowedWords.filter((one) => one.path === path)
    assert.ok(needed)
    const words = [...needed.words, 'parcel']
    const others = allowedWords.filter((one) => one !== needed)
    assert.deepEqual(findStale([...others, { ...needed, words }]), [`${path}: parcel`])
    const name = 'parcel_refused'
    assert.deepEqual(findStaleNames([...publishedNames, { names: [name], why: '' }]), [name])
  })

  const planted: [path: string, content: string, replacement: RegExp][] = [
    ['server/src/lib/a.ts', '// Tells whoever asks.', /anyone who/],
    ['server/src/lib/a.ts', 'const isUnderWay = true', /in progress/],
    ['server/src/lib/a.ts', 'const STILL_UNDER_WAY_MS = 500', /in progress/],
    ['server/src/lib/a.ts', "metric('requests_at_hand')", /in flight/],
    ['contract/src/a.ts', "reason: 'message_was_refused'", /reject/],
    ['server/src/lib/turnstile.ts', '', /Semaphore/],
    ['docs/guide/a.md', 'Something needs mending.', /fix/],
    ['docs/guide/a.md', 'The answer has the secret.', /response/],
    ['dashboard/src/words/en/a.json', '{"field": "Field over there"}', /vendor/],
    ['contract/src/a.ts', "title: 'Messages are refused'", /reject/],
  ]
  for (const [path, content, replacement] of planted) {
    test(`control: “${content || path}” in ${path} is found`, () => {
      const [finding] = findRetiredWords(path, content)
      assert.match(finding?.message ?? '', replacement)
    })
  }

  test('control: what is ordinary in code is allowed there', () => {
    assert.deepEqual(findRetiredWords('server/src/lib/a.ts', 'const answer = await refused()'), [])
    assert.deepEqual(findRetiredWords('docs/guide/a.md', 'Answer the question in the inbox.'), [])
    assert.deepEqual(findRetiredWords('server/src/a.ts', "url: '/edge/enrol'"), [])
    assert.deepEqual(findRetiredWords('server/src/a.ts', 'row.enrolment_expires_at'), [])
  })
})

describe('commit titles', () => {
  test('are checked from a commit that exists', () => {
    const isShallow = git('rev-parse', '--is-shallow-repository').trim() === 'true'
    assert.ok(isShallow || isCommit(FIRST_CHECKED), `${FIRST_CHECKED} is not a commit`)
  })

  test('since the last release follow the rules', () => {
    const titles = titlesSinceRelease()
    const faults = titles.flatMap((title) => {
      const fault = findTitleFault(title)
      return fault === undefined ? [] : [`${title}\n  ${fault}`]
    })
    assert.equal(faults.length, 0, `\n${faults.join('\n')}\n`)
  })

  const wrong: [title: string, fault: RegExp][] = [
    ['a late answer does not set the clock back', /type\(scope\)/],
    ['fix(edge): fixed the clock', /imperative/],
    ['fix(edge): fixes the clock', /imperative/],
    ['fix(edge): keep the clock monotonic.', /no period/],
    ['fix(edge): Keep the clock monotonic', /lower case/],
    ['fix(edge): mend the clock', /write: fix/],
    [`fix(edge): ${'keep the clock monotonic '.repeat(3)}`.trim(), /maximum 72/],
  ]
  for (const [title, fault] of wrong) {
    test(`control: “${title}” is rejected`, () => assert.match(findTitleFault(title) ?? '', fault))
  }

  test('control: titles that follow the rules pass', () => {
    for (const title of [
      'fix(edge): keep the clock monotonic across late responses',
      'feat(http)!: require an API key for metrics',
      'docs: address reviews of the guide',
      'chore: HTTP parser update',
    ]) {
      assert.equal(findTitleFault(title), undefined, title)
    }
  })
})

/** Of a shallow clone, what is there. */
function titlesSinceRelease(): string[] {
  const bases = [FIRST_CHECKED, ...git('tag', '--merged', 'HEAD', '--list', 'v*').split('\n')]
  const known = bases.filter((base) => base !== '' && isCommit(base)).map((base) => `^${base}`)
  return git('log', '--no-merges', '--format=%s', 'HEAD', ...known)
    .split('\n')
    .filter(Boolean)
}

function isCommit(name: string): boolean {
  try {
    git('cat-file', '-e', `${name}^{commit}`)
    return true
  } catch {
    return false
  }
}
