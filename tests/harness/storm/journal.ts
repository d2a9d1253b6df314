// What the clients of the storm know: what they meant to do, and what was confirmed to them.
import { createHash } from 'node:crypto'
import type { Task } from '@task-service/contract'
import type { TestTenant } from '../service.ts'
import type { StormRequest } from './send.ts'

/** Tasks that one request is to make; each is known by its title, which no other has. */
export type Intent = {
  tenant: TestTenant
  titles: string[]
  /** Unknown: the answer never came, and the request cannot be repeated without the risk of a second task. */
  outcome: 'acknowledged' | 'unknown'
}

export type Known = {
  tenant: TestTenant
  title: string
  /** Digest of each version that was acknowledged, by version. */
  versions: Map<number, string>
}

export type KeptRequest = { request: StormRequest; image: string }

export type Journal = {
  intents: Intent[]
  tasks: Map<string, Known>
  /** Digest of the body that was answered for each key, by tenant and key. */
  answers: Map<string, string>
  /** Requests to be sent once more at the end, with the image of the answer they had. */
  toRepeat: KeptRequest[]
  /** Answers that cannot be true if everything acknowledged before is. */
  contradictions: string[]
  acknowledge: (tenant: TestTenant, task: Task) => void
}

export function createJournal(): Journal {
  const tasks = new Map<string, Known>()
  const contradictions: string[] = []
  return {
    intents: [],
    tasks,
    answers: new Map(),
    toRepeat: [],
    contradictions,
    acknowledge(tenant, task) {
      const digest = digestOf(task)
      const known = tasks.get(task.id)
      if (!known) {
        const versions = new Map([[task.version, digest]])
        tasks.set(task.id, { tenant, title: task.title, versions })
        return
      }
      const before = known.versions.get(task.version)
      if (before !== undefined && before !== digest) {
        contradictions.push(`${task.id} has two different versions ${task.version}`)
      }
      known.versions.set(task.version, digest)
    },
  }
}

/** Of the value, not of the text: the order of names does not make another task. */
export function digestOf(value: unknown): string {
  return digestOfText(
    JSON.stringify(value, (_name, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ),
  )
}

export function digestOfText(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 22)
}
