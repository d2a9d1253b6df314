// The conformance suite itself: each fault of an integration turns the test red that is there for it, and no fault leaves it green.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Plugin } from '@task-service/kit'
import { type FaultProxy, startFaultProxy } from '@task-service/kit/testing'
import { plugin as github } from '../../integrations/github/plugin.ts'
import { createBackend } from '../../integrations/github/testing/backend.ts'
import type { Bench, Case } from '../../kit/testing/bench.ts'
import { createBench, groups } from '../../kit/testing/conformance.ts'
import { structure } from '../../kit/testing/suite/structure.ts'
import { brokenPlugins } from './broken-plugins.ts'

const entry = import.meta.resolve('../../integrations/github/plugin.ts')
const sound = github as unknown as Plugin // the suite hands configurations through and looks into none

const findCase = (start: string): Case =>
  groups.flatMap(({ cases }) => cases).find(({ name }) => name.startsWith(start)) ??
  assert.fail(`there is no test '${start}…'`)

/** Those about the whole run look at what was asked before them. */
const looksBack = ['holds no secret', 'asks no host']

async function runCase(bench: Bench, start: string): Promise<void> {
  const { run } = findCase(start)
  if (looksBack.some((name) => start.startsWith(name))) {
    for (let n = 0; n < 20; n += 1) await bench.plugin.testConnection(bench.open().ctx)
  }
  try {
    await run(bench)
  } finally {
    bench.proxy().clear()
  }
}

describe('the conformance suite', () => {
  const backend = createBackend()
  let proxy: FaultProxy
  const benchFor = (plugin: Plugin): Bench => createBench(plugin, backend, { entry }, () => proxy)
  before(async () => {
    proxy = await startFaultProxy()
    await backend.start()
  })
  after(async () => {
    await backend.stop()
    await proxy.stop()
  })

  for (const { what, finds, spoil } of brokenPlugins) {
    test(`finds ${what}`, async () => {
      await runCase(benchFor(sound), finds)
      const broken = { ...sound, ...spoil(sound, backend.secrets()) }
      await assert.rejects(runCase(benchFor(broken), finds), `'${finds}…' stayed green`)
    })
  }

  test('finds a description that others can change', () => {
    const shared = sound.describe()
    const one = structure.find(({ name }) => name.startsWith('is the same every time'))
    assert.throws(() => one?.run({ ...sound, describe: () => shared }, backend.example.config))
  })
})
