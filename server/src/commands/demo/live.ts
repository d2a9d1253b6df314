// Gentle activity while the demo runs: tasks come in and are completed, agents report, issues change.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Integration, Task } from '@task-service/contract'
import { type DemoCall, DemoCallFailed } from './demo-caller.ts'
import { type Crew, writeTask } from './freight-tasks.ts'
import type { LocalServer } from './local-server.ts'
import { claim, listLinks, type WorkingRun } from './present.ts'
import { createRandom, type Random } from './random.ts'
import { restoreIssue } from './tracker-issues.ts'

const BETWEEN_MS = 9_000
const JITTER_MS = 6_000
const GONE = 401

type World = {
  call: DemoCall
  server: Pick<LocalServer, 'tracker'>
  crew: Crew
  integration: string | undefined
  run: WorkingRun | undefined
  random: Random
  beats: number
}

/** Until the signal; also ends when the tenant is gone. */
export async function liveOn(
  parts: Omit<World, 'random' | 'beats'>,
  { signal, note }: { signal: AbortSignal; note: (line: string) => void },
): Promise<void> {
  const world: World = { ...parts, random: createRandom(Date.now()), beats: 0 }
  while (!signal.aborted) {
    const pauseMs = BETWEEN_MS + world.random.below(JITTER_MS)
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    try {
      await act(world)
    } catch (error) {
      if (!(error instanceof DemoCallFailed)) throw error
      if (error.status === GONE) {
        note('The tenant was deleted.')
        return
      }
      // Someone else changed the same task first; the next step is another one.
      if (error.status >= 500) note(error.message)
    }
  }
}

async function act(world: World): Promise<void> {
  const { random } = world
  await beat(world)
  if (random.chance(0.45)) await createOne(world)
  else if (random.chance(0.7)) await completeOne(world)
  else await changeIssue(world)
}

/** Keeps the lease of the run that is in progress. */
async function beat(world: World): Promise<void> {
  const { call, run } = world
  if (!run) return
  const percent = Math.min(95, 62 + world.beats++)
  const progress = { message: 'Filling in box 33', percent }
  try {
    await call('POST', `/runs/${run.id}/heartbeat`, { lease_token: run.lease, progress })
  } catch {
    world.run = undefined
  }
}

async function createOne({ call, crew, random }: World): Promise<void> {
  const { assignee, ...task } = writeTask(random, new Date(), crew)
  await call<Task>('POST', '/tasks', { ...task, ...(assignee !== undefined && { assignee }) })
}

/** The agent of the task if it has one, otherwise a person. */
async function completeOne({ call, random }: World): Promise<void> {
  const query = 'status=ready&integration=none&limit=20'
  const { data } = await call<{ data: Task[] }>('GET', `/tasks?${query}`)
  if (data.length < 5) return
  const task = random.pick(data)
  if (task.delegate === null) {
    await call('POST', `/tasks/${task.id}/transitions`, { to: 'in_progress' })
    await call('POST', `/tasks/${task.id}/transitions`, { to: 'completed' })
    return
  }
  const run = await claim(call, task.delegate, task.id)
  await call('POST', `/runs/${run.id}/heartbeat`, { lease_token: run.lease })
  const result = { summary: 'Checked, corrected and sent.' }
  await call('POST', `/runs/${run.id}/complete`, { lease_token: run.lease, result })
}

async function changeIssue({ call, server, random, integration }: World): Promise<void> {
  const open = [...server.tracker.issues.values()].filter(({ status }) => status === 1)
  if (integration === undefined || open.length === 0) return
  const issue = random.pick(open)
  if (random.chance(0.6)) server.tracker.comment(issue.id, 3, 'Any news on this?')
  else server.tracker.change(issue.id, { priority: 4 })
  await call('POST', `/integrations/${integration}/sync`, {})
}

/** The tracker is in memory: after a restart of the command it has the issues that tasks are linked to. */
export async function restoreTracker(
  call: DemoCall,
  { tracker }: Pick<LocalServer, 'tracker'>,
  integration: Integration,
): Promise<void> {
  for (const { task_id: id, external_id: issue } of await listLinks(call, integration.id)) {
    const task = await call<Task>('GET', `/tasks/${id}`)
    restoreIssue(tracker, integration, { issue: Number(issue), task })
  }
}
