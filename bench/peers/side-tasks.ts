// Tasks of a side: making as many as the other has, and seeing that its answers are real before they are counted.
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { taskBody } from '../lib/task-body.ts'
import type { Side, SideRequest } from './peer.ts'

export const PAGE = 50

/** At once, while filling; the figure of no measurement. */
const FILLERS = 16

const agent = new Agent({ keepAlive: true, maxSockets: FILLERS })

/** Not by `fetch`, which cannot set the host that names a tenant. */
export async function ask(
  { url, headers }: Pick<Side, 'url' | 'headers'>,
  { method, path, body }: SideRequest,
): Promise<{ text: string; json: unknown }> {
  const sent = request(new URL(path, url), {
    agent,
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  })
  sent.end(body && JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const content = await readText(answer)
  if (answer.statusCode === undefined || answer.statusCode >= 300) {
    throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${content}`)
  }
  return { text: content, json: JSON.parse(content) as unknown }
}

export async function countTasks({ superuserUrl, table }: Side): Promise<number> {
  return withAdmin(superuserUrl, async (admin) => {
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from ${table}`,
    )
    return rows[0]?.count ?? 0
  })
}

export async function fillSide(side: Side, count: number): Promise<void> {
  const missing = count - (await countTasks(side))
  if (side.fill) {
    await side.fill(missing)
  } else {
    let left = missing
    const work = async () => {
      while (left-- > 0) await ask(side, side.create)
    }
    await Promise.all(Array.from({ length: FILLERS }, work))
  }
  const stored = await countTasks(side)
  if (stored !== count) throw new Error(`${side.url} has ${stored} tasks and not ${count}`)
  await withAdmin(side.superuserUrl, (admin) => admin.query('vacuum analyze'))
}

/** Bytes of a page. Throws unless a create stores a task and a page is full of such tasks. */
export async function inspectSide(side: Side): Promise<number> {
  const before = await countTasks(side)
  const { text: created } = await ask(side, side.create)
  if ((await countTasks(side)) !== before + 1 || !created.includes(taskBody.title)) {
    throw new Error(`a create at ${side.url} stored nothing: ${created}`)
  }
  const { text, json } = await ask(side, side.list)
  const titles = side.titlesIn(json)
  if (titles.length !== PAGE || titles.some((title) => title !== taskBody.title)) {
    throw new Error(`a page of ${side.url} is not ${PAGE} tasks: ${text}`)
  }
  return Buffer.byteLength(text)
}
