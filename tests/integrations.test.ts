// Every integration has the same shape, and a new one begins with something that works, which is also what the guide shows.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Change } from '@task-service/kit'
import type { Backend } from '@task-service/kit/testing'
import { createPluginHost } from '../server/src/agent/host.ts'
import { loadPlugin } from '../server/src/agent/load-plugin.ts'
import { Secret } from '../server/src/crypto/secret.ts'
import { makeIntegration } from '../tools/new-integration.ts'
import { makeTemporaryFolder } from './harness/agent/temporary-folder.ts'
import { childEnv } from './harness/child-env.ts'
import { startEgress } from './harness/network/test-egress.ts'

const root = join(import.meta.dirname, '..')
const template = join(root, 'tools/new-integration/template')

const wanted = [
  'plugin.ts',
  'manifest.ts',
  'connect.ts',
  'pull.ts',
  'push.ts',
  'wire.ts',
  'conformance.test.ts',
  'README.md',
  'testing',
]

/** What is wrong with the shape of an integration. */
function findFaults(folder: string): string[] {
  const missing = wanted.filter((name) => !existsSync(join(folder, name)))
  const readme = missing.includes('README.md')
    ? ''
    : readFileSync(join(folder, 'README.md'), 'utf8')
  const headings = ['## Set up', '## Field mapping'].filter((heading) => !readme.includes(heading))
  return [...missing, ...headings]
}

function scaffold(t: TestContext, name: string): string {
  const parent = makeTemporaryFolder(t)
  symlinkSync(join(root, 'node_modules'), join(parent, 'node_modules'))
  return makeIntegration(name, parent)
}

for (const entry of readdirSync(join(root, 'integrations'), { withFileTypes: true })) {
  if (!entry.isDirectory() || entry.name === 'node_modules') continue
  test(`${entry.name} has the shape of an integration`, () => {
    assert.deepEqual(findFaults(join(root, 'integrations', entry.name)), [])
  })
}

test('a new integration has the shape and passes the structural half at once', (t) => {
  const folder = scaffold(t, 'acme-desk')
  assert.deepEqual(findFaults(folder), [])
  const printed = execFileSync(
    process.execPath,
    [
      '--test',
      '--test-name-pattern=what it says about itself',
      join(folder, 'conformance.test.ts'),
    ],
    // Inside a test run the inner one would report to the outer one instead of printing.
    { encoding: 'utf8', env: childEnv() },
  )
  assert.match(printed, /acme-desk: what it says about itself/)
  assert.match(printed, /ℹ pass [1-9]/)
  assert.match(printed, /ℹ fail 0/)
})

test('control: what is missing is noticed', (t) => {
  const folder = scaffold(t, 'acme')
  rmSync(join(folder, 'push.ts'))
  rmSync(join(folder, 'README.md'))
  assert.deepEqual(findFaults(folder), ['push.ts', 'README.md', '## Set up', '## Field mapping'])
})

test('a name that is none, or taken, is refused', (t) => {
  const parent = makeTemporaryFolder(t)
  for (const name of ['', 'Acme', '../acme', 'a b', '1st']) {
    assert.throws(() => makeIntegration(name, parent), /Invalid name/)
  }
  makeIntegration('acme', parent)
  assert.throws(() => makeIntegration('acme', parent), /already exists/)
})

test('a new integration works: items are read, written once and found gone', async (t) => {
  const folder = scaffold(t, 'acme')
  const { createBackend } = (await import(join(folder, 'testing/backend.ts'))) as {
    createBackend: () => Backend // the template's
  }
  const backend = createBackend()
  await backend.start()
  t.after(() => backend.stop())
  const place = { entry: join(folder, 'plugin.ts'), readable: [folder], packages: {} }
  const log = { debug: () => undefined, warn: () => undefined }
  const egress = await startEgress(t)
  const host = createPluginHost({
    plugins: [await loadPlugin(place)],
    egress,
    log,
    userAgent: 'test',
  })
  t.after(() => host.stop())
  const config = backend.config()
  const session = host.open({
    tenantId: 'ten_1',
    integrationId: 'int_1',
    provider: 'acme',
    config,
    hosts: await host.hostsOf('ten_1', 'acme', config),
    openSecret: async (name) => Secret.from(backend.secrets()[name] ?? ''),
  })
  for (const title of ['one', 'two', 'three']) await backend.otherUser.create({ title })
  assert.equal((await session.testConnection()).total, 3)
  const pulled = await Array.fromAsync(session.pull(null, { limit: 2 }))
  assert.deepEqual(
    pulled.map(({ items, cursor }) => [items.length, cursor]),
    [
      [2, '2'],
      [1, '3'],
    ],
  )
  const change: Change = { kind: 'create', fields: { title: 'four', labels: ['a'] } }
  const options = { marker: 'mark-1' }
  const [first, second] = [await session.push(change, options), await session.push(change, options)]
  assert.deepEqual(first, second)
  assert.ok(first.ok && first.skipped.length === 1)
  assert.equal(await backend.count(), 4)
  const { ref } = first
  const edit = { kind: 'update', ref, fields: { status: 'closed' } } as const
  const stale = await session.push(edit, { marker: 'm', expect: '7' })
  assert.ok(!stale.ok && stale.reason === 'conflict')
  assert.ok((await session.push(edit, { marker: 'm', expect: '1' })).ok)
  const found = await session.fetchOne(ref)
  assert.ok('fields' in found && found.fields.status === 'closed')
  await backend.otherUser.remove?.(ref)
  assert.ok('gone' in (await session.fetchOne(ref)))
})

test('the guide shows the very files that a new integration begins with', () => {
  const guide = readFileSync(join(root, 'docs/guide/write-an-integration.md'), 'utf8')
  const blocks = [...guide.matchAll(/^`([a-z.-]+\.ts)`:?$\n+```ts\n([\s\S]*?)^```$/gm)]
  const shown = blocks.map(([, name = '', code]) => {
    const text = readFileSync(join(template, name), 'utf8')
    assert.equal(code, text, `${name} in the guide differs from tools/new-integration/template`)
    return name
  })
  assert.deepEqual(shown.toSorted(), [
    'call.ts',
    'conformance.test.ts',
    'connect.ts',
    'manifest.ts',
    'plugin.ts',
    'pull.ts',
    'push.ts',
    'wire.ts',
  ])
})
