// The documents are correct: generated pages are fresh, links lead somewhere, every decision and proof is listed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { staleFiles } from '../tools/gen.ts'
import { programsOf } from '../tools/run-program.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

function pages(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
}

/** GitHub's rule for the anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function anchorsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
}

function brokenLinks(file: string): string[] {
  const targets = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [path = '', anchor] = target.split('#', 2)
    const place = path === '' ? file : join(dirname(file), path)
    if (!existsSync(join(root, place))) return true
    return anchor !== undefined && place.endsWith('.md') && !anchorsOf(place).includes(anchor)
  })
}

test('generated files are fresh; otherwise run npm run gen', () => {
  assert.deepEqual(staleFiles(), [])
})

test('every link inside the project leads to a file and heading that exist', () => {
  const broken = pages().flatMap((file) => brokenLinks(file).map((link) => `${file}: ${link}`))
  assert.deepEqual(broken, [])
})

test('control: a link to nowhere is noticed', () => {
  assert.ok(anchorsOf('README.md').includes('quickstart'))
  assert.ok(!anchorsOf('README.md').includes('no-such-heading'))
})

test('every decision stands in the index', () => {
  const index = read('docs/decisions/README.md')
  const missing = readdirSync(join(root, 'docs/decisions'))
    .filter((file) => /^\d{4}-/.test(file))
    .filter((file) => !index.includes(file))
  assert.deepEqual(missing, [])
})

test('every proof and bench stands in the README', () => {
  const names = ['proofs', 'bench'].flatMap((folder) => [...programsOf(join(root, folder)).keys()])
  const readme = read('README.md')
  assert.deepEqual(
    names.filter((name) => !readme.includes(name)),
    [],
  )
})

test('every production dependency has its reason', () => {
  const page = read('docs/decisions/dependencies.md')
  const names = ['contract', 'kit', 'integrations', 'server'].flatMap((workspace) => {
    const manifest = JSON.parse(read(`${workspace}/package.json`)) as {
      dependencies?: Record<string, string>
    }
    return Object.keys(manifest.dependencies ?? {})
  })
  const missing = names.filter((name) => !name.startsWith('@task-service/') && !page.includes(name))
  assert.deepEqual(missing, [])
})
