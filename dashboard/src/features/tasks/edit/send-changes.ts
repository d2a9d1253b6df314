// Changes of one task or of many on their way to the server, each with its own outcome.
import type { Status, Task } from '@task-service/contract'
import { call } from '#api/call.ts'
import { isPassing, Problem } from '#api/problem.ts'
import type { Change } from './change.ts'

const BULK_MAX = 500

export type Outcome = { done: { before: Task; after: Task }[]; refused: Refusal[] }
export type Refusal = {
  task: Task
  detail: string
  allowed: Status[] | undefined
  /** Someone else changed it first. */
  isOvertaken: boolean
  /** The same change may succeed later: there was no answer, or the server was busy. */
  isPassing: boolean
}

export async function sendChanges(given: readonly Change[]): Promise<Outcome> {
  const [first] = given
  if (first && given.length === 1) return sendOne(first)
  const outcome: Outcome = { done: [], refused: [] }
  for (let at = 0; at < given.length; at += BULK_MAX) {
    await sendBulk(given.slice(at, at + BULK_MAX), outcome)
  }
  return outcome
}

function allowedOf(extra: Readonly<Record<string, unknown>>): Status[] | undefined {
  return Array.isArray(extra['allowed']) ? (extra['allowed'] as Status[]) : undefined // as the catalog of errors says
}

function refusalBy(error: unknown, task: Task): Refusal {
  return {
    task,
    detail: error instanceof Error ? error.message : String(error),
    allowed: error instanceof Problem ? allowedOf(error.extra) : undefined,
    isOvertaken: error instanceof Problem && error.code === 'version_mismatch',
    isPassing: error instanceof Problem && isPassing(error),
  }
}

async function sendOne({ task, changes, onlyIfSame }: Change): Promise<Outcome> {
  try {
    const { body } = await call('tasks.change', {
      params: { task: task.id },
      body: changes,
      ...(onlyIfSame && { ifMatch: `"${task.version}"` }),
    })
    return { done: [{ before: task, after: body }], refused: [] }
  } catch (error) {
    return { done: [], refused: [refusalBy(error, task)] }
  }
}

async function sendBulk(part: readonly Change[], outcome: Outcome): Promise<void> {
  try {
    const { body } = await call('tasks.bulk', {
      body: {
        mode: 'best_effort',
        items: part.map(({ task, changes, onlyIfSame }) => ({
          update: { task: task.id, changes, ...(onlyIfSame && { version: task.version }) },
        })),
      },
      idempotencyKey: crypto.randomUUID(),
    })
    for (const [index, { task: after, problem }] of body.results.entries()) {
      const before = part[index]?.task
      if (before && after) outcome.done.push({ before, after })
      else if (before) {
        outcome.refused.push({
          task: before,
          detail: problem?.detail ?? '',
          allowed: allowedOf({ ...problem }),
          isOvertaken: problem?.code === 'version_mismatch',
          isPassing: false,
        })
      }
    }
  } catch (error) {
    outcome.refused.push(...part.map(({ task }) => refusalBy(error, task)))
  }
}
