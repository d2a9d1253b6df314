// Tasks and comments of a deployment as its clients see them, to be compared before and after something happened to it.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiCaller, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import type { ComposeProject } from '../../tests/harness/containers/compose-project.ts'

export type Kept = {
  tasks: number
  comments: number
  /** All tasks with their comments and their activity. */
  seen: unknown
  migrations: string[]
}

type Page = { data: { id: string }[]; next_cursor: string | null }

/** A service that has just started and is asked by many may say that it is busy, and when to come back. */
const BUSY = 503
const MOST_TRIES = 5

async function ask<T>(caller: ApiCaller, project: ComposeProject, path: string, body?: object) {
  const call = {
    ...(body && { method: 'POST', body }),
    headers: {
      'x-api-key': project.env()['SERVICE_ACP_API_KEY'] ?? '',
      ...(body && { 'idempotency-key': randomUUID() }),
    },
  }
  let answer = await caller.call(`${project.url()}/api${path}`, call)
  for (let tries = 1; answer.status === BUSY && tries < MOST_TRIES; tries++) {
    await sleep(Number(answer.headers['retry-after'] ?? 1) * 1_000)
    answer = await caller.call(`${project.url()}/api${path}`, call)
  }
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${answer.body}`)
  return JSON.parse(answer.body) as T // the caller names the schema of the contract
}

/** Every third task is changed once and has a comment. */
export async function fillTasks(project: ComposeProject, count: number): Promise<void> {
  const caller = createApiCaller(8)
  const create = async (index: number) => {
    const body = { title: `Task ${index}`, labels: ['kept'], fields: { index } }
    const { id } = await ask<{ id: string }>(caller, project, '/tasks', body)
    if (index % 3 > 0) return
    await ask(caller, project, `/tasks/${id}/comments`, { body: `About ${index}` })
    await ask(caller, project, `/tasks/${id}/transitions`, { to: 'in_progress' })
  }
  try {
    await Promise.all(Array.from({ length: count }, (_, index) => create(index)))
  } finally {
    caller.close()
  }
}

export async function readKept(project: ComposeProject): Promise<Kept> {
  const caller = createApiCaller(8)
  const pages = async (path: string) => {
    const found: { id: string }[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
      const page: Page = await ask<Page>(caller, project, `${path}?limit=200${query}`)
      found.push(...page.data)
      cursor = page.next_cursor
    }
    return found
  }
  try {
    const tasks = await pages('/tasks')
    const comments = await Promise.all(tasks.map(({ id }) => pages(`/tasks/${id}/comments`)))
    const activity = await Promise.all(tasks.map(({ id }) => pages(`/tasks/${id}/activity`)))
    return {
      tasks: tasks.length,
      comments: comments.flat().length,
      seen: { tasks, comments, activity },
      migrations: await readMigrations(project),
    }
  } finally {
    caller.close()
  }
}

/** Which migrations ran and when; a migration that runs again shows here. */
async function readMigrations(project: ComposeProject): Promise<string[]> {
  const database = await project.findDatabase()
  if (!database) throw new Error('the database does not answer')
  try {
    const { rows } = await database.query<{ line: string }>(
      `select concat_ws(' ', name, checksum, applied_at) as line from schema_migrations order by version`,
    )
    return rows.map(({ line }) => line)
  } finally {
    await database.end()
  }
}

/** The first place where something is missing or different; a later version may know more fields. */
export function findLoss(before: unknown, after: unknown, path = ''): string | undefined {
  if (typeof before !== 'object' || before === null) return before === after ? undefined : path
  if (typeof after !== 'object' || after === null) return path
  if (Array.isArray(before) && before.length !== (after as unknown[]).length) return path // an object has no length either
  for (const [key, value] of Object.entries(before)) {
    const loss = findLoss(value, (after as Record<string, unknown>)[key], `${path}/${key}`) // any object
    if (loss !== undefined) return loss
  }
  return undefined
}
