// What every integration owes, as tests: register them with one call in `conformance.test.ts` of the integration.
import { after, afterEach, before, describe, test } from 'node:test'
import type { Json, Plugin } from '@task-service/kit'
import type { Backend } from './backend.ts'
import { type Bench, type ConformanceOptions, createCall, type Group } from './bench.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { connecting } from './suite/connecting.ts'
import { failing } from './suite/failing.ts'
import { manners } from './suite/manners.ts'
import { pulling } from './suite/pulling.ts'
import { reading } from './suite/reading.ts'
import { structure } from './suite/structure.ts'
import { texts } from './suite/texts.ts'
import { throughConnector } from './suite/through-connector.ts'
import { webhooks } from './suite/webhooks.ts'
import { writing } from './suite/writing.ts'

/** `manners` last: it looks at everything that was asked before. */
export const groups: Group[] = [
  connecting,
  pulling,
  reading,
  writing,
  texts,
  failing,
  throughConnector,
  webhooks,
  manners,
]

/** Registers the suite. The backend is started before the first test and stopped after the last. */
export function testConformance<Config, Cursor extends Json>(
  plugin: Plugin<Config, Cursor>,
  backend: Backend,
  options: ConformanceOptions,
): void {
  let proxy: FaultProxy | undefined
  const bench = createBench(plugin, backend, options, () => {
    if (proxy === undefined) throw new Error('the suite has not started')
    return proxy
  })
  testStructure(plugin, backend.example.config)
  describe(`${bench.manifest.id} on ${backend.name}`, () => {
    before(async () => {
      proxy = await startFaultProxy()
      await backend.start()
    })
    after(async () => {
      await backend.stop()
      await proxy?.stop()
    })
    afterEach(() => proxy?.clear())
    for (const group of groups) registerGroup(group, bench)
  })
}

export function createBench<Config, Cursor extends Json>(
  specific: Plugin<Config, Cursor>,
  backend: Backend,
  options: ConformanceOptions,
  proxy: () => FaultProxy,
): Bench {
  const plugin = specific as unknown as Plugin // the suite hands configurations and cursors through and looks into none
  const bench: Bench = {
    plugin,
    manifest: plugin.describe(),
    backend,
    options,
    calls: [],
    failures: [],
    cursor: null,
    proxy,
    open: (callOptions) => createCall(bench, callOptions),
  }
  return bench
}

/** The half that needs no backend: what an integration says about itself. */
export function testStructure<Config, Cursor extends Json>(
  plugin: Plugin<Config, Cursor>,
  config: Readonly<Record<string, string | number | boolean>>,
): void {
  const { id } = plugin.describe()
  describe(`${id}: what it says about itself`, () => {
    for (const { name, run } of structure) {
      test(name, () => run(plugin as unknown as Plugin, config)) // as above
    }
  })
}

function registerGroup({ name, cases, skip: skipAll }: Group, bench: Bench): void {
  describe(name, { skip: skipAll?.(bench) ?? false }, () => {
    for (const { name: sentence, skip, run } of cases) {
      test(sentence, { skip: skip?.(bench) ?? false, timeout: 120_000 }, () => run(bench))
    }
  })
}
