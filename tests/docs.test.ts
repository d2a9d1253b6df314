// The documents are correct: generated pages are fresh, links lead somewhere, every decision and proof is listed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { findUnlisted } from '../site/sidebar.ts'
import { findStaleFiles, generatedFiles } from '../tools/gen.ts'
import { programsOf } from '../tools/run-program.ts'
import { type LockFile, productionTree } from './deploy/production-tree.ts'

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

test('generated files are fresh; otherwise run npm run gen', async () => {
  assert.deepEqual([...(await findStaleFiles()).keys()], [])
})

test('generated files are marked as such, so that reviews leave them out', () => {
  const files = [...Object.keys(generatedFiles), 'server/src/db/schema.sql']
  const args = ['check-attr', 'linguist-generated', '--', ...files]
  const lines = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n')
  assert.deepEqual(
    lines.filter((line) => !line.endsWith(': set')),
    [],
  )
})

test('every link inside the project leads to a file and heading that exist', () => {
  const broken = pages().flatMap((file) => brokenLinks(file).map((link) => `${file}: ${link}`))
  assert.deepEqual(broken, [])
})

test('control: a link to nowhere is noticed', () => {
  assert.ok(anchorsOf('README.md').includes('quickstart'))
  assert.ok(!anchorsOf('README.md').includes('no-such-heading'))
})

test('every page for users is in the sidebar of the site', () => {
  assert.deepEqual(findUnlisted(), [])
})

type Shipped = { columns: Record<string, unknown>; sql: string }

test('the guide of database sources shows the statements of the shipped policy, and a source that fits them', () => {
  const guide = read('docs/guide/database-sources.md')
  const [, shown = ''] = /```yaml\n(.*?)```/s.exec(guide) ?? []
  const [, json = '{}'] = /"config": (\{.*?\n {2}\})/s.exec(guide) ?? []
  const { warehouse } = parse(read('deploy/edge/policy.yaml')).databases
  const config = JSON.parse(json) as Record<string, string>
  const shipped = warehouse.statements as Record<string, Shipped>
  assert.deepEqual(parse(shown).statements, shipped)
  const list = shipped[config['read_statement'] ?? '']
  const one = shipped[config['get_statement'] ?? '']
  assert.ok(list && one && shipped[config['write_statement'] ?? ''])
  assert.deepEqual(list.columns, one.columns)
  const named = [config['key_column'], config['version_column'], config['status_column']]
  const inTemplates = `${config['title']} ${config['description']}`.match(/(?<=\{\{)\w+/g) ?? []
  const [, table = ''] = /create table claims \((.*?)\);/s.exec(guide) ?? []
  for (const column of [...named, ...inTemplates]) assert.ok(column && column in list.columns)
  for (const column of Object.keys(list.columns))
    assert.match(table, new RegExp(`^ {2}${column} `, 'm'))
})

test('every decision stands in the index', () => {
  const index = read('docs/decisions/README.md')
  const missing = readdirSync(join(root, 'docs/decisions'))
    .filter((file) => /^\d{4}-/.test(file))
    .filter((file) => !index.includes(file))
  assert.deepEqual(missing, [])
})

test('every proof and bench is in the verification suite', () => {
  const names = ['proofs', 'bench'].flatMap((folder) => [...programsOf(join(root, folder)).keys()])
  const page = read('docs/guarantees/README.md')
  assert.deepEqual(
    names.filter((name) => !page.includes(`-- ${name}\``)),
    [],
  )
})

test('the package counts are those of the lock file', () => {
  const lock = JSON.parse(read('package-lock.json')) as LockFile
  const [server, edge] = [['server'], ['edge']].map((one) => productionTree(lock, one).length)
  const page = read('docs/decisions/dependencies.md').replaceAll('\n', ' ')
  assert.match(page, new RegExp(`the server is ${server} packages .* of the connector ${edge},`))
  assert.ok(Number(server) <= 110)
})

/** Outside of a roadmap, a page speaks about what exists. */
const promises =
  /there (is|are) no [a-z]+ yet[.,|]|not yet:|coming soon|still to come|will be (added|supported) (later|soon)|in a (later|future) (release|version)/i

const promisesOf = (page: string): string[] =>
  page
    .replace(/^## Roadmap$[\s\S]*?(?=^## |$(?![\s\S]))/m, '')
    .split('\n')
    .filter((line) => promises.test(line))

test('no page says that something is still to come', () => {
  const found = pages()
    .filter((file) => !/^(CHANGELOG\.md|docs\/decisions\/)/.test(file))
    .flatMap((file) => promisesOf(read(file)).map((line) => `${file}: ${line}`))
  assert.deepEqual(found, [])
})

test('control: a promise is found, unless it is on the roadmap', () => {
  assert.equal(promisesOf('| a | not yet: there are no integrations yet |').length, 1)
  assert.equal(promisesOf('## Roadmap\n\nComing soon: agents.\n').length, 0)
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
