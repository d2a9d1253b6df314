// Every metric that rules, dashboards and documents name is one that a running service exports.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { dashboards, expressionsOf } from '../../tools/monitoring/dashboards.ts'
import { ruleGroups } from '../../tools/monitoring/rules.ts'
import { createWebhook } from '../harness/clients/webhook.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { findFreePort } from '../harness/free-port.ts'
import { type Receiver, startReceiver } from '../harness/network/receiver.ts'
import { type Service, startService } from '../harness/service.ts'
import { until } from '../operate/until.ts'

const root = join(import.meta.dirname, '../..')
const SLOT = `metric_names_${process.pid}`

/** They need a fault, an agent, a replica or an SMTP server; their instruments are in the source. */
const OCCASIONAL = [
  'dispatch.blocked_seconds',
  'claim.latency',
  'runs.ended',
  'runs.live',
  'digests.sent',
  'digests.failed',
  'smtp.failures',
  'replica.in_use',
  'replica.lag_seconds',
  'replica.reads',
  'replica.fallbacks',
]
const COUNTERS = [
  'runs.ended',
  'digests.sent',
  'digests.failed',
  'replica.reads',
  'replica.fallbacks',
]

let database: TestDatabase
let admin: Client
let receiver: Receiver
let service: Service
let exported: Set<string>

/** Of PostgreSQL; the guides name them. */
const ROLES = ['task_service_app', 'task_service_search', 'task_service_purge']

before(async () => {
  database = await createDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  await admin.query('select pg_create_physical_replication_slot($1, true)', [SLOT])
  receiver = await startReceiver((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  const port = await findFreePort()
  service = await startService({
    databaseUrl: database.url,
    env: { SERVICE_ACP_METRICS_PORT: String(port), SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8' },
  })
  const owner = { url: service.url, apiKey: service.apiKey }
  await createWebhook(owner, {
    url: `http://127.0.0.1:${receiver.port}`,
    event_types: ['task.created'],
  })
  await fetch(`${service.url}/api/tasks`, {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'delivered' }),
  })
  exported = await until(
    'a delivery and the replication slot are in the metrics',
    async () => {
      const names = namesOf(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      const isComplete =
        names.has('task_service_delivery_delay_seconds') &&
        names.has('task_service_replication_slot_retained_bytes')
      return isComplete && names
    },
    60_000,
  )
  for (const name of OCCASIONAL) exported.add(prometheusName(name))
})

after(async () => {
  await service.kill()
  await receiver.close()
  await admin.query('select pg_drop_replication_slot($1)', [SLOT])
  await admin.end()
  await database.drop()
})

const namesOf = (scraped: string) =>
  new Set([...scraped.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name))

function prometheusName(instrument: string): string {
  const name = `task_service.${instrument}`.replaceAll('.', '_')
  return COUNTERS.includes(instrument) ? `${name}_total` : name
}

/** A name of a histogram has a suffix; recorded series are not exported. */
function findUnknown(text: string): string[] {
  const named = text.match(/\b(?:task_service|http_server)_[a-z0-9_]+/g) ?? []
  return [...new Set(named)].filter((name) => {
    const base = name.replace(/_(bucket|count|sum)$/, '')
    return !exported.has(name) && !exported.has(base)
  })
}

test('the occasional metrics are in the source', () => {
  const source = globSync('server/src/**/*.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  for (const name of OCCASIONAL) assert.ok(source.includes(`'task_service.${name}'`), name)
})

test('rules and dashboards name exported metrics; control: another name is found', () => {
  const rules = ruleGroups().flatMap((group) => group.rules.map(({ expr }) => expr))
  const shown = Object.values(dashboards).flatMap(expressionsOf)
  const expressions = [...rules, ...shown].join('\n').replaceAll(/task_service:\S+/g, '')
  assert.deepEqual(findUnknown(expressions), [])
  assert.deepEqual(findUnknown('sum(task_service_no_such_metric)'), ['task_service_no_such_metric'])
})

/** Variables of nginx and snippets of Caddy in the generated files. */
const PROXY_NAMES = ['problem', 'cell', 'cells', 'hosts'].map((name) => `task_service_${name}`)
/** Of the replication slot of a move. */
const SLOT_NAME = 'task_service_move_'

test('documents name exported metrics', () => {
  const files = ['docs/guide/*.md', 'docs/runbooks/*.md', 'deploy/**/*.{md,yaml}'].flatMap(
    (pattern) => globSync(pattern, { cwd: root }),
  )
  const unknown = files.flatMap((file) =>
    findUnknown(readFileSync(join(root, file), 'utf8').replaceAll(/task_service:\S+/g, ''))
      .filter((name) => ![...ROLES, ...PROXY_NAMES, SLOT_NAME].includes(name))
      .map((name) => `${file}: ${name}`),
  )
  assert.deepEqual(unknown, [])
})
