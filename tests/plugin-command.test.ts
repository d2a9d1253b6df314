import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { packPlugin } from './harness/agent/packed-plugin.ts'
import { makeTemporaryFolder } from './harness/agent/temporary-folder.ts'
import { runCommand } from './operate/run-command.ts'

test('plugin prints the entry that lists an integration, and refuses what is none', async (t) => {
  const root = makeTemporaryFolder(t)
  const folder = packPlugin(root, { id: 'acme', version: '1.2.3' })
  const listed = await runCommand(['plugin', folder, '--json'], {})
  assert.equal(listed.code, 0, listed.stderr)
  const { entry, provider } = JSON.parse(listed.stdout) as {
    entry: { package: string; version: string; integrity: string }
    provider: string
  }
  assert.equal(provider, 'acme')
  assert.equal(entry.package, folder)
  assert.equal(entry.version, '1.2.3')
  assert.match(entry.integrity, /^sha256-.{44}$/)
  const newer = packPlugin(root, { id: 'newer', apiVersion: 9 })
  for (const [path, reason] of [
    [newer, /version 9 of the plugin interface/],
    [join(root, 'nothing'), /no such file/],
  ] as const) {
    const refused = await runCommand(['plugin', path], {})
    assert.notEqual(refused.code, 0)
    assert.match(refused.stderr, reason)
  }
})
