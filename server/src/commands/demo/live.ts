// Gentle activity while the demo runs: tasks come in and are completed, agents report, issues change.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Integration, Task } from '@task-service/contract'
import { type DemoCall, DemoCallFailed } from './demo-caller.ts'
import { type Crew, writeTask } from './freight-tasks.ts'
import type { LocalServer } from './local-server.ts'
import { beginCustomsRun, claim, listLinks, reportProgress, type WorkingRun } from './present.ts'
import { createRandom, type Random } from './random.ts'
import { restoreIssue } from './tracker-issues.ts'

const BETWEEN_MS = 9_000
/** Of a run, which then takes about five minutes. */
const PERCENT_PER_BEAT = 4
/** The first run of the demo was at 62 percent. */
const BEATS_BEFORE = 16
const FIRST_SHIPMENT = 21_000
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
  /** The agent could not begin a run. */
  hasStopped: boolean
}

/** Until the signal; also ends when the tenant is gone. */
export async function liveOn(
  parts: Omit<World, 'random' | 'beats' | 'hasStopped'>,
  { signal, note }: { signal: AbortSignal; note: (line: string) => void },
): Promise<void> {
  const world: World = {
    ...parts,
    random: createRandom(Date.now()),
    beats: BEATS_BEFORE,
    hasStopped: false,
  }
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

/** The agent reports, ends its run before the budget of requests is used up, and begins the next one. */
async function beat(world: World): Promise<void> {
  const { call, run, random } = world
  try {
    if (!run) {
      if (world.hasStopped) return
      world.hasStopped = true
      world.run = await beginCustomsRun(call, FIRST_SHIPMENT + random.below(1_000))
      world.hasStopped = false
      world.beats = 0
      return
    }
    const percent = world.beats * PERCENT_PER_BEAT
    world.beats++
    if (percent < 100) {
      const done = Math.floor(percent / 25)
      await reportProgress(call, run, { done, percent, usage: { tokens: 900, cost: 0.03 } })
      return
    }
    const result = { summary: 'Corrected box 33 and sent the form to the broker.' }
    await call('POST', `/runs/${run.id}/complete`, { lease_token: run.lease, result })
    world.run = undefined
  } catch (error) {
    // Someone stopped the run or moved its task. If no run can begin, because the agent is paused, none is tried again.
    world.run = undefined
    if (!(error instanceof DemoCallFailed) || error.status >= 500 || error.status === GONE)
      throw error
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
