// What is done with each installed npm package: the main task of its users.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeIntegration } from '../../new-integration.ts'
import { offlineEnv, runOffline } from './offline.ts'
import type { Place } from './use-python.ts'

const ONLINE_MS = 60_000

const PROGRAM = `
import { createRequire } from 'node:module'
import { TaskService } from '@task-service/sdk'
const required = createRequire(import.meta.url)('@task-service/sdk')
if (required.TaskService !== TaskService) throw new Error('require() has another module')
const client = new TaskService({ url: process.env.TASKS_URL, apiKey: process.env.TASKS_KEY })
const task = await client.tasks.create({ title: 'From the SDK' })
await client.tasks.update(task.id, { status: 'completed' }, { ifMatch: task.version })
for await (const one of client.tasks.list({ status: ['completed'] })) {
  if (one.id === task.id) console.log(one.status)
}
`

export async function useSdk({ folder, url, key }: Place): Promise<void> {
  const env = { TASKS_URL: url, TASKS_KEY: key }
  writeFileSync(join(folder, 'use.mjs'), PROGRAM)
  expect(await runOffline('node', ['use.mjs'], { cwd: folder, env }), 'completed')
}

export async function useCli({ folder, version, url, key }: Place): Promise<void> {
  const env = { TASKS_URL: url, TASKS_KEY: key, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder }
  const tasks = (...args: string[]) =>
    runOffline(join(folder, 'node_modules/.bin/tasks'), args, { cwd: folder, env })
  expect(await tasks('--version'), version)
  const { number } = JSON.parse(await tasks('create', 'From the CLI', '--json')) as {
    number: number
  }
  const done = JSON.parse(await tasks('complete', `T-${number}`, '--json')) as { status: string }
  expect(done.status, 'completed')
}

/** A new integration runs its conformance suite. */
export async function useKit({ folder }: Place): Promise<void> {
  makeIntegration('acme-desk', folder)
  const args = ['--test', '--test-reporter=tap', 'acme-desk/conformance.test.ts']
  const printed = await runOffline('node', args, { cwd: folder })
  const [, passed = '0'] = /^# pass (\d+)$/m.exec(printed) ?? []
  if (Number(passed) === 0) throw new Error('the conformance suite has no tests')
}

/** With the example policy, enrolled by a token, until the service sees it. */
export async function useEdge({ folder, url, key, databaseUrl }: Place): Promise<void> {
  const program = join(folder, 'node_modules/.bin/task-edge')
  cpSync(join(folder, 'node_modules/@task-service/edge/policy.yaml'), join(folder, 'policy.yaml'))
  const ask = async (method: string, path: string, body?: object): Promise<EdgeState> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${url}/api/connectors${path}`, init)
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return (await response.json()) as EdgeState // documented
  }
  const { id, enrolment_token: token = '' } = await ask('POST', '', { name: 'release' })
  const env = {
    TASK_EDGE_POLICY: join(folder, 'policy.yaml'),
    TASK_EDGE_STATE: join(folder, 'state'),
    TASK_EDGE_URL: url,
    TASK_EDGE_ALLOW_HTTP: 'true',
    WAREHOUSE_URL: databaseUrl,
  }
  expect(await runOffline(program, ['check'], { cwd: folder, env }), 'is valid: 3 statements')
  const { PATH = '' } = process.env
  const child = spawn(program, ['run'], {
    cwd: folder,
    env: { PATH, ...offlineEnv, ...env, TASK_EDGE_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += part))
  const exited = once(child, 'exit')
  try {
    for (const startedMs = Date.now(); (await ask('GET', `/${id}`)).state !== 'online'; ) {
      if (Date.now() - startedMs > ONLINE_MS || child.exitCode !== null) {
        throw new Error(`the connector did not connect: ${printed.slice(-2_000)}`)
      }
      await sleep(200)
    }
  } finally {
    child.kill()
    await exited
  }
  if (!existsSync(join(folder, 'state'))) throw new Error('the connector stored no key')
}

type EdgeState = { id: string; state: string; enrolment_token?: string }

function expect(printed: string, part: string): void {
  if (!printed.includes(part)) throw new Error(`"${part}" was not printed, but: ${printed}`)
}
