// Clients that four common generators make of the OpenAPI document, each compiled and run against the service.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { startService } from '../../tests/harness/service.ts'
import { temporaryRoot } from '../../tests/harness/temporary-root.ts'
import { none } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'
import { findRepeatedEnums } from './find-repeated-enums.ts'
import { type Generator, generators, openWorkplace, type Workplace } from './generators.ts'
import { spoilDocument } from './spoil-document.ts'

const installer = join(import.meta.dirname, '../../tools/install-client-generators.sh')

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'installs four generators with Java and Python, which takes minutes; contract/src/openapi tests what they need on every change',
  budgetSeconds: 420,
  covers: [
    'contract',
    'server/src/http/system-routes.ts',
    'tools/client-generators',
    'proofs/clients',
  ],
  report: 'first-ten-minutes',
  claim:
    'openapi-typescript, @hey-api/openapi-ts, openapi-python-client and openapi-generator, with default settings, generate clients that compile, in which optional fields are optional and each enum is declared once, and which create, list, get, change and complete a task and read an error',
  hasControl: true,
  async prove({ control, log }): Promise<Verdict> {
    const tools = execFileSync(installer, { encoding: 'utf8' }).trim()
    const root = mkdtempSync(join(temporaryRoot(), 'task-service-clients-'))
    const cluster = await startCluster({ fsync: false, inMemory: true })
    const database = await createDatabase({ cluster })
    const service = await startService({ databaseUrl: database.url })
    const { url, apiKey } = service
    const faults = new Map<string, string[]>()
    try {
      const response = await fetch(`${url}/api/openapi.json`, { headers: { 'x-api-key': apiKey } })
      const served = await response.text()
      const document = control ? spoilDocument(served) : served
      const env = { TASKS_URL: url, TASKS_KEY: apiKey, ...javaEnv() }
      for (const generator of generators) {
        const startedMs = performance.now()
        const place = openWorkplace({ tools, env }, root, generator.name, document)
        const found = await check(generator, place)
        faults.set(generator.name, found)
        const seconds = Math.round((performance.now() - startedMs) / 1_000)
        log(`${generator.name}: ${found.length} faults, ${seconds} s`)
        for (const fault of found) log(`  ${fault}`)
      }
    } finally {
      await service.stop()
      await database.drop()
      await cluster.stop()
      rmSync(root, { recursive: true, force: true })
    }
    const criteria = [...faults].map(([name, found]) => none(`faults of ${name}`, found.length))
    const count = [...faults.values()].flat().length
    return { figures: `${generators.length} generators, ${count} faults`, criteria }
  },
}

/** A client that was not generated is neither compiled nor run. */
async function check(generator: Generator, place: Workplace): Promise<string[]> {
  const failed = await generator.generate(place)
  if (failed !== undefined) return [failed]
  const repeated = findRepeatedEnums(generator.sources(place))
  const fault = (await generator.compile(place)) ?? (await generator.run(place))
  return [...repeated, ...(fault === undefined ? [] : [fault])]
}

/** The path of Java, where it is not on the usual one. */
function javaEnv(): Record<string, string> {
  const { JAVA_HOME } = process.env
  return JAVA_HOME === undefined ? {} : { JAVA_HOME }
}
