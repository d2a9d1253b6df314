import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Secret } from '#crypto/secret.ts'
import { type PackedPlugin, packPlugin } from '../../../../tests/harness/agent/packed-plugin.ts'
import { makeTemporaryFolder } from '../../../../tests/harness/agent/temporary-folder.ts'
import { startReceiver } from '../../../../tests/harness/network/receiver.ts'
import { startEgress } from '../../../../tests/harness/network/test-egress.ts'
import { createPluginHost } from '../host.ts'
import { digestFolder } from './folder-digest.ts'
import { loadPlugins } from './load-plugins.ts'

async function start(t: TestContext, packed: readonly PackedPlugin[]) {
  const root = makeTemporaryFolder(t)
  const builtIn = join(root, 'integrations')
  mkdirSync(builtIn)
  writeFileSync(join(builtIn, 'package.json'), '{}')
  const folders = packed.map((plugin) => packPlugin(root, plugin))
  const list = join(root, 'plugins.json')
  const plugins = []
  for (const [index, folder] of folders.entries()) {
    const { id, version = '1.0.0' } = packed[index] ?? { id: '' }
    plugins.push({ package: `./${id}`, version, integrity: await digestFolder(folder) })
  }
  const writeList = (value: unknown) => writeFileSync(list, JSON.stringify(value))
  writeList({ plugins })
  const refused: string[] = []
  const log = {
    error: (facts: unknown) => void refused.push((facts as { reason: string }).reason),
  }
  const load = async () => {
    refused.length = 0
    return await loadPlugins({ builtIn, list }, log)
  }
  return { root, folders, plugins, writeList, load, refused }
}

const idsOf = (loaded: Awaited<ReturnType<typeof loadPlugins>>) =>
  loaded.map(({ manifest }) => manifest.id)

test('plugins listed by the operator are loaded, with their bundled packages', async (t) => {
  const { load, refused } = await start(t, [{ id: 'acme' }, { id: 'beta', version: '2.1.0' }])
  const loaded = await load()
  assert.deepEqual(refused, [])
  assert.deepEqual(
    loaded.map(({ manifest: { id, version, summary } }) => [id, version, summary]),
    [
      ['acme', '1.0.0', 'inner'],
      ['beta', '2.1.0', 'inner'],
    ],
  )
})

test('a changed, added, missing or linked file rejects only that plugin', async (t) => {
  const { load, refused, folders } = await start(t, [{ id: 'acme' }, { id: 'beta' }])
  const [acme = ''] = folders
  const changes: [change: () => void, undo: () => void, reason: RegExp][] = [
    [
      () => writeFileSync(join(acme, 'more.js'), ''),
      () => rmSync(join(acme, 'more.js')),
      /its files do not match the listed integrity: sha256-/,
    ],
    [
      () => symlinkSync('/etc', join(acme, 'etc')),
      () => rmSync(join(acme, 'etc')),
      /is not a regular file or folder/,
    ],
    [
      () => appendFileSync(join(acme, 'node_modules/inner/inner.js'), '// changed'),
      () => undefined,
      /its files do not match/,
    ],
  ]
  for (const [change, undo, reason] of changes) {
    change()
    assert.deepEqual(idsOf(await load()), ['beta'])
    assert.match(refused.join(), reason)
    undo()
  }
})

test('another version, a duplicate name and another plugin API are rejected with the reason', async (t) => {
  const { load, refused, plugins, writeList } = await start(t, [
    { id: 'acme' },
    { id: 'next', apiVersion: 2 },
  ])
  const [acme] = plugins
  assert.deepEqual(idsOf(await load()), ['acme'])
  assert.match(refused.join(), /needs version 2 of the plugin interface; this .* version 1/)
  writeList({ plugins: [acme, acme, { ...acme, version: '1.0.1' }] })
  assert.deepEqual(idsOf(await load()), ['acme'])
  assert.match(refused[0] ?? '', /already/)
  assert.match(refused[1] ?? '', /version 1\.0\.0 is installed, but 1\.0\.1 is listed/)
})

test('a list that cannot be read is not treated as empty', async (t) => {
  const { load, refused, writeList } = await start(t, [{ id: 'acme' }])
  for (const list of [
    [],
    { plugins: [{ package: './acme' }] },
    { plugins: [{ integrity: 'md5-x' }] },
  ]) {
    writeList(list)
    assert.deepEqual(await load(), [])
    assert.equal(refused.length, 1)
  }
})

async function openHost(t: TestContext, packed: PackedPlugin[]) {
  const { load, folders } = await start(t, packed)
  const egress = await startEgress(t)
  const log = { debug: () => undefined, warn: () => undefined }
  const host = createPluginHost({ plugins: await load(), egress, log, userAgent: 'test' })
  t.after(() => host.stop())
  const seen: unknown[] = []
  const receiver = await startReceiver((request, response) => {
    seen.push(request.headers['x-token'])
    response.end()
  })
  t.after(() => receiver.close())
  const url = `http://127.0.0.1:${receiver.port}`
  const opened: string[] = []
  const ask = async (provider: string, config: Record<string, string> = {}) => {
    const session = host.open({
      tenantId: 'ten_1',
      integrationId: `int_${provider}`,
      provider,
      config: { url, ...config },
      hosts: [url],
      openSecret: async (name) => {
        opened.push(`${provider} ${name}`)
        return name === 'token' ? Secret.from(`secret-of-${provider}`) : undefined
      },
    })
    return (await session.testConnection()).self.name
  }
  return { ask, seen, opened, folders }
}

const useToken = `
  await ctx.http.request({ method: 'GET', url: ctx.config.url,
    headers: { 'x-token': { secret: ctx.config.secret ?? 'token', form: 'raw' } } })
  return 'sent'`

test('an integration can use only its own secret in a request', async (t) => {
  const { ask, seen, opened } = await openHost(t, [
    { id: 'acme', test: useToken },
    { id: 'acme-too', test: useToken },
  ])
  assert.equal(await ask('acme'), 'sent')
  assert.equal(await ask('acme-too'), 'sent')
  assert.deepEqual(seen, ['secret-of-acme', 'secret-of-acme-too'])
  for (const secret of ['acme-too token', '../acme-too/token', 'int_acme-too.token', '__proto__']) {
    await assert.rejects(ask('acme', { secret }), /uses a secret that it does not declare/)
  }
  assert.equal(seen.length, 2)
  assert.deepEqual([...new Set(opened)], ['acme token', 'acme-too token'])
})

test('an integration cannot read the folder of another, not even one with the same prefix', async (t) => {
  const read = `
    const seen = []
    for (const load of [
      () => import(ctx.config.path, { with: { type: 'json' } }),
      () => import(ctx.config.path),
    ]) await load().then(() => seen.push('read'), (error) => seen.push(error.code ?? error.message))
    return seen.join()`
  const { ask, folders } = await openHost(t, [{ id: 'acme', test: read }, { id: 'acme-too' }])
  const [own, other] = folders.map((folder) => `file://${folder}/package.json`)
  assert.match(await ask('acme', { path: own ?? '' }), /read/)
  assert.doesNotMatch(await ask('acme', { path: other ?? '' }), /read/)
  assert.match(await ask('acme', { path: other ?? '' }), /ERR_ACCESS_DENIED/)
})

test('files that change after the start are detected before the next process starts', async (t) => {
  const { ask, folders } = await openHost(t, [{ id: 'acme' }, { id: 'beta' }])
  appendFileSync(join(folders[0] ?? '', 'private.txt'), 'changed')
  await assert.rejects(ask('acme'), /its files do not match the listed integrity/)
  assert.equal(await ask('beta'), 'fine')
})
