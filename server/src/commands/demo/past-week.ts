// Carries out the planned week through the API, each step at its own time: the clock of the process is set, and nothing is
// written past the services.
import type { ClaimedTask, Task } from '@task-service/contract'
import { setClock } from '#lib/time/clock.ts'
import type { DemoCall, DemoUser } from './demo-caller.ts'
import type { Person } from './demo-tenant.ts'
import type { NewTask } from './freight-tasks.ts'
import type { Step } from './plan-week.ts'
import { createRandom, type Random } from './random.ts'

const SEED = 7
const SECOND_MS = 1_000

/** When a run was, for `backdateRuns`: the database sets the times of runs with its own clock. */
export type PastRun = { id: string; startedMs: number; endedMs: number }

export type Week = {
  /** Carries out every step up to a moment. */
  continueUntil(moment: Date): Promise<void>
  runs: readonly PastRun[]
  tasks: () => number
}

type Parts = { call: DemoCall; people: readonly [Person, ...Person[]]; steps: readonly Step[] }

const COMMENTS = [
  'Called the broker, they answer before noon.',
  'The customer confirmed by phone.',
  'Photos are in the shared folder.',
  'Waiting for the carrier. I ask again tomorrow.',
  'Done, but please check the amount once more.',
  'Same as last week: the form lacks line 2.',
]

export function startWeek({ call, people, steps }: Parts): Week {
  const random = createRandom(SEED)
  const tasks = new Map<number, Task>()
  const runs: PastRun[] = []
  let done = 0
  const world = { call, people, random, tasks, runs }
  return {
    runs,
    tasks: () => tasks.size,
    async continueUntil(moment) {
      for (let step = steps[done]; step && step.at < moment; step = steps[++done]) {
        setClock(step.at)
        await carryOut(world, step)
      }
    },
  }
}

type World = Omit<Parts, 'steps'> & { random: Random; tasks: Map<number, Task>; runs: PastRun[] }

async function carryOut(world: World, step: Step): Promise<void> {
  const { call, random, tasks } = world
  if ('create' in step) {
    const body = furnish(random, step.create)
    const as = random.chance(0.25) ? { as: personOf(world) } : {}
    tasks.set(step.task, await call<Task>('POST', '/tasks', body, as))
    return
  }
  const task = tasks.get(step.task)
  if (!task) throw new Error('a step comes before its task')
  if (task.delegate !== null) {
    // Its agent starts and ends in one step; people start first.
    if (step.to !== 'in_progress') await workAsAgent(world, task, step)
    return
  }
  const as = personOf(world)
  await call('POST', `/tasks/${task.id}/transitions`, { to: step.to }, { as })
  if (random.chance(0.16)) await comment(world, task, as)
}

const personOf = ({ random, people }: World): DemoUser => random.pick(people)

async function comment({ call, random, people }: World, task: Task, as: DemoUser): Promise<void> {
  const [me] = people
  const isMention = as.username !== me.username && random.chance(0.08)
  const body = isMention
    ? `@[${me.name}](user:${me.id}) can you look at this before the cut-off?`
    : random.pick(COMMENTS)
  await call('POST', `/tasks/${task.id}/comments`, { body }, { as })
}

/** Claims, reports and completes; or fails, where the plan says so. */
async function workAsAgent(
  { call, random, runs }: World,
  task: Task,
  step: Extract<Step, { to: unknown }>,
): Promise<void> {
  if (step.to === 'canceled') {
    await call('POST', `/tasks/${task.id}/transitions`, { to: step.to })
    return
  }
  const body = { agent: task.delegate, lease_seconds: 600 }
  const { run, lease_token } = await call<ClaimedTask>('POST', `/tasks/${task.id}/claim`, body)
  const progress = { message: 'Reading the documents', percent: 40 }
  const usage = { tokens: 2_000 + random.below(9_000), cost: 0.02 + random.below(20) / 100 }
  await call('POST', `/runs/${run.id}/heartbeat`, { lease_token, progress, usage })
  const endedMs = step.at.getTime() + (20 + random.below(60)) * SECOND_MS
  setClock(new Date(endedMs - SECOND_MS))
  if (step.to === 'completed') {
    const result = { summary: 'Checked, corrected and sent.' }
    await call('POST', `/runs/${run.id}/complete`, { lease_token, result })
  } else {
    const error = 'The customs registry returned 503 three times'
    await call('POST', `/runs/${run.id}/fail`, { lease_token, error, retryable: false })
  }
  runs.push({ id: run.id, startedMs: step.at.getTime(), endedMs })
}

/** A few have custom fields and a checklist, as in real life. */
function furnish(random: Random, task: NewTask): object {
  const [, shipment] = /(QF-\d+)/.exec(task.title) ?? []
  const carrier = random.pick(['nordlink', 'bluefin-road', 'kestrel-air'])
  const fields = { shipment, carrier, declared_weight: 120 + random.below(2_400) }
  const hasList = random.chance(0.12)
  return {
    ...task,
    ...(shipment !== undefined && { fields }),
    ...(hasList && {
      checklist: [
        { text: 'Call the customer', checked: random.chance(0.7) },
        { text: 'Correct the papers', checked: random.chance(0.4) },
        { text: 'Tell dispatch' },
      ],
    }),
  }
}
