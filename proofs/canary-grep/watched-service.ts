// The service with everything it outputs recorded: responses, logs at debug level, metrics, traces, its processes, its
// database.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { findFreePort } from '../../tests/harness/free-port.ts'
import { type Service, serviceEnv, startService } from '../../tests/harness/service.ts'
import { runCommand } from '../../tests/operate/run-command.ts'
import { startCollector } from './collector.ts'
import { describeProcesses } from './processes.ts'

export type Call = {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  /** In the place of `body`, as it stands. */
  text?: string
  /** Anything else is a fault of the journey, not of the service. */
  expect: number
  /** An answer that shows a secret on purpose, the only time there is: it is not kept. */
  isShownOnce?: true
}

export type WatchedService = {
  call: <T>(path: string, call: Call) => Promise<T>
  /** The processes, their command lines, and their environments. */
  noteProcesses: () => void
  /** Ends it, runs a command of the operator, and starts it with these keys. */
  restart: (keys: Keys, command: string[]) => Promise<void>
  /** What the vault calls the master key it was started with. */
  readMasterKeyId: () => string
  /** Everything so far, by where it came out. */
  listSinks: () => Promise<Map<string, string>>
  stop: () => Promise<void>
}

export type Keys = { master: string; previous?: string }

export type WatchOptions = Keys & { apiKey: string; uiPassword: string; isLeaky: boolean }

export async function startWatchedService(options: WatchOptions): Promise<WatchedService> {
  // With every parameter: what is sealed must be so before it leaves the process.
  const cluster = await startCluster({ settings: { log_statement: 'all' } })
  const database = await createDatabase({ cluster })
  const collector = await startCollector()
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const said = new Map<string, string[]>()
  const note = (sink: string, text: string) => said.set(sink, [...(said.get(sink) ?? []), text])
  const env = (keys: Keys) => ({
    ...environmentOf(keys, port),
    SERVICE_ACP_UI_PASSWORD: options.uiPassword,
    SERVICE_ACP_METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  const start = (keys: Keys) =>
    startService({
      databaseUrl: database.url,
      apiKey: options.apiKey,
      env: env(keys),
      ...(options.isLeaky && { program: join(import.meta.dirname, 'leaky-main.ts') }),
    })
  let service = await start(options)
  const end = async () => {
    await service.stop()
    note('log', service.log.map((line) => JSON.stringify(line)).join('\n'))
    note('standard error', service.errors())
  }
  return {
    call: (path, call) => send(service, options.apiKey, path, call, note),
    noteProcesses: () => note('processes', describeProcesses(service.process.pid ?? 0)),
    readMasterKeyId: () => query(cluster, database, 'select id from master_keys'),
    async restart(keys, command) {
      note('metrics', await readMetrics(metricsPort))
      await end()
      const settings = { databaseUrl: database.url, apiKey: options.apiKey, env: env(keys) }
      const { code, stdout, stderr } = await runCommand(command, serviceEnv(settings))
      note('commands', stdout + stderr)
      if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stderr}`)
      service = await start(keys)
    },
    async listSinks() {
      note('metrics', await readMetrics(metricsPort))
      note('database', dump(cluster, database))
      note('log of the database', readFileSync(cluster.logFile, 'utf8'))
      await end()
      note('traces', collector.taken.join('\n'))
      return new Map([...said].map(([sink, texts]) => [sink, texts.join('\n')]))
    },
    async stop() {
      await service.kill()
      collector.close()
      await cluster.stop()
    },
  }
}

const environmentOf = ({ master, previous }: Keys, port: number) => ({
  SERVICE_ACP_MASTER_KEY: master,
  ...(previous !== undefined && { SERVICE_ACP_MASTER_KEY_PREVIOUS: previous }),
  SERVICE_ACP_LOG_LEVEL: 'debug',
  SERVICE_ACP_PORT: String(port),
  SERVICE_ACP_PUBLIC_URL: `http://127.0.0.1:${port}`,
  SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
  SERVICE_ACP_EGRESS_PLAIN_HTTP: 'allowed-networks',
  SERVICE_ACP_WEBHOOK_SCHEDULE: '1s,1s,1s',
})

async function send<T>(
  service: Service,
  apiKey: string,
  path: string,
  { method = 'GET', headers = {}, body, text, expect, isShownOnce }: Call,
  note: (sink: string, text: string) => void,
): Promise<T> {
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      ...(path.startsWith('/api') && { 'x-api-key': apiKey }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload }),
  })
  const said = await response.text()
  const type = response.headers.get('content-type') ?? ''
  if (!isShownOnce) {
    const sink = response.status >= 400 ? 'refusals' : type.includes('json') ? 'answers' : 'pages'
    note(sink, `${response.status}\n${JSON.stringify([...response.headers])}\n${said}`)
  }
  if (response.status !== expect) {
    throw new Error(`${method} ${path.slice(0, 60)}: ${response.status} ${said.slice(0, 400)}`)
  }
  return (type.includes('json') ? JSON.parse(said) : said) as T // of the contract
}

async function readMetrics(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  return answer.text()
}

const DUMP_BYTES = 500_000_000

/** As text, with bytes in hex: what is sealed must be unreadable there as well. */
function dump(cluster: Cluster, { superuserUrl }: TestDatabase): string {
  const args = ['--inserts', `--dbname=${superuserUrl}`]
  return execFileSync(join(cluster.binDir, 'pg_dump'), args, { maxBuffer: DUMP_BYTES }).toString()
}

function query(cluster: Cluster, { superuserUrl }: TestDatabase, text: string): string {
  const args = ['--no-align', '--tuples-only', '--command', text, superuserUrl]
  return execFileSync(join(cluster.binDir, 'psql'), args).toString().trim()
}
