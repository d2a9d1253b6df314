// Messages to the hooks of the repository, as GitHub sends them: signed, numbered, once, and judged by its own description.
import { createHmac, randomUUID } from 'node:crypto'
import type { Judge } from './judge.ts'
import {
  commentShape,
  hookShape,
  issueShape,
  labelShape,
  repositoryShape,
  userShape,
} from './objects.ts'
import type { Happening, HookRow, World } from './world.ts'
import { getRepository } from './world.ts'

export type Delivery = {
  id: string
  event: string
  url: string
  headers: Record<string, string>
  body: string
  status: number | null
}

export type Deliveries = {
  sent: Delivery[]
  /** The same message again, with the same id: what GitHub's "Redeliver" does. */
  redeliver: (id: string) => Promise<void>
  /** Resolves when every message in flight has arrived or failed. */
  settle: () => Promise<void>
}

export function createDeliveries(world: World, judge: Judge, origin: () => string): Deliveries {
  const sent: Delivery[] = []
  const underway = new Set<Promise<void>>()

  async function post(delivery: Delivery): Promise<void> {
    const { url, headers, body } = delivery
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      await answer.arrayBuffer()
      delivery.status = answer.status
    } catch {
      // GitHub marks it as failed and does not try again.
      delivery.status = 0
    }
  }

  const track = (delivery: Delivery): Promise<void> => {
    const running = post(delivery).finally(() => underway.delete(running))
    underway.add(running)
    return running
  }

  world.listen((happening) => {
    const payload = describe(world, origin(), happening)
    judge.checkMessage(happening.event, happening.action, payload)
    const hooks = happening.hook ? [happening.hook] : world.tables.list('hooks')
    for (const hook of hooks) {
      const wanted = happening.event === 'ping' || hook.events.includes(happening.event)
      if (!hook.active || !wanted) continue
      const delivery = sign(world, hook, happening.event, JSON.stringify(payload))
      sent.push(delivery)
      void track(delivery)
    }
  })

  return {
    sent,
    async redeliver(id) {
      const found = sent.find((delivery) => delivery.id === id)
      if (found === undefined) throw new Error(`no delivery ${id}`)
      await track(found)
    },
    async settle() {
      while (underway.size > 0) await Promise.all(underway)
    },
  }
}

function sign(world: World, hook: HookRow, event: string, body: string): Delivery {
  const id = randomUUID()
  const { secret, url } = hook.config
  const mac = (hash: string): string =>
    `${hash}=${createHmac(hash, secret ?? '')
      .update(body)
      .digest('hex')}`
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/044aadd',
    'x-github-delivery': id,
    'x-github-event': event,
    'x-github-hook-id': String(hook.id),
    'x-github-hook-installation-target-id': String(getRepository(world).id),
    'x-github-hook-installation-target-type': 'repository',
    ...(secret && { 'x-hub-signature': mac('sha1'), 'x-hub-signature-256': mac('sha256') }),
  }
  return { id, event, url, headers, body, status: null }
}

function describe(world: World, origin: string, happening: Happening): Record<string, unknown> {
  const { event, action, actor, issue, comment, hook, more = {} } = happening
  const repository = repositoryShape(world, origin)
  const sender = userShape(world, origin, actor)
  if (hook !== undefined && event === 'ping') {
    const zen = 'Keep it logically awesome.'
    return { zen, hook_id: hook.id, hook: hookShape(world, origin, hook), repository, sender }
  }
  const { label, assignee, ...rest } = more
  return {
    action,
    ...(issue && { issue: issueShape(world, origin, issue) }),
    ...(comment && { comment: commentShape(world, origin, comment) }),
    ...(typeof label === 'string' && { label: labelShape(world, origin, label) }),
    ...(typeof assignee === 'string' && { assignee: userShape(world, origin, assignee) }),
    ...(issue && action === 'transferred' && { changes: moved(world, origin, happening) }),
    ...rest,
    repository,
    sender,
  }
}

/** The issue as it is in the repository that it went to; only the number and the addresses differ. */
function moved(world: World, origin: string, { issue }: Happening): Record<string, unknown> {
  return issue === undefined
    ? {}
    : {
        new_issue: issueShape(world, origin, issue),
        new_repository: repositoryShape(world, origin),
      }
}
