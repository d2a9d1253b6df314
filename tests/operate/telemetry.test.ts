// Metrics for Prometheus and traces over OTLP/HTTP, as another program receives them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import {
  HOST_SUFFIX,
  provisionTenant,
  type Service,
  startService,
  type TestTenant,
} from '../harness/service.ts'
import { send } from './send.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  name: string
  traceId: string
  parentSpanId?: string
  kind: number
  attributes: Attribute[]
}
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT_ID = '00f067aa0ba902b7'

let database: TestDatabase
let service: Service
let tenant: TestTenant
let collector: Server
let metricsUrl: string
const received: { path: string; spans: Span[] }[] = []

async function collect(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { resourceSpans } = (await json(request)) as Export
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((s) => s.spans))
  received.push({ path: `${request.method} ${request.url}`, spans })
  response.setHeader('content-type', 'application/json').end('{}')
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port // it listens on TCP
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  return port
}

before(async () => {
  database = await createDatabase()
  tenant = await provisionTenant(database.url, 'measured')
  collector = createServer((request, response) => void collect(request, response))
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const metricsPort = await findFreePort()
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  service = await startService({
    databaseUrl: database.url,
    env: {
      SERVICE_ACP_HOST: HOST_SUFFIX,
      SERVICE_ACP_METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector)}`,
    },
  })
})

after(async () => {
  await service.kill()
  collector.close()
  await database.drop()
})

function call(path: string, headers: Record<string, string> = {}, body?: unknown) {
  const ours = { host: tenant.host, 'x-api-key': tenant.key }
  const wire = body === undefined ? {} : { method: 'POST', body }
  return send(service.url + path, { ...wire, headers: { ...ours, ...headers } })
}

function hasSample(lines: string[], name: string, labels: string[], value: string): boolean {
  return lines.some(
    (line) =>
      line.startsWith(name) &&
      line.endsWith(` ${value}`) &&
      labels.every((label) => line.includes(label)),
  )
}

test('the metrics port reports counts by tenant and times by route, and the public port does not', async () => {
  await call('/api/tasks', {}, { title: 'counted' })
  await call('/api/tasks')
  await call('/api/ping', { 'x-api-key': 'wrong' })
  const { status, headers, body } = await send(metricsUrl)
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^text\/plain/)
  assert.match(
    body,
    /^task_service_requests_total\{.*tenant="measured".*status_class="2xx".*\} 2$/m,
  )
  const lines = body.split('\n')
  assert.ok(hasSample(lines, 'task_service_requests_total', ['tenant="measured"', '2xx'], '2'))
  assert.ok(hasSample(lines, 'task_service_requests_total', ['tenant="unknown"', '4xx'], '1'))
  const created = ['http_request_method="POST"', 'http_route="tasks.create"', '="201"']
  assert.ok(hasSample(lines, 'http_server_request_duration_count', created, '1'))
  assert.ok(hasSample(lines, 'task_service_db_waiting', [], '0'))
  assert.ok(!body.includes(tenant.key))
  assert.equal((await send(`${service.url}/metrics`)).status, 404)
})

test('spans arrive at the collector as children of the caller’s span', async () => {
  const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`
  await call('/api/tasks?q=secret', { traceparent })
  await call('/api/ping', { traceparent: 'not-a-trace' })
  // Spans are sent in batches; the last one is sent before the process ends.
  assert.equal(await service.stop(), 0)
  assert.ok(received.length > 0)
  assert.ok(received.every(({ path }) => path === 'POST /v1/traces'))
  const spans = received.flatMap((batch) => batch.spans)
  const span = spans.find(({ parentSpanId }) => parentSpanId === PARENT_ID)
  assert.equal(span?.traceId, TRACE_ID)
  assert.equal(span?.name, 'GET tasks.list')
  assert.equal(span?.kind, 2, 'a server’s span')
  const attributes = new Map(span?.attributes.map(({ key, value }) => [key, value]))
  assert.equal(attributes.get('http.route')?.stringValue, 'tasks.list')
  assert.equal(attributes.get('http.response.status_code')?.intValue, 200)
  const orphan = spans.find(({ name }) => name === 'GET system.ping')
  assert.ok(orphan && orphan.parentSpanId === undefined, 'a broken parent is no parent')
  assert.ok(!JSON.stringify(received).includes('secret'))
  assert.ok(!JSON.stringify(received).includes(tenant.key))
})
