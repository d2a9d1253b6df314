// Verifies the documented interface on the program as users start it: `npm start` with three variables, port 8001.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase, emptyDatabase } from '../../tests/harness/database.ts'
import {
  HOST_SUFFIX,
  MASTER_KEY,
  provisionTenant,
  startService,
} from '../../tests/harness/service.ts'
import { atLeast, none } from '../../tools/programs/criteria.ts'
import type { Proof } from '../../tools/programs/proof.ts'
import { type Answer, type CallOptions, type Stage, statements } from './interface-statements.ts'

const root = join(import.meta.dirname, '../..')
const READY_MS = 30_000

type Target = { url: string; key: string; host?: string }

function call(target: Target, method: string, path: string, options: CallOptions): Promise<Answer> {
  const key = options.key === undefined ? target.key : options.key
  const body = options.body === undefined ? undefined : JSON.stringify(options.body)
  const headers = {
    ...(target.host && { host: target.host }),
    ...(key !== null && { 'x-api-key': key }),
    // Node does not add a Content-Length to the body of a DELETE.
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...options.headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${target.url}${path}`, { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk))
      response.on('end', () => {
        const json: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
        const status = response.statusCode ?? 0
        resolve({ status, headers: response.headers as Record<string, string>, text, json })
      })
    })
    sent.on('error', reject).end(body)
  })
}

function npmStart(env: Record<string, string | undefined>): {
  child: ChildProcess
  output: () => string
} {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  }
  return { child, output: () => output }
}

/** The whole group: npm starts a shell that starts the program. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const exited = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  await exited
}

async function untilReady(url: string, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    const ready = await call({ url, key: '' }, 'GET', '/readyz', {}).catch(() => undefined)
    if (ready?.status === 200) return
    await new Promise((resume) => setTimeout(resume, 100))
  }
  throw new Error(`npm start was not ready after ${READY_MS} ms:\n${output()}`)
}

export const proof: Proof = {
  tier: 'change',
  budgetSeconds: 40,
  mutex: 'port 8001',
  covers: ['server/src/http', 'server/src/app', 'server/src/config', 'server/src/commands'],
  claim: 'every testable statement of the documented interface is true',
  hasControl: false,
  async prove({ log }) {
    const cluster = await startCluster({ version: 'any' })
    const [database, hostedDatabase] = [
      await emptyDatabase({ cluster }),
      await createDatabase({ cluster }),
    ]
    const apiKey = generateApiKey()
    const variables = {
      DATABASE_URL: database.url,
      SERVICE_ACP_API_KEY: apiKey,
      SERVICE_ACP_MASTER_KEY: MASTER_KEY,
    }
    const started = npmStart(variables)
    const hosted = await startService({
      databaseUrl: hostedDatabase.url,
      env: { SERVICE_ACP_HOST: HOST_SUFFIX },
    })
    try {
      const url = 'http://127.0.0.1:8001'
      await untilReady(url, started.output)
      const stage: Stage = {
        call: (method, path, options = {}) => call({ url, key: apiKey }, method, path, options),
        hosted: ({ host, key }, method, path, options = {}) =>
          call({ url: hosted.url, key, host }, method, path, options),
        tenants: [
          await provisionTenant(hostedDatabase.url, 'acme'),
          await provisionTenant(hostedDatabase.url, 'globex'),
        ],
        apiKey,
        port: 8001,
        output: started.output,
        refusedStart: async (env) => {
          const refused = npmStart({ ...variables, SERVICE_ACP_PORT: '0', ...env })
          const [code] = (await once(refused.child, 'exit')) as [number]
          return code === 0 ? 'it started' : refused.output()
        },
      }
      return await checkAll(stage, log)
    } finally {
      await end(started.child)
      await hosted.stop()
      await cluster.stop()
    }
  },
}

async function checkAll(stage: Stage, log: (line: string) => void) {
  let held = 0
  let broken = 0
  let elsewhere = 0
  for (const { section, text, check, verifiedBy = [] } of statements) {
    if (!check) {
      elsewhere++
      log(`other  §${section} ${text} (${verifiedBy.join(', ')})`)
      continue
    }
    try {
      await check(stage)
      held++
      log(`holds  §${section} ${text}`)
    } catch (error) {
      broken++
      log(`BROKEN §${section} ${text}\n${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  const figures = `${held} statements hold, ${broken} broken, ${elsewhere} verified by other proofs`
  return {
    figures,
    criteria: [none('broken statements', broken), atLeast('statements checked', held, 1)],
  }
}
