import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { breakOuts, type Target } from '../../../tests/harness/agent/plugins/hostile/break-outs.ts'
import { makeTemporaryFolder } from '../../../tests/harness/agent/temporary-folder.ts'
import { placeOf, pluginFolder, startTestHost } from '../../../tests/harness/agent/test-host.ts'
import { defaultHostLimits } from './limits.ts'
import { permissionFlags } from './process/plugin-process.ts'

const run = promisify(execFile)
const names = Object.keys(breakOuts)
const runner = fileURLToPath(
  new URL('../../../tests/harness/agent/run-break-out.ts', import.meta.url),
)

/** What Node.js allows even without any permission; the sandbox closes these. */
const leftOpen = new Set([
  'node:sqlite',
  'a signal to the host',
  'the priority of the host',
  'process.stdout',
])

function targetFor(t: TestContext, url: string): string {
  const target: Target = {
    url,
    port: Number(new URL(url).port),
    neighbor: `${pluginFolder('honest')}/plugin.ts`,
    scratch: `${makeTemporaryFolder(t)}/x`,
    parent: process.pid,
  }
  return JSON.stringify(target)
}

test('no escape from the process works', async (t) => {
  const { host, connection, url } = await startTestHost(t, 'hostile')
  const target = targetFor(t, url)
  for (const breakOut of names) {
    const session = host.open({ ...connection, config: { breakOut, target } })
    const { self } = await session.testConnection()
    assert.match(self.name, /^held: /, breakOut)
  }
})

test('control: without permissions and sandbox, every escape works', async (t) => {
  const { url } = await startTestHost(t, 'hostile')
  const target = targetFor(t, url)
  for (const name of names) {
    const { stdout } = await run(process.execPath, ['--no-warnings', runner, name, target])
    assert.match(stdout, /^out: /, name)
  }
})

test('permissions alone deny everything except what the sandbox closes', async (t) => {
  const { url } = await startTestHost(t, 'hostile')
  const target = targetFor(t, url)
  const flags = permissionFlags(placeOf('hostile'), defaultHostLimits)
  for (const name of names) {
    const { stdout } = await run(
      process.execPath,
      [...flags, `--allow-fs-read=${runner}`, runner, name, target],
      { env: {} },
    )
    assert.match(stdout, leftOpen.has(name) ? /^out: / : /^held: /, name)
  }
})
