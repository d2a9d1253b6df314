// What the browser meets: the real program with its built dashboard, a real database, a receiver of webhooks.
import { execFileSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { type Service, startService, UI_PASSWORD } from '../../harness/service.ts'

const root = join(import.meta.dirname, '../../..')

export type Stage = {
  /** `http://127.0.0.1:…/ui`, without a slash at its end. */
  url: string
  service: Service
  database: TestDatabase
  receiver: Receiver
  credentials: { username: string; password: string }
  /** The API as a program calls it, for what a test needs to be there. */
  api<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Ends something else together with the stage. */
  endWith(end: () => Promise<void>): void
  close(): Promise<void>
}

export type Message = { path: string; headers: Record<string, string>; body: string }

export type Receiver = {
  url: string
  bodies: string[]
  messages: Message[]
  answer: number
  /** What it answers at single paths instead. */
  answers: Record<string, number>
  close(): void
}

export function buildDashboard(): void {
  execFileSync(process.execPath, ['tools/build-dashboard.ts', '--if-needed'], { cwd: root })
}

export async function openStage(
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<Stage> {
  buildDashboard()
  const database = await createDatabase()
  const receiver = await openReceiver()
  const service = await startService({
    databaseUrl: database.url,
    args,
    env: {
      SERVICE_ACP_LIMIT_STREAM_DURATION: '10m',
      SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
      SERVICE_ACP_WEBHOOK_TIMEOUT: '2s',
      SERVICE_ACP_WEBHOOK_SCHEDULE: '1s,1s,1s',
      ...env,
    },
  })
  const ends: (() => Promise<void>)[] = []
  return {
    url: `${service.url}/ui`,
    service,
    database,
    receiver,
    credentials: { username: 'admin', password: UI_PASSWORD },
    api: (method, path, body) => callApi(service, method, path, body),
    endWith: (end) => void ends.push(end),
    async close() {
      await service.stop()
      for (const end of ends) await end()
      receiver.close()
      await database.drop()
    },
  }
}

async function callApi<T>(
  service: Service,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${service.url}/api${path}`, {
    method,
    headers: {
      'x-api-key': service.apiKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T // the caller names what the contract says
}

async function openReceiver(): Promise<Receiver> {
  const bodies: string[] = []
  const messages: Message[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    const path = request.url ?? ''
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      bodies.push(body)
      messages.push({ path, headers: request.headers as Record<string, string>, body }) // ours come once each
      const code = receiver.answers[path] ?? receiver.answer
      response.writeHead(code, { 'content-type': 'text/plain' }).end('seen')
    })
  })
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    messages,
    answer: 200,
    answers: {},
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}
