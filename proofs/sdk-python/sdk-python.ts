// The Python SDK as users get it: its packages and types, long lists, and requests whose responses are lost.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TaskService } from '@task-service/sdk'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { startLossyProxy } from '../../tests/harness/network/lossy-proxy.ts'
import { runPython } from '../../tests/harness/python/run-python.ts'
import { startService } from '../../tests/harness/service.ts'
import { temporaryRoot } from '../../tests/harness/temporary-root.ts'
import { atLeast, atMost, type Criterion, equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'
import { checkExamples } from './check-examples.ts'
import { checkPackages, checkTypes } from './check-package.ts'

const root = join(import.meta.dirname, '../..')
const BULK = 500
const THREADS = 4
const PER_THREAD = 50
/** A page has 200 tasks; what is kept of each is its number. */
const GROWTH_MAX_MIB = 8

type Stage = { client: TaskService; url: string; env: Record<string, string> }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'installs packages from PyPI and lists many tasks; `tests/sdk-python` runs the client and the worker on every change',
  budgetSeconds: 180,
  covers: [
    'sdk-python',
    'examples/python-sdk',
    'tools/sdk-python',
    'tools/pack-sdk-python.ts',
    'contract',
  ],
  report: 'first-ten-minutes',
  claim:
    'the wheel and the source distribution of the Python SDK install in a new environment without other packages; `mypy --strict` accepts the package and a program with it, and rejects mistakes; 10,000 tasks (full: 100,000) are listed in constant memory; when responses are lost, every task is created exactly once',
  hasControl: true,
  async prove({ full, control, log }): Promise<Verdict> {
    const cluster = await startCluster({ fsync: false, inMemory: true })
    const database = await createDatabase({ cluster })
    const service = await startService({
      databaseUrl: database.url,
      // The receiver of an example is on loopback.
      env: { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8', SERVICE_ACP_LIMIT_STREAM_DURATION: '10m' },
    })
    const folder = mkdtempSync(join(temporaryRoot(), 'task-service-sdk-python-'))
    const { url, apiKey } = service
    const stage: Stage = {
      client: new TaskService({ url, apiKey }),
      url,
      env: { TASKS_URL: url, TASKS_KEY: apiKey },
    }
    try {
      const criteria = await checkLosses(stage, control)
      // The control is about lost responses.
      if (!control) {
        criteria.push(...(await checkMemory(stage, full ? 100_000 : 10_000)))
        const examples = await checkExamples(stage.client, stage.env)
        for (const fault of examples) log(fault)
        criteria.push(none('faults of examples', examples.length))
        criteria.push(...(await checkPackage(stage, folder, log)))
      }
      const figures = criteria.map(({ name, value }) => `${name} ${value}`).join(', ')
      return { figures, criteria }
    } finally {
      await service.stop()
      await database.drop()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function checkLosses({ client, url, env }: Stage, control: boolean): Promise<Criterion[]> {
  const proxy = await startLossyProxy(url, 5)
  try {
    const program = join(root, 'tests/sdk-python/use_client.py')
    const spoiler = control ? [join(import.meta.dirname, 'forget_keys.py')] : []
    const args = [...spoiler, program, 'create', 'lost', String(THREADS), String(PER_THREAD)]
    const printed = await runPython(args, { env: { ...env, TASKS_URL: proxy.url } })
    const created = printed.trim().split('\n')
    const stored = await client.tasks.list({ queue: 'lost', limit: 200 }).toArray()
    const titles = new Set(stored.map(({ title }) => title))
    return [
      equals('tasks created', created.length, THREADS * PER_THREAD),
      equals('titles stored', titles.size, THREADS * PER_THREAD),
      none('duplicates', stored.length - titles.size),
      atLeast('responses lost', proxy.lost(), THREADS * 10),
    ]
  } finally {
    await proxy.close()
  }
}

async function checkMemory({ client, env }: Stage, count: number): Promise<Criterion[]> {
  const before = THREADS * PER_THREAD
  for (let made = before; made < count; made += BULK) {
    const items = Array.from({ length: Math.min(BULK, count - made) }, (_, index) => ({
      create: { title: `Task ${made + index}`, description: 'x'.repeat(500) },
    }))
    await client.tasks.bulk({ items })
  }
  const script = join(import.meta.dirname, 'list_many.py')
  const [listed = '', growth = ''] = (await runPython([script, String(count)], { env })).split(' ')
  return [
    equals('tasks listed', Number(listed), count),
    atMost('memory growth', Number(growth) / 1_024, GROWTH_MAX_MIB, 'MiB'),
  ]
}

async function checkPackage(
  { env }: Stage,
  folder: string,
  log: (line: string) => void,
): Promise<Criterion[]> {
  const installer = join(root, 'tools/install-client-generators.sh')
  const tools = execFileSync(installer, { encoding: 'utf8' }).trim()
  const packages = await checkPackages(folder, env)
  const types = await checkTypes(tools, folder)
  for (const fault of [...packages, ...types]) log(fault)
  return [none('faults of packages', packages.length), none('faults of types', types.length)]
}
