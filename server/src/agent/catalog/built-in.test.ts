import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { packPlugin } from '../../../../tests/harness/agent/packed-plugin.ts'
import { makeTemporaryFolder } from '../../../../tests/harness/agent/temporary-folder.ts'
import { startEgress } from '../../../../tests/harness/network/test-egress.ts'
import { createPluginHost } from '../host.ts'
import { loadPlugin } from '../load-plugin.ts'
import { createSandbox } from '../process/sandbox.ts'
import { listBuiltIn } from './built-in.ts'
import { loadPlugins } from './load-plugins.ts'
import { findOutsidePackages } from './outside-packages.ts'

const builtIn = fileURLToPath(new URL('../../../../integrations', import.meta.url))

test('every built-in integration runs in its process, with only the packages it needs', async (t) => {
  const refused: unknown[] = []
  const log = { error: (facts: unknown) => void refused.push(facts) }
  const plugins = await loadPlugins({ builtIn, list: null }, log)
  assert.deepEqual(refused, [])
  assert.equal(plugins.length, listBuiltIn(builtIn).length)
  assert.ok(plugins.length > 0)
  for (const { place, manifest } of plugins) {
    assert.deepEqual((await loadPlugin(place)).manifest, manifest, 'run npm run gen')
  }
  const quiet = { debug: () => undefined, warn: () => undefined }
  const egress = await startEgress(t)
  const host = createPluginHost({ plugins, egress, log: quiet, userAgent: 'test' })
  t.after(() => host.stop())
  const ids = host.providers().map(({ id }) => id)
  assert.deepEqual(
    ids.toSorted(),
    listBuiltIn(builtIn).map(({ entry }) => entry.split('/').at(-2)),
  )
})

test('if the sandbox is not effective no integration runs, and each call reports why', async (t) => {
  const plugins = await loadPlugins({ builtIn, list: null }, { error: () => undefined })
  const [first] = plugins
  assert.ok(first)
  const place = { ...first.place, check: () => assert.fail('its process was started') }
  const quiet = { debug: () => undefined, warn: () => undefined }
  const host = createPluginHost({
    plugins: [{ ...first, place }],
    egress: await startEgress(t),
    log: quiet,
    userAgent: 'test',
    sandbox: createSandbox(['--no-warnings']),
  })
  t.after(() => host.stop())
  assert.equal(host.providers().length, 1, 'providers are still listed')
  await assert.rejects(
    host.hostsOf('ten_1', first.manifest.id, {}),
    /Plugins are disabled: the sandbox of Node\.js v\S+ does not deny connecting to a socket/,
  )
})

test('the packages shared by built-in integrations work inside a process', async (t) => {
  const convert = `
    const { default: Turndown } = await import('turndown')
    const { marked } = await import('marked')
    return new Turndown().turndown(marked.parse('a **b** <i>c</i>'))`
  const folder = packPlugin(makeTemporaryFolder(t), { id: 'converter', test: convert })
  const { files, folders } = findOutsidePackages(builtIn)
  const place = { entry: `${folder}/plugin.js`, readable: [folder, ...folders], packages: files }
  const log = { debug: () => undefined, warn: () => undefined }
  const egress = await startEgress(t)
  const plugins = [await loadPlugin(place)]
  const host = createPluginHost({ plugins, egress, log, userAgent: 'test' })
  t.after(() => host.stop())
  const { self } = await host
    .open({
      tenantId: 'ten_1',
      integrationId: 'int_1',
      provider: 'converter',
      config: {},
      hosts: ['a.example'],
      openSecret: async () => undefined,
    })
    .testConnection()
  assert.equal(self.name, 'a **b** _c_')
})
