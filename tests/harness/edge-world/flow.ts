// The whole way of a claim: a row there, a task here, finished, written back there, and read back.
import type { BulkResponse, Integration, Link, Task } from '@task-service/contract'
import { until } from '../clients/api-client.ts'
import { ibanOf } from './site.ts'
import type { World } from './world.ts'

export type FlowFigures = {
  rows: number
  tasks: number
  settled: number
  /** Claims that are closed there with the note and the account number in it. */
  closed: number
  /** Closed more than once, as the trigger of the database saw it. */
  twice: number
  seconds: number
}

const TIMEOUT_MS = 1_200_000
const BATCH = 500

export async function createSource(world: World, careless = false): Promise<string> {
  const { client, connectorId } = world
  const version = careless ? {} : { version: '{{version}}' }
  const { id } = await client.ask<Integration>('POST', '/api/integrations', {
    provider: 'database',
    name: 'Claims',
    config: {
      connector: connectorId,
      database: 'warehouse',
      read_statement: 'open_claims',
      get_statement: 'get_claim',
      key_column: 'id',
      // A version that never changes is useless: nothing shows that the row has changed.
      version_column: careless ? 'id' : 'version',
      status_column: 'status',
      done_values: 'closed, rejected',
      title: '{{title}} of {{name}}',
      description: 'Account {{iban}}, {{amount}} EUR',
      write_statement: 'close_claim',
      write_params: JSON.stringify({
        key: '{{key}}',
        ...version,
        status: 'closed',
        note: 'paid to {{row.iban}} by {{task.number}}',
      }),
    },
    poll_seconds: 5,
  })
  return id
}

export const listTasks = async ({ client }: World, integrationId: string): Promise<Linked[]> => {
  const links = await client.list<Link>(`/api/links?integration=${integrationId}`)
  const tasks = await client.list<Task>('/api/tasks')
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return links.flatMap((link) => {
    const task = byId.get(link.task_id)
    return task ? [{ link, task }] : []
  })
}
export type Linked = { link: Link; task: Task }

export async function untilTasks(world: World, source: string, count: number): Promise<Linked[]> {
  return until(
    `${count} tasks`,
    () => listTasks(world, source),
    (found) => found.length >= count,
    TIMEOUT_MS,
    1_000,
  )
}

export async function complete({ client }: World, tasks: readonly Task[]): Promise<void> {
  for (let at = 0; at < tasks.length; at += BATCH) {
    const items = tasks
      .slice(at, at + BATCH)
      .map(({ id }) => ({ update: { task: id, changes: { status: 'completed' } } }))
    const { failed } = await client.ask<BulkResponse>('POST', '/api/tasks/bulk', { items })
    if (failed > 0) throw new Error(`${failed} tasks could not be completed`)
  }
}

/** From the rows that are there to the last outcome that was read back. */
export async function runFlow(
  world: World,
  source: string,
  { rows, log }: { rows: number; log: (line: string) => void },
): Promise<FlowFigures> {
  const { site } = world
  const start = performance.now()
  const found = await untilTasks(world, source, rows)
  log(`${found.length} of ${rows} rows are tasks`)
  await complete(
    world,
    found.map(({ task }) => task),
  )
  const settled = await until(
    'every outcome is read back',
    async () => (await listTasks(world, source)).filter(({ task }) => task.settled_at !== null),
    (done) => done.length >= rows,
    TIMEOUT_MS,
    1_000,
  )
  const claims = await site.claims()
  const closings = await site.closings()
  const isClosed = ({ id, status, note }: (typeof claims)[number]) =>
    status === 'closed' && note?.includes(`paid to ${ibanOf(id)} by T-`)
  return {
    rows,
    tasks: found.length,
    settled: settled.length,
    closed: claims.filter(isClosed).length,
    twice: [...closings.values()].filter((times) => times > 1).length,
    seconds: Math.round((performance.now() - start) / 1_000),
  }
}
