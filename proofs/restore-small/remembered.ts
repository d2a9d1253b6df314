// What clients of a deployment remember of it: answers that must be the same after the deployment was restored.
import { exitCodes } from '../../server/src/commands/exit-codes.ts'
import {
  type Answer,
  type ApiCaller,
  type Call,
  imageOf,
} from '../../tests/harness/clients/api-caller.ts'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'
import { HOST_SUFFIX } from '../../tests/harness/service.ts'
import { runCommand } from '../../tests/operate/run-command.ts'

export type Client = {
  slug: string
  key: string
  send: (path: string, call?: Call) => Promise<Answer>
}

/** Creates with an Idempotency-Key, to be repeated word for word. */
export type Repeatable = { path: string; call: Call; image: string }

export type Remembered = {
  slug: string
  key: string
  /** A key that was taken away before the dump. */
  revokedKey: string | undefined
  /** By path; pages of lists lead to each other by cursors that were given before the dump. */
  answers: Map<string, string>
  creates: Repeatable[]
  /** With which the list may answer "unchanged" as long as this database is in use. */
  listTag: string
  lastNumber: number
}

const LISTS = ['?limit=200', '?label=urgent-älter&limit=50', '?q=plants&sort=-priority&limit=30']

export function connectClient(caller: ApiCaller, url: string, slug: string, key: string): Client {
  const always = { host: `${slug}.${HOST_SUFFIX}`, 'x-api-key': key }
  return {
    slug,
    key,
    send: (path, call = {}) =>
      caller.call(`${url}${path}`, { ...call, headers: { ...always, ...call.headers } }),
  }
}

/** Fills a tenant through the API with a bit of everything there is. */
export async function useTenant(
  client: Client,
  tasks: number,
  random: SeededRandom,
): Promise<Repeatable[]> {
  const creates: Repeatable[] = []
  for (const path of ['/api/tasks', '/api/tasks', '/api/tasks/T-1/comments']) {
    const body = path.endsWith('comments') ? { body: 'seen — 見た' } : taskBody(random, 0)
    const headers = { 'idempotency-key': `before-${client.slug}-${creates.length}` }
    const call = { method: 'POST', headers, body }
    const image = imageOf(expectStatus(await client.send(path, call), 201))
    creates.push({ path, call, image })
  }
  for (let left = tasks - 2; left > 0; left -= 500) {
    const items = Array.from({ length: Math.min(left, 500) }, (_, index) => ({
      create: taskBody(random, index),
    }))
    const call = { method: 'POST', body: { items } }
    expectStatus(await client.send('/api/tasks/bulk', call), 200)
  }
  const to = { method: 'POST', body: { to: 'in_progress' } }
  expectStatus(await client.send('/api/tasks/T-2/transitions', to), 200)
  const change = { method: 'PATCH', body: { due_at: '2030-01-01T00:00:00Z', fields: { n: 1e30 } } }
  expectStatus(await client.send('/api/tasks/T-3', change), 200)
  expectStatus(await client.send('/api/tasks/T-4', { method: 'DELETE' }), 204)
  return creates
}

/** Characters and numbers that a dump could mangle. */
function taskBody(random: SeededRandom, index: number): object {
  return {
    title: `Water the plants ${index} "'\\\t\u{1f331} ${random.next()}`,
    description: 'Tall ones\r\nfirst;\\N \\. ${x} %s'.repeat(random.between(0, 20)),
    priority: random.pick(['urgent', 'high', 'normal', 'low']),
    labels: index % 3 === 0 ? ['urgent-älter', 'b'] : [],
    input: { deep: [1, 1.1, -0, null, { 'a"b': '\u2028' }], big: 1.5e300 },
  }
}

export async function remember(client: Client, creates: Repeatable[]): Promise<Remembered> {
  const answers = new Map<string, string>()
  for (const list of LISTS) await walk(client, `/api/tasks${list}`, answers)
  for (const number of ['T-1', 'T-2', 'T-3', 'T-4', 'T-5']) {
    for (const part of ['', '/comments', '/activity']) {
      const path = `/api/tasks/${number}${part}`
      answers.set(path, bodyImage(await client.send(path)))
    }
  }
  const newest = expectStatus(await client.send('/api/tasks?limit=1'), 200)
  const { data } = JSON.parse(newest.body) as { data: { number: number }[] } // the contract's page
  return {
    slug: client.slug,
    key: client.key,
    revokedKey: undefined,
    answers,
    creates,
    listTag: newest.headers.etag ?? '',
    lastNumber: data[0]?.number ?? 0,
  }
}

async function walk(client: Client, path: string, answers: Map<string, string>): Promise<void> {
  for (let next: string | undefined = path; next; ) {
    const answer = expectStatus(await client.send(next), 200)
    answers.set(next, bodyImage(answer))
    next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
  }
}

/** Problems carry the id of their request, and the tag of a list the moment it was read. */
export function bodyImage(answer: Answer): string {
  const { code } = JSON.parse(answer.body) as { code?: string }
  return `${answer.status} ${code ?? answer.body}`
}

export function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer
  throw new Error(`expected ${status}, got ${answer.status} ${answer.body.slice(0, 300)}`)
}

/** `task-service …`, which must end well, and what it printed. */
export async function runWell(
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, env)
  if (code === exitCodes.ok.code) return stdout
  throw new Error(`task-service ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`)
}
