// A service on loopback with a tracker, hostile texts in every kind of object, and a user with an empty home.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Task } from '@task-service/sdk'
import { TaskService } from '@task-service/sdk'
import { type Emulator, startEmulator } from '../../integrations/github/testing/emulator.ts'
import { seed } from '../../integrations/github/testing/world.ts'
import { type Ended, runTasks, TASKS } from '../../tests/harness/cli/tasks-program.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { type Service, startService } from '../../tests/harness/service.ts'
import { temporaryRoot } from '../../tests/harness/temporary-root.ts'

/** Clears the screen, sets the title, writes to the clipboard, hides text, and reverses the order of characters. */
export const HOSTILE =
  'Pay \u001b[2J\u001b]0;owned\u0007\u001b]52;c;cm0gLXJm\u001b\\\u009b8m\rOK\b\u202egnp.exe'

export type Stage = {
  service: Service
  emulator: Emulator
  client: TaskService
  folder: string
  env: Record<string, string>
  /** Of the sources, or of the control. */
  program: string
  /** Everything that any command printed. */
  printed: string[]
  run: (args: readonly string[], stdin?: string, env?: Record<string, string>) => Promise<Ended>
  newTask: (title?: string) => Promise<Task>
  stop: () => Promise<void>
}

export async function openStage(isControl: boolean): Promise<Stage> {
  const cluster = await startCluster({ fsync: false, inMemory: true })
  const database = await createDatabase({ cluster })
  const emulator = await startEmulator()
  const service = await startService({
    databaseUrl: database.url,
    env: {
      SERVICE_ACP_LOG_LEVEL: 'debug',
      SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
      SERVICE_ACP_EGRESS_PLAIN_HTTP: 'allowed-networks',
      SERVICE_ACP_LIMIT_STREAM_DURATION: '10m',
    },
  })
  const { url, apiKey } = service
  const folder = mkdtempSync(join(temporaryRoot(), 'task-service-cli-'))
  const env = { HOME: folder, TASKS_URL: url, TASKS_KEY: apiKey }
  const client = new TaskService({ url, apiKey })
  const program = isControl ? join(import.meta.dirname, 'unsafe-tasks.ts') : TASKS
  const printed: string[] = []
  return {
    service,
    emulator,
    client,
    folder,
    env,
    program,
    printed,
    async run(args, stdin, other = {}) {
      const options = { env: { ...env, ...other }, cwd: folder, program }
      const ended = await runTasks(args, { ...options, ...(stdin !== undefined && { stdin }) })
      printed.push(ended.stdout, ended.stderr)
      return ended
    },
    newTask: (title = HOSTILE) => client.tasks.create({ title, queue: 'scratch' }),
    async stop() {
      await service.stop()
      await emulator.close()
      await database.drop()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One of each kind, so that every list has a row. */
export async function fillStage({ client, emulator }: Stage): Promise<void> {
  emulator.controls.grant({
    token: seed.token,
    login: seed.self,
    issues: 'write',
    hooks: true,
    push: true,
  })
  for (let at = 0; at < 12; at++) emulator.controls.createIssue({ title: `${HOSTILE} ${at}` })
  await client.agents.create({ name: 'gardener', description: HOSTILE, queues: ['garden'] })
  // Other cases pause the gardener at the same time.
  await client.agents.create({ name: 'worker', queues: ['garden'] })
  await client.connectors.create({ name: 'warehouse' })
  const config = { base_url: emulator.origin, owner: seed.owner, repo: seed.repo }
  const { id } = await client.integrations.create({
    provider: 'github',
    name: 'Tracker',
    config,
    poll_seconds: 86_400,
  })
  await client.integrations.setCredential(id, { secrets: { token: seed.token } })
  await client.webhooks.create({
    url: 'http://127.0.0.1:4999/',
    description: HOSTILE,
    event_types: ['comment.*'],
  })
  const task = await client.tasks.create({
    title: HOSTILE,
    description: HOSTILE,
    queue: 'garden',
    labels: [HOSTILE.replaceAll(/[^ -~]/g, '')],
    fields: { note: HOSTILE },
    source: 'proof',
    external_id: 'hostile',
  })
  await client.comments.create(task.id, { body: HOSTILE })
}
